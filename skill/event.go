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
	// Source: "Use skill events in Alexa skills", Alexa Skills Kit.
	skillDisabled = skillEventPrefix + "SkillDisabled"
	// skillLinked is the event that a person has linked the account; its body has the token.
	skillLinked = skillEventPrefix + "SkillAccountLinked"
	// notPersisted in the body of the event means that the account will never come
	// back: a user who enables the skill again gets another id.
	notPersisted = "NOT_PERSISTED"
)

// event handles requests that carry no speech: the end of a session, skill events, and
// unknown types. Alexa expects an empty response. If a skill event fails, Handle does not
// acknowledge it, so that Alexa sends it again.
func event(ctx context.Context, t *turn) (Reply, error) {
	t.note("reason", t.req.Body.Reason)
	// The error's message may quote the speaker, so only its type is logged.
	t.note("error", t.req.Ext.Request.Error.Type)
	t.note("reason", t.persistence())
	if !t.req.isSkillEvent() {
		return Reply{}, nil
	}
	if !validUser(t.req.userID()) {
		t.note("user", "missing")
		return Reply{}, nil
	}
	if t.req.Body.Type == skillLinked && t.Links != nil && t.req.token() != "" {
		if err := t.linkedLate(ctx); err != nil {
			return Reply{}, err
		}
	}
	if t.req.Body.Type == skillDisabled {
		if err := t.unlink(ctx); err != nil {
			return Reply{}, err
		}
	}
	if t.persistence() == notPersisted {
		if err := t.Families.Disable(ctx, t.req.user()); err != nil {
			return Reply{}, err
		}
	}
	return Reply{}, t.offer(ctx)
}

// persistence returns the persistence status in the body of a SkillDisabled event, or
// "" for every other request.
func (t *turn) persistence() string {
	if t.req.Body.Type != skillDisabled {
		return ""
	}
	var body struct {
		Persistence string `json:"userInformationPersistenceStatus"`
	}
	if json.Unmarshal(t.req.Ext.Request.Body, &body) != nil {
		return ""
	}
	return body.Persistence
}

// note adds a value to the turn's log line, unless the value is empty.
func (t *turn) note(key, value string) {
	if value != "" {
		t.notes = append(t.notes, slog.String(key, value))
	}
}

// isSkillEvent reports whether the request is a skill event, that is, a change to an
// account.
func (r Request) isSkillEvent() bool { return strings.HasPrefix(r.Body.Type, skillEventPrefix) }
