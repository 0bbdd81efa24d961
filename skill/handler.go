package skill

import (
	"context"
	"slices"

	alexa "github.com/arienmalec/alexa-go"
)

// handler answers the turns that are its own.
type handler struct {
	name    string
	intents []string           // the intents it answers
	also    func(t *turn) bool // with intents: a further condition; without: the only one
	answer  func(ctx context.Context, t *turn) (Reply, error)
}

// isFor reports whether the turn is this handler's.
func (h handler) isFor(t *turn) bool {
	body := t.req.Body
	if len(h.intents) > 0 && (body.Type != intentRequest || !slices.Contains(h.intents, body.Intent.Name)) {
		return false
	}
	return h.also == nil || h.also(t)
}

// handlers lists them in the order in which they are asked. The last two take
// everything, so that no turn is left without an answer.
func handlers() []handler {
	return []handler{
		{name: "stop", intents: []string{alexa.StopIntent, alexa.CancelIntent, homeIntent}, answer: bye},
		{name: "refuse", intents: []string{addIntent}, also: refuses, answer: bye},
		{name: "launch", also: isType(launchRequest), answer: launch},
		{name: "add", intents: []string{addIntent}, answer: add},
		{name: "read", intents: []string{readIntent}, answer: readFirst},
		{name: "next", intents: []string{nextIntent}, answer: readNext},
		{name: "delete", intents: []string{deleteIntent}, answer: remove},
		{name: "join", intents: []string{joinIntent}, answer: join},
		{name: "yes", intents: []string{yesIntent}, answer: yes},
		{name: "no", intents: []string{noIntent}, answer: no},
		{name: "help", intents: []string{alexa.HelpIntent}, answer: help},
		{name: "fallback", also: isType(intentRequest), answer: fallback},
		{name: "event", answer: event},
	}
}

func isType(name string) func(*turn) bool {
	return func(t *turn) bool { return t.req.Body.Type == name }
}
