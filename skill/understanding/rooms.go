package understanding

import (
	"slices"
	"strings"
	"unicode"
)

// Words that follow "this echo is in the" and 「このエコーは」 but name no room.
var (
	noEnglishRooms = list("way|middle|mood|dark|process|wrong|wrong room|wrong place|same|right|end|trash|garbage|bin|mail|rain|sun|news|lead|future|past|" +
		"broken|dead|loud|quiet|slow|on|off|new|old|stupid|great|annoying|useless|here|there|yours|mine|working|plugged in")
	englishAdverbs = list("too|so|very|not|really|always|still|never")
	englishClauses = list("until|till|because|and|but|if|when|while|at|again|now|tomorrow|tonight|today|since|that|already")

	noJapaneseRooms = list("うるさい|おそい|いい|よい|かわいい|おかしい|すごい|だめ|ダメ|変|へん|邪魔|じゃま|便利|不便|静か|無理|最高|危険|大丈夫|元気|好き|大好き|嫌い|きらい|無事|" +
		"新品|故障中|充電中|使用中|修理中|掃除中|禁止|電池切れ|どこ|何|だれ|誰|いくら|いつ")
	japaneseAdverbs    = list("とても|すごく|もう|まだ|ちょっと|少し|音が|音量が|あとで|後で|みんな|絶対")
	japaneseVerbs      = list("てる|でる|ている|でいる|てます|でます|ています|でいます|ちゃった|じゃった|てた|でた|ていた|ない|ません|なかった|ました|たい|そう|すぎる|なった|して|みたい")
	japaneseKanjiVerbs = list("い|た|だ|て|る")
)

// isNoEnglishRoom reports whether the words in place of a room's name are something else.
func isNoEnglishRoom(name string) bool {
	words := strings.Fields(plain(tidy(name)))
	if len(words) == 0 || slices.Contains(englishAdverbs, words[0]) {
		return true
	}
	for i, word := range words {
		switch before := strings.Join(words[:i], " "); {
		case slices.Contains(englishClauses, word):
			return true
		case word == "of" || word == "for": // "the middle of dinner", but "the room of anna"
			return slices.Contains(noEnglishRooms, before)
		}
	}
	return slices.Contains(noEnglishRooms, strings.Join(words, " "))
}

// isNoJapaneseRoom reports whether the words in place of a room's name are something else.
// After kanji, an ending in hiragana is more likely a verb's or an adjective's than part
// of a name: 「止まった」, but 「ゆうた」.
func isNoJapaneseRoom(name string) bool {
	name = withoutSuffix(tidy(name), "ですよ", "ですね", "です", "だよ", "よ", "ね")
	endsWith := func(ending string) bool { return name != ending && strings.HasSuffix(name, ending) }
	switch {
	case slices.Contains(noJapaneseRooms, name), strings.Contains(name, "を"), containsPrefix(name, japaneseAdverbs):
		return true
	case slices.ContainsFunc(japaneseVerbs, endsWith):
		return true
	}
	kanji := strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) && !strings.ContainsRune(kanjiDigits, r) })
	return kanji && slices.ContainsFunc(japaneseKanjiVerbs, endsWith)
}
