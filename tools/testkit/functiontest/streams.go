package functiontest

import (
	"bytes"
	"context"
	"testing"

	"voicememo/tools/testkit/streams"
)

// Invoke calls a function with an event, as (*runtimeapi.Process).Invoke does.
type Invoke func(ctx context.Context, event []byte) ([]byte, error)

// Relay delivers the streams of the tables with memos and people, each to a function of its
// own, until stop is called or the test ends.
func (a *AWS) Relay(t testing.TB, memos, people Invoke, o streams.Options) (stop func()) {
	t.Helper()
	stopMemos := streams.Relay(t, a.client, []string{a.names.Memos}, a.deliver(memos), o)
	stopPeople := streams.Relay(t, a.client, []string{a.names.Users}, a.deliver(people), o)
	return func() {
		stopMemos()
		stopPeople()
	}
}

// deliver calls a function with the names of tables that it expects.
func (a *AWS) deliver(invoke Invoke) streams.Deliver {
	return func(ctx context.Context, event []byte) error {
		answer, err := invoke(ctx, bytes.ReplaceAll(event, []byte(a.tables), []byte(expected)))
		if err != nil {
			return err
		}
		return streams.Answer(answer)
	}
}
