package skill

import (
	"context"
	"encoding/json"
	"time"

	"voicememo/models"
	"voicememo/skill/alexa"
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

// offer passes a skill event to the modules. A request without a time counts as made now.
func (s *Skill) offer(ctx context.Context, req alexa.Request, now time.Time) error {
	at, ok := req.HappenedAt()
	if !ok {
		at = now
	}
	e := Event{Type: req.Body.Type, Account: req.User(), Body: req.Ext.Request.Body, At: at}
	for _, m := range s.Modules {
		if err := m.Event(ctx, e); err != nil {
			return err
		}
	}
	return nil
}
