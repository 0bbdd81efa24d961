package conversation

import (
	"slices"
	"strconv"

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
// screen. The title is escaped already; see alexa.Text.
func withWords(t *Turn, r alexa.Reply, title, text string, examples words.Key) alexa.Reply {
	if !t.req.HasScreen() {
		return r
	}
	s := alexa.Words{Title: title, Text: text}
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

// nothingToRead says and shows that a reading has no memos.
func nothingToRead(t *Turn, r *reading) alexa.Reply {
	return withNone(t, t.Done(nothingWords(t, r)), r)
}
