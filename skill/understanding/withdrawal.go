package understanding

import "strings"

// withdrawals has the phrases that Withdrawal accepts, apart from corrections.
type withdrawals struct {
	phrases phraseSet
	around  phraseSet // words before, between and after the phrases
	acts    []string  // words that ask for something instead: "delete that"
}

// Withdrawal reports whether the whole text takes back a question or an intention, such
// as "never mind" or 「ちょっと待って」, or is a correction without the right text. Words
// such as "delete that" ask for something, and are not a withdrawal.
func (m *Matcher) Withdrawal(text string) bool {
	s := m.language.hear(text)
	w := &m.language.withdrawals
	if containsAny(s.words, w.acts) {
		return false
	}
	if rest, ok := m.language.corrects(s); ok && rest == "" {
		return true
	}
	at, found := 0, false
	for at < len(s.words) {
		next, phrase := m.language.skip(s, at, w.phrases)
		found = found || phrase != ""
		if phrase == "" {
			next, phrase = m.language.skip(s, at, w.around)
		}
		if phrase == "" {
			return false
		}
		at = next
	}
	return found
}

func (l *language) englishWithdrawals() withdrawals {
	return withdrawals{
		phrases: l.set("wait|wait a minute|wait a second|wait a moment|hold on|hang on|hold it|never mind|nevermind|never mind that|forget it|forget about it|forget i asked|forget that|" +
			"cancel|cancel it|cancel that|cancel this|call it off|i changed my mind|i've changed my mind|changed my mind|on second thought|on second thoughts|" +
			"actually no|actually not|actually don't|no don't|don't do it|don't do that|let's not|rather not|i'd rather not|drop it|leave it"),
		around: l.set("no|no no|nope|oh|ah|um|uh|er|hmm|well|ok|okay|sorry|i'm sorry|actually|but|please|alexa|thanks|thank you|then|now|just|and|for now"),
		acts:   l.folded(list("delete|remove|erase|take that off|take it off")),
	}
}

func (l *language) japaneseWithdrawals() withdrawals {
	return withdrawals{
		phrases: l.set("待って|まって|待った|ちょっと待って|ちょっとまって|ちょっと待った|待ってください|ちょっと待ってください|キャンセル|キャンセルして|キャンセルで|キャンセルする|キャンセルします|キャンセルしてください|" +
			"やめて|やめる|やめます|やめた|やめとく|やめておく|やめときます|やめておきます|やめてください|やめにする|やめにして|やっぱりいい|やっぱりいいや|やっぱりいいです|やっぱいい|やっぱいいや|やっぱいいです|やっぱりだめ|やっぱだめ|" +
			"何でもない|なんでもない|何でもないです|なんでもないです|気にしないで|気が変わった|気が変わりました|忘れて|忘れてください|なし|なしで|なしです|なしにして|とりやめ|中止|中止して"),
		around: l.set("あ|あっ|ああ|えっと|えーと|うーん|うん|いや|いやいや|いえ|いいえ|ううん|ごめん|ごめんね|ごめんなさい|すみません|すいません|やっぱり|やっぱ|やはり|" +
			"もう|じゃあ|今のは|今の|それは|それ|アレクサ|ね|よ|わ|です|だ|お願い|お願いします|ください|ありがとう"),
		acts: l.folded(list("を消|の消|は消|れ消|やっぱり消|やっぱ消|メモ消|削除")),
	}
}

// containsAny reports whether words contain one of the phrases.
func containsAny(words string, phrases []string) bool {
	for _, p := range phrases {
		if strings.Contains(words, p) {
			return true
		}
	}
	return false
}
