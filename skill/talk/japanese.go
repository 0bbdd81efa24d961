package talk

import "strings"

func japanese() language {
	return language{
		space:   `[\s　]*`,
		wake:    `(?:アレクサ[、,\s]*)?`,
		launch:  `%s(?:を(?:開いて|起動して|起動|始めて|使って))?`,
		oneShot: `%s(?:を使って|を開いて|で|に)[、,\s]*(.+)`,
		number:  `[〇零一二三四五六七八九十百]+`,
		digit:   `[〇零一二三四五六七八九]`,
		parse:   kanjiNumber,
		builtIns: words(map[string]string{
			"AMAZON.YesIntent":          "はい|うん|ええ|そう|そうです|お願い|お願いします",
			"AMAZON.NoIntent":           "いいえ|いや|ううん|違う|違います",
			"AMAZON.StopIntent":         "やめて|ストップ|終了|止めて|終わり",
			"AMAZON.CancelIntent":       "キャンセル|キャンセルして",
			"AMAZON.HelpIntent":         "ヘルプ|助けて|使い方",
			"AMAZON.NextIntent":         "次|次へ|次は|続き|続けて",
			"AMAZON.NavigateHomeIntent": "ホーム|ホームに戻って",
		}),
	}
}

// kanjiNumber reads numbers below a thousand as they are said (二十一), and
// digits one by one (二一).
func kanjiNumber(word string) (int, bool) {
	if word == "" || strings.Trim(word, "〇零一二三四五六七八九十百") != "" {
		return 0, false
	}
	total, digit, units := 0, 0, strings.ContainsAny(word, "十百")
	for _, r := range word {
		switch r {
		case '十', '百':
			unit := map[rune]int{'十': 10, '百': 100}[r]
			total, digit = total+max(digit, 1)*unit, 0
		default:
			if n := max(strings.Index("〇一二三四五六七八九", string(r))/len("〇"), 0); units {
				digit = n
			} else {
				digit = digit*10 + n
			}
		}
	}
	return total + digit, true
}
