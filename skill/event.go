package skill

import (
	"context"
	"encoding/json"
	"log/slog"
)

// event takes note of requests that are nobody's words: the end of a session,
// skill events, and kinds that do not concern us. Alexa expects an empty answer.
func event(_ context.Context, t *turn) (Reply, error) {
	if reason := t.req.Body.Reason; reason != "" {
		t.notes = append(t.notes, slog.String("reason", reason))
	}
	// The error's message may quote what was said, so only its type is noted.
	if kind := t.req.Ext.Request.Error.Type; kind != "" {
		t.notes = append(t.notes, slog.String("error", kind))
	}
	var body struct {
		Persistence string `json:"userInformationPersistenceStatus"` // of AlexaSkillEvent.SkillDisabled
	}
	if json.Unmarshal(t.req.Ext.Request.Body, &body) == nil && body.Persistence != "" {
		t.notes = append(t.notes, slog.String("reason", body.Persistence))
	}
	return Reply{}, nil
}
