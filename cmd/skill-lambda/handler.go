package main

import (
	"context"
	"errors"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"voicememo/skill"
)

// handler is the skill as Lambda calls it: it passes the JSON of requests and answers
// through.
type handler struct{ skill *skill.Skill }

// Invoke answers one request. An error makes the invocation fail; Lambda logs
// its type and message, so neither quotes the request.
func (h handler) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	answer, err := h.skill.Handle(ctx, payload)
	switch {
	case errors.Is(err, skill.ErrEnvelope):
		return nil, messages.InvokeResponse_Error{Type: "Envelope", Message: err.Error()}
	case errors.Is(err, skill.ErrApplication):
		return nil, messages.InvokeResponse_Error{Type: "Application", Message: err.Error()}
	}
	return answer, err
}
