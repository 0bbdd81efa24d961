package understanding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// japaneseCorrection finds corrections in Japanese.
type japaneseCorrection struct {
	*language
	openings  phraseSet // words before a correction
	rejects   phraseSet // openings that take back what was just said if a number follows
	rethinks  phraseSet // the same, but no openings: 「やっぱり豆乳」
	denials   phraseSet // phrases that take back what was just said and may come right before the right text
	describes phraseSet // words that a denial describes: 「違う店」 is another shop
	takeBacks phraseSet // phrases that take back what was just said
	subjects  phraseSet // words for what was just said
	particles phraseSet // particles after a subject
	undoings  phraseSet // what a subject needs to take it back
	endings   phraseSet // words after a denial or a take-back
	instead   phraseSet // words between the wrong text and the right one
	rather    phraseSet // the same, if the right text has a polite ending
	polite    phraseSet // endings of the right text
	undone    phraseSet // endings of a sentence that asks to take back
	changes   phraseSet // endings of the right text after a subject
	mistakes  phraseSet // endings of the right text: it was said wrongly
}

func newJapaneseCorrection(l *language) *japaneseCorrection {
	const (
		changes = "に変えて|に変えてください|に変更|に変更して|に直して|に訂正|に訂正して|に修正|に修正して|にして|にしてください|にしといて"
		undone  = "取り消し|取り消して|取り消す|取消|取消して|撤回|撤回して|なかったことにして|なしにして|元に戻して|もとに戻して|元に戻す|戻して"
	)
	return &japaneseCorrection{
		language: l,
		openings: l.set("あ|あっ|あー|ああ|え|えっ|おっと|うわ|あれ|えっと|えーと|うーん|いや|いやいや|いえ|いえいえ|いいえ|ううん|ごめん|ごめんごめん|ごめんなさい|" +
			"すみません|すいません|待って|まって|ちょっと待って|ちょっとまって|ちょっと|待った|アレクサ"),
		rejects:  l.set("いや|いやいや|いえ|いえいえ|いいえ|ううん|ごめん|ごめんごめん|ごめんなさい|すみません|すいません|待って|まって|ちょっと待って|ちょっとまって|待った"),
		rethinks: l.set("やっぱり|やっぱ|やはり|だめ|だめだめ"),
		denials:  l.set("違う|違うの|違うって|違うってば|違うんだ|違うんだけど|違うんです|違うんですけど|違うかも|違うと思う|違います|違いますって|違った|違いました"),
		describes: l.set("色|店|お店|日|人|方|ほう|道|味|種類|サイズ|やつ|もの|物|こと|電車|バス|駅|銀行|病院|薬|本|服|靴|会社|メーカー|ブランド|スーパー|学校|部屋|時間|曜日|場所|" +
			"電話|番号|名前|アプリ|ところ|所|クラス|先生|機種|型|意見|考え|理由|とき|時|意味|ので|から|けど|なら|場合|らしい|みたい|よう|形|国|ルート|コース|メニュー|料理|話|とか|といけない"),
		takeBacks: l.set(undone, "間違えた|間違えました|間違えちゃった|間違えてた|間違えてしまった|間違えてる|間違えています|間違った|間違ってる|間違ってます|間違っています|間違い|間違いました",
			"言い間違えた|言い間違えました|言い間違い|聞き間違い|聞き間違えてる|言い直す|言い直します|やり直し|やり直して|やり直す|取り消しで",
			"やっぱりやめて|やっぱりやめる|やっぱりやめた|やっぱりやめます|やっぱりやめとく|やっぱりなし|やっぱりいらない|やっぱり取り消し|やっぱり取り消して|やっぱりキャンセル|やっぱり消して|やっぱり違う",
			"やっぱやめて|やっぱやめる|やっぱやめた|やっぱなし|やっぱいらない|やっぱ取り消し|やっぱ取り消して|やっぱ消して|やはりやめて|やはりやめます|やはりなし|やはり取り消して",
			"そうじゃない|そうじゃないって|そうじゃありません|それじゃない|そうではない|そうではありません|それではありません|そんなこと言ってない|そう言ってない|言ってない|言ってません"),
		subjects:  l.set("今の|いまの|今のメモ|さっきの|さっきのメモ|今言ったの|今追加したの|それ|これ"),
		particles: l.set("は|を|も|が"),
		undoings: l.set(undone, "なし|キャンセル|キャンセルして|消して|消す|消しといて|消しておいて|消してください|削除|削除して|忘れて|やめて|やめる|やめた|ボツ|いらない|いりません|入れないで|追加しないで|"+
			"違う|違います|違った|違うの|間違い|間違えた|間違えました|間違ってる|間違ってます|間違っています|じゃない|じゃないです|じゃありません"),
		endings: l.set("よ|ね|わ|さ|で|だ|のよ|です|ですよ|ですね|でした|だよ|だね|だった|ください|くださいね|でお願い|でお願いします|お願い|お願いします|にして|にしてください|って|ってば|んだ|んです|けど|んだけど"),
		instead: l.set("じゃなくて|じゃなくってね|じゃなくって|じゃなく|ではなくて|ではなく|じゃなしに|ではなしに"),
		rather:  l.set("じゃないよ|じゃないです|じゃないですよ|じゃないって|じゃないの|じゃありません|ではありません|じゃない"),
		polite: l.set("です|ですよ|ですね|でした|なんです|なんですけど|だよ|だよね|だった|だったよ|だってば|だって|なの|なんだ|なんだよ|なんだけど|だ|" +
			"って言ったの|って言ったんだ|って言ったんだよ|って言ったんです|って言った|と言った|と言いました|って言いました|のほうです|の方です|のほうだよ|の方だよ|でお願いします|でお願い|お願いします"),
		undone:   l.set(undone),
		changes:  l.set(changes),
		mistakes: l.set("の間違い|の間違いです|の間違いでした|の間違いだ|の間違いだよ|の間違いだった|の言い間違いです|の間違いね"),
	}
}

