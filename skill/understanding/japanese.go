package understanding

import "strings"

func newJapanese() *language {
	l := &language{
		unspaced: true,
		spellings: []spelling{
			{"ばん", "番"}, {"番め", "番目"}, {"下さい", "ください"}, {"全て", "すべて"}, {"1回", "一回"}, {"1度", "一度"}, {"ぜんぶ", "全部"}, {"無し", "なし"},
			{"ちがう", "違う"}, {"ちがい", "違い"}, {"まちがえ", "間違え"}, {"ま違い", "間違い"}, {"まちがっ", "間違っ"}, {"取消し", "取り消し"}, {"とりけし", "取り消し"},
		},
		kinds:    map[string]slotKind{number: japaneseNumber, fourDigitNumber: japaneseCode, firstName: japaneseName},
		carriers: []carrier{{after: "を追加"}, {after: "を追加して"}, {after: "追加"}, {after: "追加して"}},
		position: japanesePosition,
	}
	const fillers = "えっと|えっとね|えーと|えーとね|えーっと|ええと|うーん|うーんと|うんとね|んーと|あのね|あのー"
	l.fillers = l.set(fillers)
	const (
		nothing = fillers + "|ねえねえ|じゃあ|それじゃあ|アレクサ"
		apart   = "あ|あっ|ああ|あー|え|えっ|うん|うんと|ねえ|ごめん|では|あと|あとは|それと|それから"
	)
	l.openings = openings{l.set(nothing), l.set(apart)}
	l.objections = openings{l.set(nothing, "やっぱり"), l.set(apart, "いや|いやいや|いいえ|だめ|だめだめ|違う|違うよ|やっぱ")}
	l.statements = japaneseStatements(l)
	l.noRoom = isNoJapaneseRoom
	l.read("ja.txt")
	l.polite = newJapanesePoliteness(l)
	l.correct = newJapaneseCorrection(l).find
	return l
}

// japaneseName reports whether words may be a name. A name does not contain the object
// particle を: 「太郎を追加」 is not a name.
func japaneseName(heard string) (string, bool) {
	return heard, heard != "" && !strings.ContainsAny(heard, " 　0123456789０１２３４５６７８９、。を")
}
