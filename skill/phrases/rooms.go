package phrases

import (
	"slices"
	"strings"
	"unicode"
)

// Words that follow "this echo is in the" and 「このエコーは」 but name no room. A name has
// none of the English clauses, and no Japanese predicate ends one.
var (
	noEnglishRooms = list("way|middle|mood|dark|process|wrong|same|right|end|trash|garbage|bin|mail|box|rain|sun|news|lead|future|past|market|" +
		"broken|dead|loud|quiet|slow|on|off|new|old|too|so|very|not|really|stupid|great|annoying|useless|here|there|yours|mine|working|plugged")
	englishClauses = list("until|till|because|and|but|if|when|while|at|tomorrow|tonight|today|since|that")

	noJapaneseRooms = list("うるさい|おそい|いい|よい|かわいい|おかしい|すごい|だめ|ダメ|変|へん|邪魔|じゃま|便利|不便|静か|無理|最高|危険|大丈夫|元気|好き|大好き|嫌い|きらい|無事|危ない|" +
		"新品|故障中|充電中|使用中|修理中|掃除中|禁止|電池切れ|どこ|何|だれ|誰|いくら|いつ")
	japaneseVerbs      = list("てる|でる|ている|でいる|てます|でます|ています|でいます|ちゃった|じゃった|てた|でた|ていた|ない|ません|なかった|ました|たい|そう|すぎる|すぎ|なった|なる|して|みたい")
	japaneseKanjiVerbs = list("い|た|だ|て|る|う|く|す|ぐ|む|かった")
	japaneseAsides     = list("とても|すごく|もう|まだ|ちょっと|少し|音が|音量が|あとで|後で|みんな|絶対")
)

// isNoEnglishRoom reports whether the words in place of a room's name are something else.
func isNoEnglishRoom(name string) bool {
	words := strings.Fields(plain(tidy(name)))
	return len(words) == 0 || slices.Contains(noEnglishRooms, words[0]) ||
		slices.ContainsFunc(words[1:], func(w string) bool { return slices.Contains(englishClauses, w) })
}

// isNoJapaneseRoom reports whether the words in place of a room's name are something else.
// After kanji, an ending in hiragana is more likely a verb's or an adjective's than part
// of a name: 「止まった」, but 「ゆうた」.
func isNoJapaneseRoom(name string) bool {
	name = strings.TrimRight(withoutSuffix(tidy(name), "です", "だよ", "よ", "ね"), spaces+pauses)
	if slices.Contains(noJapaneseRooms, name) || strings.Contains(name, "を") || containsSuffix(name, japaneseVerbs) {
		return true
	}
	if slices.ContainsFunc(japaneseAsides, func(p string) bool { return strings.HasPrefix(name, p) }) {
		return true
	}
	kanji := strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	return kanji && containsSuffix(name, japaneseKanjiVerbs)
}
