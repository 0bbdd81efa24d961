package skilltest

import (
	"context"
	"testing"
)

// Send hands a request to the skill, however far away that is, and gives its
// reply.
type Send = func(ctx context.Context, request []byte) ([]byte, error)

// Checked holds every reply that send gives against the rules.
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
