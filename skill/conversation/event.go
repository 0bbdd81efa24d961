package conversation

import (
	"context"

	"voicememo/skill/alexa"
)

// events is the topic of requests that carry no speech, to which those of unknown types
// belong.
func events() topic {
	return topic{requests: map[string]answer{alexa.EndedRequest: event, alexa.SkillDisabled: event, unknownRequest: event}}
}

// event handles requests that carry no speech: the end of a session, skill events, and
// unknown types. Alexa expects an empty response.
func event(ctx context.Context, t *Turn) (alexa.Reply, error) {
	t.Note("reason", t.req.Body.Reason)
	// The error's message may quote the speaker, so only its type is logged.
	t.Note("error", t.req.Ext.Request.Error.Type)
	t.Note("reason", t.req.Persistence())
	t.elicits.ended(t.req, t.questions[t.asked].elicits)
	if !t.req.IsEvent() {
		return alexa.Reply{}, nil
	}
	if !t.req.HasAccount() {
		t.Note("user", "missing")
		return alexa.Reply{}, nil
	}
	if t.req.Body.Type == alexa.SkillLinked && t.Links != nil && t.req.Token() != "" {
		if err := linkedLate(ctx, t); err != nil {
			return alexa.Reply{}, err
		}
	}
	if t.req.Body.Type == alexa.SkillDisabled {
		if err := unlinkEcho(ctx, t); err != nil {
			return alexa.Reply{}, err
		}
	}
	if t.req.NeverBack() {
		return alexa.Reply{}, t.Families.Disable(ctx, t.req.User())
	}
	return alexa.Reply{}, nil
}
