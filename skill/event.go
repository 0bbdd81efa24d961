package skill

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
)

const (
	skillEventPrefix = "AlexaSkillEvent."
	// skillDisabled is the event of an account that no longer uses the skill.
	// Source: "Use skill events in Alexa skills" of the Alexa Skills Kit.
	skillDisabled = skillEventPrefix + "SkillDisabled"
	// notPersisted says in its body that the account will never come back: one
	// that enables the skill again gets another id.
	notPersisted = "NOT_PERSISTED"
)

// event takes note of requests that are nobody's words: the end of a session,
// skill events, and kinds that do not concern us. Alexa expects an empty answer.
func event(_ context.Context, t *turn) (Reply, error) {
	t.note("reason", t.req.Body.Reason)
	// The error's message may quote what was said, so only its type is noted.
	t.note("error", t.req.Ext.Request.Error.Type)
	t.note("reason", t.persistence())
	return Reply{}, nil
}

// disabled deals with an account that will never come back: see
// family.Service.Disable. If that fails the event must come again, so that Handle
// does not acknowledge it.
func disabled(ctx context.Context, t *turn) (Reply, error) {
	reply, err := event(ctx, t)
	if t.persistence() != notPersisted {
		return reply, err
	}
	if !validUser(t.req.Ext.Context.System.User.UserID) {
		t.note("user", "missing")
		return reply, err
	}
	return reply, t.Families.Disable(ctx, t.req.user())
}

// persistence gives what a SkillDisabled event says about the account's future;
// "" in every other request.
func (t *turn) persistence() string {
	var body struct {
		Persistence string `json:"userInformationPersistenceStatus"`
	}
	if json.Unmarshal(t.req.Ext.Request.Body, &body) != nil {
		return ""
	}
	return body.Persistence
}

// note adds something to the turn's log line, if there is anything.
func (t *turn) note(key, value string) {
	if value != "" {
		t.notes = append(t.notes, slog.String(key, value))
	}
}

// isSkillEvent reports whether Alexa tells of a change to an account, not of
// words or touches.
func (r Request) isSkillEvent() bool { return strings.HasPrefix(r.Body.Type, skillEventPrefix) }