// find implements Correction.
func (c *japaneseCorrection) find(s said) (rest string, ok bool) { return c.findAt(s, 0) }

// findAt finds a correction in the words from a position.
func (c *japaneseCorrection) findAt(s said, at int) (rest string, ok bool) {
	at, openings := c.skipAll(s, at, c.openings)
	opened := len(openings) > 0
	if next, phrase := c.skip(s, at, c.subjects); phrase != "" {
		if rest, ok := c.afterSubject(s, next); ok {
			return rest, true
		}
	}
	if next, phrase := c.skip(s, at, c.takeBacks); phrase != "" {
		return c.afterTakeBack(s, next, opened)
	}
	if next, again := c.skipAll(s, at, c.denials); len(again) > 0 {
		return c.afterDenial(s, next, opened || len(again) > 1)
	}
	next, rethought := c.skipAll(s, at, c.rethinks)
	if rest, _ := c.right(s, next); (len(rethought) > 0 || among(c.rejects, openings)) && c.isPosition(rest) && !isShortKana(rest) {
		return rest, true
	}
	return c.replaced(s, at, opened)
}

// isShortKana reports whether a number in kana may be the end of a word: 「いやし」 is not
// いや and 四.
func isShortKana(number string) bool {
	return utf8.RuneCountInString(number) < 3 && !strings.ContainsFunc(number, func(r rune) bool { return !unicode.In(r, unicode.Hiragana, unicode.Katakana) })
}

// afterSubject finds a correction after the words for what was just said.
func (c *japaneseCorrection) afterSubject(s said, at int) (rest string, ok bool) {
	for _, p := range c.particles {
		if strings.HasPrefix(s.words[at:], p) {
			at += len(p)
			break
		}
	}
	if next, phrase := c.skip(s, at, c.undoings); phrase != "" {
		return c.afterTakeBack(s, next, false)
	}
	if end, phrase := c.skipEnd(s, at, c.changes); phrase != "" {
		return s.part(at, end), end > at
	}
	return "", false
}

// afterTakeBack returns the right text after a take-back. Without a pause, a particle or
// a polite ending the words belong together: 「間違えた問題を復習」 takes nothing back.
func (c *japaneseCorrection) afterTakeBack(s said, at int, opened bool) (rest string, ok bool) {
	next, endings := c.skipAll(s, at, c.endings)
	if next == len(s.words) {
		return "", true
	}
	if rest, ok := c.findAt(s, next); ok {
		return rest, true
	}
	rest, polite := c.right(s, next)
	apart := s.separated(next)
	if !apart && strings.ContainsAny(rest[:min(len(rest), len("の"))], "のを") {
		return "", false
	}
	return rest, rest != "" && (apart || polite || opened || len(endings) > 0)
}

