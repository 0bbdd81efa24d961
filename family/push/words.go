package push

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"voicememo/models"
)

// words are the sentences of a language. Names in them are as called returns them.
type words struct {
	suffix  string   // follows a person's name
	endings []string // of names that need no suffix
	echo    string   // an Echo without a name
	member  string   // a person whose account is gone

	two    string // the names of two people
	people string // a name and the number of other people
	memos  string // a memo and the number of other memos
	anyone string // several people from whom an Echo has messages
	news   string // the title of what is not about memos

	sentences map[models.EventKind]string // about another person
	yours     map[models.EventKind]string // about the reader
}

// wordsOf returns the sentences of a language: "ja", otherwise English. They are those of
// the page.
func wordsOf(language string) words {
	if language == "ja" {
		return words{
			suffix: "さん", endings: []string{"さん", "ちゃん", "くん", "君", "さま", "様", "殿", "先生", "エコー", "Echo", "ママ", "パパ"},
			echo: "エコー", member: "メンバー",
			two: "%sと%s", people: "%sほか%d人", memos: "%s ほか%d件", anyone: "家族", news: "家族のお知らせ",
			sentences: map[models.EventKind]string{
				models.EventAsked: "%sが参加を申し込んでいます。", models.EventJoined: "%sが家族に加わりました。", models.EventLeft: "%sが家族から抜けました。",
				models.EventRemoved: "%sが家族から外れました。", models.EventOwnerChanged: "%sが代表になりました。",
			},
			yours: map[models.EventKind]string{
				models.EventJoined: "許可されて、家族に加わりました。", models.EventOwnerChanged: "あなたが代表になりました。",
				models.EventRemoved: "家族から外れました。あなたのメモはいっしょに移りました。",
			},
		}
	}
	return words{
		echo: "Echo", member: "A member",
		two: "%s and %s", people: "%s and %d more", memos: "%s and %d more", anyone: "your family", news: "Family news",
		sentences: map[models.EventKind]string{
			models.EventAsked: "%s asks to join the family.", models.EventJoined: "%s joined the family.", models.EventLeft: "%s left the family.",
			models.EventRemoved: "%s was removed from the family.", models.EventOwnerChanged: "%s is the owner now.",
		},
		yours: map[models.EventKind]string{
			models.EventJoined: "You joined the family.", models.EventOwnerChanged: "You are the owner now.",
			models.EventRemoved: "You were removed from the family. Your memos came with you.",
		},
	}
}

// called returns a name as it is said of another person.
func (w words) called(name string) string {
	switch {
	case name == "":
		return w.member
	case name == "エコー" || name == "Echo": // the names that the skill begins with
		return w.echo
	case slices.ContainsFunc(w.endings, func(ending string) bool { return strings.HasSuffix(name, ending) }):
		return name
	}
	return name + w.suffix
}

// authors returns the names of those who wrote memos.
func (w words) authors(names []string) string {
	switch first := w.called(names[0]); len(names) {
	case 1:
		return first
	case 2:
		return fmt.Sprintf(w.two, first, w.called(names[1]))
	default:
		return fmt.Sprintf(w.people, first, len(names)-1)
	}
}

// japanese reports whether a text has Japanese letters.
func japanese(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// cut returns s, or its beginning with an ellipsis: at most n code points, never cut inside
// a character that is written with several.
func cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	end := max(n-1, 0)
	for end > 0 && joined(runes[end-1], runes[end]) {
		end--
	}
	return strings.TrimSpace(string(runes[:end])) + "…"
}

// joined reports whether two code points may belong to one character.
func joined(before, after rune) bool {
	const joiner = 0x200D
	modifier := after >= 0x1F3FB && after <= 0x1F3FF // a colour of skin
	tag := after >= 0xE0020 && after <= 0xE007F
	flag := unicode.Is(unicode.Regional_Indicator, before) && unicode.Is(unicode.Regional_Indicator, after)
	return before == joiner || after == joiner || modifier || tag || flag || unicode.In(after, unicode.M)
}
