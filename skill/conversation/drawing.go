package conversation

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"unicode/utf8"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// drawnList returns the screen with the memos.
func drawnList(t *Turn, memos []models.Memo) alexa.RenderDocument {
	list := alexa.List{
		Title: listTitle(t),
		Done:  t.Say(words.ScreenDone, nil), Delete: t.Say(words.ScreenDelete, nil), Undo: t.Say(words.ScreenUndo, nil),
	}
	rows := make([]alexa.Row, len(memos))
	for i, m := range memos {
		rows[i] = rowOf(t, m)
	}
	return list.Screen(rows, scrolled(t, memos))
}

// scrolled returns the index of the memo to scroll to: the one that this turn added or
// changed, otherwise the first of the page heard last.
func scrolled(t *Turn, memos []models.Memo) int {
	r, focus := t.state.Reading, t.focus
	if focus == (models.MemoRef{}) {
		focus, _ = r.ref(r.From)
	}
	return max(0, slices.IndexFunc(memos, func(m models.Memo) bool { return m.Ref() == focus }))
}

// unnumbered returns the memos that this session added and has not numbered, newest
// first.
func unnumbered(t *Turn) (refs []models.MemoRef) {
	for _, a := range slices.Backward(t.state.Acts) {
		for _, ref := range a.Refs {
			if _, numbered := t.state.Reading.number(ref); a.Kind == actAdded && !numbered {
				refs = append(refs, ref)
			}
		}
	}
	return refs
}

// listTitle returns the title of the list.
func listTitle(t *Turn) string {
	r := t.state.Reading
	switch {
	case len(unnumbered(t)) > 0: // what a search did not find is on the screen too
	case r.Text != "":
		return foundTitle(t, r)
	case r.OnlyNew:
		return t.Say(words.ScreenNew, nil)
	}
	return t.Say(words.Title, nil)
}

// foundTitle returns the title of a search.
func foundTitle(t *Turn, r *reading) string {
	return alexa.Text(t.Say(words.ScreenFound, words.Args{"text": t.Short(r.Text, wordRunes)}))
}

// rowOf returns the row of a memo.
func rowOf(t *Turn, m models.Memo) alexa.Row {
	args := words.Args{"who": t.Who(m.CreatedByName), "when": t.When(m.Timestamp, t.began)}
	row := alexa.Row{Content: alexa.Text(m.Content), Ref: screenRef(m), State: alexa.RowOpen}
	row.Number, args["memo"] = t.Say(words.ScreenAdded, nil), t.Say(words.ScreenAddedMemo, nil)
	if n, ok := t.state.Reading.number(m.Ref()); ok {
		row.Number = strconv.Itoa(n)
		args["memo"] = t.Say(words.ScreenMemo, words.Args{"number": row.Number})
	}
	by := words.ScreenBy
	switch {
	case m.Deleted:
		row.State, by = alexa.RowDeleted, words.ScreenByDeleted
	case m.Done():
		row.State, by = alexa.RowDone, words.ScreenByDone
	default:
		row.DoneLabel, row.DeleteLabel = t.Say(words.ScreenDoneLabel, args), t.Say(words.ScreenDeleteLabel, args)
	}
	if row.State != alexa.RowOpen {
		row.UndoLabel = t.Say(words.ScreenUndoLabel, args)
	}
	row.By = alexa.Text(t.Say(by, args))
	return row
}

// withWords adds a screen with a text and examples of what to say, if the device has a
// screen. After the session's end, they need the skill's name first. The title is escaped
// already; see alexa.Text.
func withWords(t *Turn, r alexa.Reply, title, text string, examples words.Key) alexa.Reply {
	if !t.req.HasScreen() {
		return r
	}
	s := alexa.Words{Title: title, Text: text, Hint: t.Say(words.ScreenHint, nil)}
	if r.Mic == alexa.MicClosed {
		s.Hint = t.Say(words.ScreenHintOpen, nil)
	}
	for _, example := range t.Words(examples) {
		s.Examples = append(s.Examples, alexa.Example{Words: t.Say(words.ScreenExample, words.Args{"words": example})})
	}
	return r.Draw(s.Screen())
}

// withNone adds a screen that says that a reading has no memos.
func withNone(t *Turn, r alexa.Reply, empty *reading) alexa.Reply {
	title, examples := t.Say(words.Title, nil), words.ScreenNoneSay
	switch {
	case empty == nil:
		empty = &reading{}
	case empty.Text != "":
		title, examples = foundTitle(t, empty), words.ScreenNotFoundSay
	case empty.OnlyNew:
		title, examples = t.Say(words.ScreenNew, nil), words.ScreenNotFoundSay
	}
	return withWords(t, r, title, nothingWords(t, empty), examples)
}

// wordRunes is how many characters of a search the reply repeats.
const wordRunes = 30

// nothingWords says that there are no memos to read or, for a search that has not reached
// the end of the list, that it has found none so far.
func nothingWords(t *Turn, r *reading) string {
	args := words.Args{"text": t.Short(r.Text, wordRunes)}
	switch {
	case r.Filter.By != "":
		return t.Say(words.ByNone, words.Args{"who": t.Who(r.Filter.By)})
	case r.Filter.Day != "":
		return t.Say(words.DayNone, nil)
	case r.OnlyNew && r.Next == "":
		return t.Say(words.NoNewMemos, nil)
	case r.Text == "" && r.Next == "":
		return t.Say(words.ReadNone, nil)
	case r.Text == "":
		return ""
	case r.Next == "":
		return t.Say(words.FindNone, args)
	}
	return t.Say(words.FindNoneYet, args)
}

// authorSize is the length in bytes of an author's mark in a reference.
const authorSize = 8

// screenRef returns the reference to a memo that a screen holds: base64url of the mark of
// its author within the family, and the memo's id. It has no account's id, because a
// screen is in everyone's sight and its document stays on the device.
func screenRef(m models.Memo) string {
	return base64.RawURLEncoding.EncodeToString(append(authorMark(m.FamilyID, m.UserID), m.ID...))
}

// authorMark returns the keyed hash that stands for an author on the screens of a family.
func authorMark(family models.FamilyID, author models.UserID) []byte {
	h := hmac.New(sha256.New, []byte(family))
	h.Write([]byte(author))
	return h.Sum(nil)[:authorSize]
}

// parseScreenRef splits a reference. ok is false for a text that screenRef does not
// return.
func parseScreenRef(s string) (mark []byte, id models.MemoID, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(raw) <= authorSize || len(raw) > authorSize+maxMemoID || !utf8.Valid(raw[authorSize:]) {
		return nil, "", false
	}
	return raw[:authorSize], models.MemoID(raw[authorSize:]), true
}

// findAuthor returns the author with a mark, who is a member or a former member of the
// family. It compares all of them in constant time.
func findAuthor(f models.Family, mark []byte) (author models.UserID, ok bool) {
	for _, u := range slices.Concat(f.MemberIDs, f.FormerIDs) {
		if hmac.Equal(authorMark(f.ID, u), mark) {
			author, ok = u, true
		}
	}
	return author, ok
}
