package conversation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"voicememo/models"
	"voicememo/skill/words"
)

// recital is the part of a page that is said in one reply.
type recital struct {
	speech, card string
	to           int // the number of the last memo; 0: none
	part         int // how many characters of it are said; 0: all
}

// recite returns as many whole memos of a page as can be said in 30 seconds, at least
// one. Only a memo that alone is longer is cut, at the end of a sentence if possible;
// part is how many of its characters were heard before.
func recite(t *Turn, p page, part int) recital {
	var out recital
	room := t.SpeechRunes - utf8.RuneCountInString(p.intro)
	var spoken, shown []string
	for i, m := range p.memos {
		rest := m.Content
		if i == 0 && part > 0 {
			rest, p.memos[0].begun = after(m.Content, part), true
		}
		said := reciteMemo(t, p, i, rest)
		if n := utf8.RuneCountInString(said) + pauseRunes; n > room {
			if i > 0 {
				break
			}
			piece, more := words.CutText(rest, sayable(t, rest, room-(n-utf8.RuneCountInString(t.Flowing(rest)))))
			if said = reciteMemo(t, p, i, piece); more {
				out.part = utf8.RuneCountInString(m.Content) - utf8.RuneCountInString(rest) + utf8.RuneCountInString(piece)
			}
		}
		room -= utf8.RuneCountInString(said) + pauseRunes
		spoken, out.to = append(spoken, said), m.number
		if !m.gone {
			shown = append(shown, cardItem(t, m))
		}
		if out.part > 0 {
			break
		}
	}
	out.speech, out.card = p.intro, strings.Join(shown, "\n")
	if len(spoken) > 0 {
		out.speech = t.Join(p.intro, strings.Join(spoken, words.Pause)+words.Pause)
	}
	return out
}

// sayable returns how many characters of a text, at least one, can be said in the time of
// n. A line break takes longer than a character.
func sayable(t *Turn, s string, n int) int {
	runes := []rune(s)
	breaks := strings.Count(string(runes[:max(min(n, len(runes)), 0)]), "\n")
	return max(n-breaks, 1)
}

// after returns s without its first n characters and the spaces after them.
func after(s string, n int) string {
	runes := []rune(s)
	return strings.TrimLeftFunc(string(runes[min(n, len(runes)):]), unicode.IsSpace)
}

// reciteMemo says a memo of a page with its number. It says the author and the time where they
// differ from those of the memo before, and neither if all memos share both.
func reciteMemo(t *Turn, p page, i int, content string) string {
	m := p.memos[i]
	args := words.Args{"number": strconv.Itoa(m.number), "content": strings.TrimRight(t.Flowing(content), "。.")}
	switch {
	case m.gone && m.Done() && !m.Deleted:
		return t.Say(words.ReadDone, args)
	case m.gone:
		return t.Say(words.ReadGone, args)
	}
	if m.begun { // its number is known
		return t.Say(words.ReadRest, args)
	}
	by := authorAndTime(t, p, i)
	if by == "" {
		return t.Say(words.ReadItem, args)
	}
	args["by"] = by
	return t.Say(words.ReadItemBy, args)
}

// authorAndTime returns the author and time that are said with a memo of a page; "": neither.
// An author without a name is not said, and neither is "just now" alone. If there is such an
// author on the page, every other is said, so that no memo seems to be by the author before.
func authorAndTime(t *Turn, p page, i int) string {
	who := differs(p, i, func(m models.Memo) string { return author(t, m) })
	if slices.ContainsFunc(p.memos, func(m numberedMemo) bool { return !m.gone && author(t, m.Memo) == "" }) {
		who = author(t, p.memos[i].Memo)
	}
	when := differs(p, i, func(m models.Memo) string { return t.When(m.Timestamp, t.began) })
	switch {
	case who == "" && when == t.Say(words.JustNow, nil):
		return ""
	case who != "" && when != "":
		return who + t.Say(words.NameGap, nil) + when
	}
	return who + when
}

// author returns the spoken name of a memo's author; "": the author is an Echo without a name.
func author(t *Turn, m models.Memo) string {
	if models.Unnamed(m.CreatedByName) {
		return ""
	}
	return t.Who(m.CreatedByName)
}

// differs returns a detail of a memo of a page if it differs from that of the memo
// before it. The first memo has it if any other differs, or if it is alone.
func differs(p page, i int, detail func(models.Memo) string) string {
	own := detail(p.memos[i].Memo)
	if i > 0 {
		if before := p.memos[i-1]; !before.gone && detail(before.Memo) == own {
			return ""
		}
		return own
	}
	for _, m := range p.memos[1:] {
		if !m.gone && detail(m.Memo) != own {
			return own
		}
	}
	if len(p.memos) > 1 {
		return ""
	}
	return own
}

// cardItem returns the line of a card for a memo.
func cardItem(t *Turn, m numberedMemo) string {
	return t.Say(words.CardItem, words.Args{
		"number": strconv.Itoa(m.number), "content": t.Short(models.OneLine(m.Content), cardRunes),
		"who": t.Who(m.CreatedByName), "when": t.When(m.Timestamp, t.began),
	})
}
