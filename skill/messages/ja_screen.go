package messages

// japaneseScreen returns the texts on screens and the answers to touches.
func japaneseScreen() Catalogue {
	return Catalogue{
		ScreenFound:     "「{text}」のメモ",
		ScreenNew:       "新しいメモ",
		ScreenBy:        "{who}、{when}",
		ScreenByDone:    "済み・{who}、{when}",
		ScreenByDeleted: "ゴミ箱・{who}、{when}",
		ScreenAdded:     "新",

		ScreenDone:        "済み",
		ScreenDelete:      "削除",
		ScreenUndo:        "元に戻す",
		ScreenMemo:        "{number}番",
		ScreenAddedMemo:   "追加したメモ",
		ScreenDoneLabel:   "{memo}を済みにする",
		ScreenDeleteLabel: "{memo}を削除",
		ScreenUndoLabel:   "{memo}を元に戻す",

		ScreenDeleted:  "「{content}」を消しました。",
		ScreenFinished: "「{content}」を済みにしました。",
		ScreenInTrash:  "そのメモはもう消してあります。",
		ScreenIsDone:   "そのメモはもう済んでいます。",
		ScreenGone:     "そのメモはもうありません。",

		ScreenCode:       "招待コード",
		ScreenCodeHow:    "ほかのエコーで「アレクサ、家族ボイスメモを開いて」、続けて「招待コード {digits} で参加」と言ってください。ウェブの画面でも入力できます。",
		ScreenConnection: "このエコーの接続番号",

		ScreenHelp:        "言えること",
		ScreenHelpText:    "たとえば、こう言ってください。",
		ScreenHelpSay:     "牛乳を買うを追加|メモを読んで|新しいメモを読んで|牛乳を探して|1番終わった|1番を削除|元に戻して|招待コードを作って",
		ScreenNoneSay:     "牛乳を買うを追加",
		ScreenNotFoundSay: "メモを読んで|牛乳を買うを追加",
		ScreenExample:     "「{words}」",
	}
}
