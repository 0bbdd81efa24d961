// Package push is the part of module push in the skill: in the Alexa app, a person switches
// the notifications of their Echos (the yellow light) on and off.
package push

import (
	"context"
	"encoding/json"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/skill"
)

// The skill events that the module takes. Source: "Use skill events in Alexa skills", Alexa
// Skills Kit.
const (
	subscriptionChanged = "AlexaSkillEvent.ProactiveSubscriptionChanged"
	permissionAccepted  = "AlexaSkillEvent.SkillPermissionAccepted"
	permissionChanged   = "AlexaSkillEvent.SkillPermissionChanged"
	skillDisabled       = "AlexaSkillEvent.SkillDisabled"
)

const (
	// permission lets a skill send notifications.
	permission = "alexa::devices:all:notifications:write"
	// message is the proactive event that announces memos.
	message = "AMAZON.MessageAlert.Activated"
)

// echos is the part of push.Service that the module uses. Both methods may be repeated and
// called in any order.
type echos interface {
	Allow(ctx context.Context, account models.UserID, at time.Time) error
	Disallow(ctx context.Context, account models.UserID, at time.Time) error
}

type door struct{ echos }

// New returns the part of the skill that registers Alexa accounts with s.
func New(s *push.Service) skill.Module { return door{s} }

// Event implements skill.Module. The account need not exist: people may switch
// notifications on before they open the skill for the first time.
func (d door) Event(ctx context.Context, e skill.Event) error {
	allowed, stated := allows(e)
	switch {
	case !stated:
		return nil
	case allowed:
		return d.Allow(ctx, e.Account, e.At)
	}
	return d.Disallow(ctx, e.Account, e.At)
}

// body is the bodies of the events. Both lists are complete: they name what the user has
// subscribed to and permits since the event, and are empty for nothing.
type body struct {
	Subscriptions []struct {
		EventName string `json:"eventName"`
	} `json:"subscriptions"`
	// AcceptedPermissions is absent in an event about the permissions of one person.
	AcceptedPermissions *[]struct {
		Scope string `json:"scope"`
	} `json:"acceptedPermissions"`
}

// allows reports whether the skill may notify the account's Echos since an event. stated is
// false if the event does not say that.
func allows(e skill.Event) (allowed, stated bool) {
	var b body
	if len(e.Body) > 0 && json.Unmarshal(e.Body, &b) != nil {
		return false, false // not as documented: sending it again would change nothing
	}
	switch e.Type {
	case skillDisabled:
		return false, true
	case subscriptionChanged: // without a subscription, Alexa may leave the body out
		for _, s := range b.Subscriptions {
			allowed = allowed || s.EventName == message
		}
		return allowed, true
	case permissionAccepted, permissionChanged:
		if b.AcceptedPermissions == nil {
			return false, false
		}
		for _, p := range *b.AcceptedPermissions {
			allowed = allowed || p.Scope == permission
		}
		return allowed, true
	}
	return false, false
}
