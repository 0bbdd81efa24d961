package skill

import (
	"context"
	"maps"
	"slices"

	alexa "github.com/arienmalec/alexa-go"
)

// handler answers the turns it accepts.
type handler struct {
	name    string
	intents []string           // the intents it answers
	also    func(t *turn) bool // with intents: an additional condition; without: the only one
	answer  func(ctx context.Context, t *turn) (Reply, error)
}

// isFor reports whether the handler accepts the turn.
func (h handler) isFor(t *turn) bool {
	body := t.req.Body
	if len(h.intents) > 0 && (body.Type != intentRequest || !slices.Contains(h.intents, body.Intent.Name)) {
		return false
	}
	return h.also == nil || h.also(t)
}

// handlers returns the handlers in the order in which they are tried. The last two
// accept everything, so that every turn has an answer.
func handlers() []handler {
	return slices.Concat(
		[]handler{{name: "stop", intents: []string{alexa.StopIntent, alexa.CancelIntent, homeIntent}, answer: bye}},
		[]handler{{name: "correct", intents: slices.Sorted(maps.Keys(correctable())), also: corrects, answer: correct}},
		memoHandlers(),
		familyHandlers(),
		screenHandlers(),
		[]handler{
			{name: "yes", intents: []string{yesIntent}, answer: yes},
			{name: "no", intents: []string{noIntent}, answer: no},
			{name: "help", intents: []string{alexa.HelpIntent}, answer: help},
			{name: "fallback", also: isType(intentRequest), answer: fallback},
			{name: "event", answer: event},
		},
	)
}

// memoHandlers returns the handlers for the list of memos.
func memoHandlers() []handler {
	return []handler{
		{name: "add", intents: []string{addIntent}, answer: add},
		{name: "read", intents: []string{readIntent}, answer: readFirst},
		{name: "read new", intents: []string{readNewIntent}, answer: readNew},
		{name: "read one", intents: []string{readOneIntent}, answer: readOne},
		{name: "next", intents: []string{nextIntent}, answer: readNext},
		{name: "more", intents: []string{readMoreIntent}, answer: readRest},
		{name: "previous", intents: []string{previousIntent}, answer: readPrevious},
		{name: "repeat", intents: []string{repeatIntent}, answer: repeat},
		{name: "find", intents: []string{findIntent}, answer: find},
		{name: "done", intents: []string{doneIntent}, answer: numbered(completion())},
		{name: "done by text", intents: []string{doneTextIntent}, answer: worded(completion())},
		{name: "delete", intents: []string{deleteIntent}, answer: numbered(deletion())},
		{name: "delete by text", intents: []string{deleteTextIntent}, answer: worded(deletion())},
		{name: "undo", intents: []string{restoreIntent}, answer: undo},
		{name: "delete all", intents: []string{deleteAllIntent}, answer: removeAll},
	}
}

// repeats returns what "repeat" says, by the name in state.Last.
func repeats() map[string]func(context.Context, *turn) (Reply, error) {
	return map[string]func(context.Context, *turn) (Reply, error){
		lastReading:    repeatReading,
		lastInvite:     createInvite,
		lastConnection: connect,
		lastMembers:    members,
		lastHelp:       help,
	}
}

func isType(name string) func(*turn) bool {
	return func(t *turn) bool { return t.req.Body.Type == name }
}