// afterDenial returns the right text after words such as 「違う」. Without anything that
// sets them apart, words that are often described so belong to the denial.
func (c *japaneseCorrection) afterDenial(s said, at int, firm bool) (rest string, ok bool) {
	next, endings := c.skipAll(s, at, c.endings)
	if next == len(s.words) {
		return "", true
	}
	if rest, ok := c.findAt(s, next); ok {
		return rest, true
	}
	if _, undone := c.skipEnd(s, next, c.undone); undone != "" {
		return "", true // 「違うの消しちゃったから戻して」
	}
	rest, polite := c.right(s, next)
	if firm || polite || s.separated(next) || len(endings) > 0 {
		return rest, rest != ""
	}
	described := slices.ContainsFunc(c.describes, func(d string) bool { return strings.HasPrefix(s.words[next:], d) })
	return rest, rest != "" && !described
}

// replaced returns the right text of 「牛乳じゃなくて豆乳」 and 「豆乳の間違いです」.
func (c *japaneseCorrection) replaced(s said, at int, opened bool) (rest string, ok bool) {
	if start, end := c.first(s, at, c.instead); end > start {
		wrong := s.words[at:start]
		for _, alsoRight := range []string{"だけ", "のみ", "ばかり", "ばっかり"} {
			if strings.HasSuffix(wrong, alsoRight) {
				return "", false // 「牛乳だけじゃなくて卵も」
			}
		}
		rest, _ = c.right(s, end)
		return rest, rest != "" || wrong != ""
	}
	if start, end := c.first(s, at, c.rather); end > start && start > at {
		if rest, polite := c.right(s, end); polite && rest != "" {
			return rest, true
		}
	}
	if end, phrase := c.skipEnd(s, at, c.mistakes); phrase != "" && end > at && (opened || !strings.HasSuffix(phrase, "間違い")) {
		return s.part(at, end), true
	}
	return "", false
}

// first returns where the first of the phrases in the words from a position starts and
// ends; 0, 0 if there is none.
func (c *japaneseCorrection) first(s said, at int, phrases phraseSet) (start, end int) {
	for _, p := range phrases {
		if i := strings.Index(s.words[at:], p); i >= 0 && (end == 0 || at+i < start) {
			start, end = at+i, at+i+len(p)
		}
	}
	return start, end
}

// skipEnd returns the position before the longest of the phrases that the words from a
// position end with, and the phrase. It returns the end and "" if there is none.
func (c *japaneseCorrection) skipEnd(s said, at int, phrases phraseSet) (end int, phrase string) {
	for _, p := range phrases {
		if strings.HasSuffix(s.words[at:], p) {
			return len(s.words) - len(p), p
		}
	}
	return len(s.words), ""
}

// right returns the right text from a position without its endings, and reports whether
// it has a polite one.
func (c *japaneseCorrection) right(s said, at int) (text string, polite bool) {
	end := len(s.words)
	if before, phrase := c.skipEnd(s, at, c.changes); phrase != "" && before > at {
		return s.part(at, before), true
	}
	before, phrase := c.skipEnd(s, at, c.polite)
	if phrase == "" || before <= at {
		return s.part(at, end), false
	}
	text = s.part(at, before)
	if last, _ := utf8.DecodeLastRuneInString(text); phrase == "だ" && unicode.Is(unicode.Hiragana, last) {
		return s.part(at, end), false // 「からだ」 has no ending
	}
	return text, true
}

// separated reports whether a space or a pause was written before a position.
func (s said) separated(at int) bool {
	if at >= len(s.words) || s.at[at] < 0 {
		return false
	}
	before := s.raw[:s.at[at]]
	return strings.TrimRight(before, spaces+pauses+marks) != before
}

// divides reports whether the words may be divided at a position, after a phrase. A word
// in katakana is not divided, and a single kana is a word of its own only before another
// script or a pause: 「違うよ豆乳」, but 「違うねぎ」.
func (s said) divides(at int, phrase string) bool {
	if s.at[at] < 0 {
		return false
	}
	if s.separated(at) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s.raw[:s.at[at]])
	after, _ := utf8.DecodeRuneInString(s.raw[s.at[at]:])
	if isKatakana(before) && isKatakana(after) {
		return false
	}
	single := utf8.RuneCountInString(phrase) == 1
	return !single || !unicode.Is(unicode.Hiragana, after) && after != 'ー'
}

func isKatakana(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
