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
			t.Fatalf("ParseMemoRef(%q): got %v, %v, want %v", ref.String(), got, err, ref)
		}
	})
}

func TestMemoRefOfStrangers(t *testing.T) {
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	for _, s := range []string{"", "x", "==", encode(""), encode("u"), encode("u\n"), encode("\ni"), encode("u\ni\nj"), encode("u\n\xff"), encode("u\ni") + "=", encode("u\n" + strings.Repeat("1", 1025)), encode(strings.Repeat("u", 2049) + "\n1")} {
		if _, err := models.ParseMemoRef(s); !models.IsCode(err, models.CodeNotFound) {
			t.Errorf("ParseMemoRef(%q): got %v, want not_found", s, err)
		}
	}
}

func FuzzMemoRef(f *testing.F) {
	f.Add(models.MemoRef{UserID: "u", ID: "i"}.String())
	f.Fuzz(func(t *testing.T, s string) {
		if ref, err := models.ParseMemoRef(s); err == nil && ref.String() != s {
			t.Errorf("ParseMemoRef(%q): got %v, whose String is %q", s, ref, ref)
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
			t.Fatalf("got no order between %v and %v", p, q)
		}
		if p.Before(q) && q.Before(r) && !p.Before(r) {
			t.Fatal("got an order that is not transitive")
		}
		if p.Timestamp.After(q.Timestamp) && !p.Before(q) {
			t.Fatal("got the older one first")
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
			t.Errorf("ParseTime(%q): got %q, %v, want %q", in, models.FormatTime(got), err, want)
		}
	}
	if _, err := models.ParseTime("yesterday"); err == nil {
		t.Error(`ParseTime("yesterday"): got nil, want an error`)
	}
}

// TestErrors: a wrapped error keeps its code, and an unknown error is internal.
func TestErrors(t *testing.T) {
	wrapped := fmt.Errorf("around: %w", models.Conflict(models.ReasonMoved))
	if !models.IsCode(wrapped, models.CodeConflict) || !models.IsReason(wrapped, models.ReasonMoved) {
		t.Error("got another code or reason of a wrapped error, want conflict/moved")
	}
	if !models.IsCode(errors.New("surprise"), models.CodeInternal) || models.IsCode(nil, models.CodeInternal) {
		t.Error("want IsCode internal only for an unknown error, not for nil")
	}
}
