package audit_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/internal/audit"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// lines returns what a log with this key writes about events, without the times.
func lines(key string, events ...models.Event) string {
	var out bytes.Buffer
	log := audit.New(slog.New(slog.NewTextHandler(&out, nil)), []byte(key))
	for _, e := range events {
		log.Happened(e)
	}
	return regexp.MustCompile(`(?m)^time=\S+ level=INFO `).ReplaceAllString(out.String(), "")
}

func TestLines(t *testing.T) {
	const key = "key"
	hash := func(id string) string { return audit.Hash([]byte(key), id) }
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(hash("taro")) {
		t.Fatalf("got hash %q", hash("taro"))
	}
	for name, c := range map[string]struct {
		event models.Event
		want  string
	}{
		"joined": {
			models.Event{Kind: models.EventJoined, Actor: "taro", Person: "taro", Family: "f"},
			"msg=audit kind=joined actor=" + hash("taro") + " person=" + hash("taro") + " family=" + hash("f") + "\n",
		},
		"an access ended by an operator": {
			models.Event{Kind: models.EventAccessEnded, Person: "taro", Access: "0123456789abcdef"},
			"msg=audit kind=access_ended actor=operator person=" + hash("taro") + " access=" + hash("0123456789abcdef") + "\n",
		},
		"an account whose time is over": {
			models.Event{Kind: models.EventAccountClosed, Person: "taro", Family: "f"},
			"msg=audit kind=account_closed actor=program person=" + hash("taro") + " family=" + hash("f") + "\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			check.Equal(t, lines(key, c.event), c.want)
		})
	}
}

// TestNoLine: what happens to a memo, and what people only ask for, is not logged.
func TestNoLine(t *testing.T) {
	for _, kind := range []models.EventKind{
		models.EventAdded, models.EventEdited, models.EventDone, models.EventReopened, models.EventTrashed, models.EventRestored,
		models.EventAsked, models.EventChanged, models.EventAccountErased,
	} {
		check.Equal(t, lines("key", models.Event{Kind: kind, Actor: "taro", Person: "taro", Family: "f"}), "", kind)
	}
}

// TestAnotherKey: the same id has different hashes in different deployments.
func TestAnotherKey(t *testing.T) {
	if audit.Hash([]byte("key"), "taro") == audit.Hash([]byte("another"), "taro") {
		t.Error("got the same hash by another key")
	}
}

// TestNoKey: without a key a line has the kind of the event and no hashes.
func TestNoKey(t *testing.T) {
	got := lines("", models.Event{Kind: models.EventRemoved, Actor: "taro", Person: "hanako", Family: "f"})
	if want := "msg=audit kind=removed\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if strings.Contains(got, "taro") {
		t.Error("an id is in the line")
	}
}
