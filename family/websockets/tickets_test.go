package websockets_test

import (
	"encoding/base64"
	"regexp"
	"testing"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
)

var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

// TestTickets: a ticket is opened by the same key until it ends, and by no other key.
func TestTickets(t *testing.T) {
	const taro = models.UserID("https://issuer.example|太郎")
	tickets := websockets.NewTickets([]byte("key"))
	ticket, expires := tickets.Seal(taro, noon)
	if want := noon.Add(30 * time.Second); !expires.Equal(want) {
		t.Errorf("got a ticket until %v, want %v", expires, want)
	}
	// RFC 6455 section 4.1 allows the characters of a token of HTTP.
	if !regexp.MustCompile(`^[A-Za-z0-9_-]+$`).MatchString(ticket) {
		t.Errorf("got ticket %q, want letters and digits", ticket)
	}
	if again, _ := tickets.Seal(taro, noon); again == ticket {
		t.Errorf("got %q twice, want another ticket", again)
	}
	for name, c := range map[string]struct {
		by     *websockets.Tickets
		ticket string
		at     time.Time
		want   models.UserID
	}{
		"now":             {tickets, ticket, noon, taro},
		"by the same key": {websockets.NewTickets([]byte("key")), ticket, noon, taro},
		"at the last":     {tickets, ticket, expires.Add(-time.Millisecond), taro},
		"at its end":      {tickets, ticket, expires, ""},
		"another key":     {websockets.NewTickets([]byte("Key")), ticket, noon, ""},
		"empty":           {tickets, "", noon, ""},
		"cut":             {tickets, ticket[:len(ticket)-4], noon, ""},
		"padded":          {tickets, ticket + "=", noon, ""},
		"another text":    {tickets, base64.RawURLEncoding.EncodeToString(make([]byte, 60)), noon, ""},
	} {
		got, err := c.by.Open(c.ticket, c.at)
		if got != c.want || (c.want == "") != models.IsCode(err, models.CodeUnauthenticated) {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
		}
	}
}

// TestChangedTickets: a ticket of which any character was changed is refused.
func TestChangedTickets(t *testing.T) {
	tickets := websockets.NewTickets([]byte("key"))
	ticket, _ := tickets.Seal("taro", noon)
	for i := range ticket {
		changed := []byte(ticket)
		if changed[i]++; changed[i] == ticket[i] {
			t.Fatal("the character did not change")
		}
		if got, err := tickets.Open(string(changed), noon); err == nil {
			t.Errorf("character %d changed: got %q, want a refusal", i, got)
		}
	}
}
