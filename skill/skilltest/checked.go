package skilltest

import (
	"context"
	"testing"
)

// Send sends a request to the skill, in process or over a network, and returns its
// reply.
type Send = func(ctx context.Context, request []byte) ([]byte, error)

// Checked returns a Send that checks every reply of send against the rules.
func Checked(t testing.TB, send Send) Send {
	return func(ctx context.Context, request []byte) ([]byte, error) {
		t.Helper()
		reply, err := send(ctx, request)
		if err == nil {
			CheckReply(t, request, reply)
			CheckSecrets(t, reply)
		}
		return reply, err
	}
}
