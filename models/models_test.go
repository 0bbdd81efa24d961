package models_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"voicememo/models"
)

func TestMemoRefRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref := models.MemoRef{
			UserID: models.UserID(rapid.StringMatching(`[^\n]{1,40}`).Draw(t, "user")),
			ID:     models.MemoID(rapid.StringMatching(`[^\n]{1,40}`).Draw(t, "id")),
		}
		got, err := models.ParseMemoRef(ref.String())
		if err != nil || got != ref {
			t.Fatalf("%v became %v, %v", ref, got, err)
		}
	})
}

func TestMemoRefOfStrangers(t *testing.T) {
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	for _, s := range []string{"", "x", "==", encode(""), encode("u"), encode("u\n"), encode("\ni"), encode("u\ni\nj"), encode("u\n\xff"), encode("u\ni") + "=", encode("u\n" + strings.Repeat("1", 1025)), encode(strings.Repeat("u", 2049) + "\n1")} {
		if _, err := models.ParseMemoRef(s); !models.IsCode(err, models.CodeNotFound) {
			t.Errorf("ParseMemoRef(%q): %v", s, err)
		}
	}
}

func FuzzMemoRef(f *testing.F) {
	f.Add(models.MemoRef{UserID: "u", ID: "i"}.String())
	f.Fuzz(func(t *testing.T, s string) {
		if ref, err := models.ParseMemoRef(s); err == nil && ref.String() != s {
			t.Errorf("%q was read as %v, which is written %q", s, ref, ref)
		}
	})
}

// TestPositionOrder: Before is a strict total order, newest first.
func TestPositionOrder(t *testing.T) {
	position := rapid.Custom(func(t *rapid.T) models.Position {
		return models.Position{
			Timestamp: time.UnixMilli(rapid.Int64Range(0, 3).Draw(t, "ms")),
			UserID:    models.UserID(rapid.StringMatching(`[ab]`).Draw(t, "user")),
			ID:        models.MemoID(rapid.StringMatching(`[12]`).Draw(t, "id")),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		p, q, r := position.Draw(t, "p"), position.Draw(t, "q"), position.Draw(t, "r")
		if p.Before(q) && q.Before(p) || p != q && !p.Before(q) && !q.Before(p) {
			t.Fatalf("%v and %v have no order", p, q)
		}
		if p.Before(q) && q.Before(r) && !p.Before(r) {
			t.Fatal("the order is not transitive")
		}
		if p.Timestamp.After(q.Timestamp) && !p.Before(q) {
			t.Fatal("the newer one does not come first")
		}
	})
}

func TestTimes(t *testing.T) {
	for in, want := range map[string]string{
		"2025-07-14T09:30:15.123Z":       "2025-07-14T09:30:15.123Z",
		"2025-07-14T18:30:15.1239+09:00": "2025-07-14T09:30:15.123Z",
		"2025-07-14T09:30:15Z":           "2025-07-14T09:30:15.000Z",
		"":                               "",
	} {
		got, err := models.ParseTime(in)
		if err != nil || models.FormatTime(got) != want {
			t.Errorf("%q became %q, %v", in, models.FormatTime(got), err)
		}
	}
	if _, err := models.ParseTime("yesterday"); err == nil {
		t.Error("yesterday was read as a time")
	}
}

// TestErrors: what is not known to be something else is internal.
func TestErrors(t *testing.T) {
	wrapped := fmt.Errorf("around: %w", models.Conflict(models.ReasonMoved))
	if !models.IsCode(wrapped, models.CodeConflict) || !models.IsReason(wrapped, models.ReasonMoved) {
		t.Error("a wrapped error lost its code")
	}
	if !models.IsCode(errors.New("surprise"), models.CodeInternal) || models.IsCode(nil, models.CodeInternal) {
		t.Error("an unknown error is not internal, or no error is one")
	}
}
