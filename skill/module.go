package skill

import (
	"context"
	"encoding/json"
	"time"

	"voicememo/models"
)

// Module is the part of a module (see package module) in the skill.
type Module interface {
	// Event takes a skill event, after the skill itself has handled it. Alexa sends events
	// at least once and in any order. If Event returns an error, the event is not
	// acknowledged, and Alexa sends it again.
	Event(ctx context.Context, e Event) error
}

// Event is a skill event: a change that a user has made to the skill in the Alexa app.
// Source: "Use skill events in Alexa skills", Alexa Skills Kit.
type Event struct {
	Type    string          // such as AlexaSkillEvent.SkillEnabled
	Account models.UserID   // need not exist: the skill may never have been opened
	Body    json.RawMessage // nil: none
	At      time.Time       // when the user made the change
}

// ManifestPart is what a module adds to the skill's manifest. A skill has it only if its
// operator asks for it, because users are asked for its permissions.
type ManifestPart struct {
	Name          string   // the name by which the operator asks for it
	Permissions   []string // scopes, such as alexa::person_id:read
	Publications  []string // proactive events that the skill may send
	Subscriptions []string // skill events that the skill receives, such as SKILL_ENABLED
	Next          []string // lines that tell the operator what to do after the deployment
}

// offer passes a skill event to the modules.
func (t *turn) offer(ctx context.Context) error {
	e := Event{Type: t.req.Body.Type, Account: t.req.user(), Body: t.req.Ext.Request.Body, At: t.happenedAt()}
	for _, m := range t.Modules {
		if err := m.Event(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// happenedAt returns when the change of a skill event was made: eventCreationTime or,
// without it, the time of the request, which in a repeated one is later.
func (t *turn) happenedAt() time.Time {
	for _, text := range []string{t.req.Ext.Request.EventCreationTime, t.req.Body.Timestamp} {
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return at.UTC()
		}
	}
	return t.began
}
