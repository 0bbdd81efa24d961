package messages

// japaneseScreen returns the texts on screens and the answers to touches.
func japaneseScreen() Catalogue {
	return Catalogue{
		ScreenFound:       "「{text}」のメモ",
		ScreenDelete:      "削除",
		ScreenUndo:        "元に戻す",
		ScreenDeleteLabel: "{number}番を削除",
		ScreenUndoLabel:   "{number}番を元に戻す",
		ScreenBy:          "{who}、{when}",
		ScreenDeleted:     "「{content}」を消しました。",
		ScreenRestored:    "「{content}」を元に戻しました。",
		ScreenInTrash:     "そのメモはもう消してあります。",
		ScreenInList:      "そのメモはもう元に戻っています。",
		ScreenGone:        "そのメモはもうありません。",
		ScreenCode:        "招待コード",
		ScreenCodeHow:     "ほかのエコーで「アレクサ、家族ボイスメモを開いて」、続けて「招待コード {digits} で参加」と言ってください。ウェブの画面にも入れられます。",
		ScreenConnection:  "このエコーの接続番号",
	}
}
