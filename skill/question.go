package skill

import (
	"context"
	"maps"

	"voicememo/skill/words"
)

// The questions a reply can end with. The catalogues have a sentence, a reprompt and
// a help text for each, under the same name.
const (
	askMenu    = "menu"    // what to do
	askElse    = "else"    // whether there is anything else
	askText    = "text"    // the text of a memo
	askAnother = "another" // the text of one more memo
	askNews    = "news"    // whether to read the new memos
	askMore    = "more"    // whether to read on
	askRest    = "rest"    // whether to read the rest of a memo
	askOne     = "one"     // which memo to read
	askNumber  = "number"  // which memo to delete
	askDone    = "done"    // which memo is done
	askAgain   = "again"   // whether to add the same memo once more
	askSearch  = "search"  // what to look for
	askAll     = "all"     // whether to delete all memos
	askOthers  = "others"  // whether to undo what another voice did
	askNewest  = "newest"  // whether to delete as many of the newest memos as one call can
)

// question says how to take an answer (yes, no, a bare phrase) that has no intent of
// its own.
type question struct {
	intent, slot string // the slot that a bare phrase fills; "": none
	yes, no      func(ctx context.Context, t *turn) (Reply, error)
	personal     bool // only the voice that was asked may answer
}

func questions() map[string]question {
	all := memoQuestions()
	maps.Copy(all, familyQuestions())
	return all
}

func memoQuestions() map[string]question {
	return map[string]question{
		askMenu:    {intent: addIntent, slot: textSlot, yes: askFor(askText), no: bye},
		askElse:    {intent: addIntent, slot: textSlot, yes: askFor(askText), no: bye},
		askText:    {intent: addIntent, slot: textSlot, yes: askFor(askText), no: bye},
		askAnother: {intent: addIntent, slot: textSlot, yes: askFor(askText), no: bye},
		askNews:    {yes: readNew, no: askFor(askMenu)},
		askMore:    {yes: readNext, no: askFor(askElse)},
		askRest:    {yes: readRest, no: askFor(askElse)},
		askOne:     {intent: readOneIntent, slot: numberSlot, yes: askFor(askOne), no: askFor(askElse)},
		askNumber:  {intent: deleteIntent, slot: numberSlot, yes: askFor(askNumber), no: askFor(askElse)},
		askDone:    {intent: doneIntent, slot: numberSlot, yes: askFor(askDone), no: askFor(askElse)},
		askAgain:   {yes: addAgain, no: askFor(askElse)},
		askSearch:  {intent: findIntent, slot: searchSlot, yes: askFor(askSearch), no: askFor(askElse)},
		askOthers:  {yes: undoOthers, no: askFor(askElse)},
		askAll:     {yes: trashAll, no: askFor(askElse)},
		askNewest:  {yes: trashAll, no: askFor(askElse)},
	}
}

// askFor returns a handler that asks a question.
func askFor(name string) func(context.Context, *turn) (Reply, error) {
	return func(_ context.Context, t *turn) (Reply, error) {
		return t.ask(t.say(words.AllRight, nil), name), nil
	}
}

func yes(ctx context.Context, t *turn) (Reply, error) {
	if q, ok := t.questions[t.asked]; ok {
		return q.yes(ctx, t)
	}
	if t.other {
		return t.done(t.say(words.OtherSpeaker, nil)), nil
	}
	return notHeard(t)
}

// no answers the open question with no. It needs no open question and accepts any
// voice.
func no(ctx context.Context, t *turn) (Reply, error) {
	if q, ok := t.questions[t.asked]; ok {
		return q.no(ctx, t)
	}
	return askFor(askElse)(ctx, t)
}
