package models_test

import (
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func TestCheckName(t *testing.T) {
	for name, want := range map[string]models.Reason{
		"山田 太郎": "", "Taro": "", "👨‍👩‍👧‍👦": "", "🏴󠁧󠁢󠁥󠁮󠁧󠁿": "", "می\u200cخواهم": "", strings.Repeat("長", models.MaxName): "",
		strings.Repeat("長", models.MaxName+1): models.ReasonTooLong,
		"":                                    models.ReasonEmpty, " 　": models.ReasonEmpty, "\u200d": models.ReasonControlCharacter,
		"a\nb": models.ReasonControlCharacter, "a\xffb": models.ReasonControlCharacter,
		"Ta\u200bro": models.ReasonControlCharacter, "\u202eoraT": models.ReasonControlCharacter, "\u2066a\u2069": models.ReasonControlCharacter,
		"Taro\ufeff": models.ReasonControlCharacter, "Ta\u00adro": models.ReasonControlCharacter, "\u2060": models.ReasonControlCharacter,
		"\u061cTaro": models.ReasonControlCharacter, "\U000e0001a": models.ReasonControlCharacter,
	} {
		err := models.CheckName("name", name)
		if (err == nil) != (want == "") || want != "" && (!models.IsReason(err, want) || models.AsError(err).Field != "name") {
			t.Errorf("CheckName(%q): got %v, want %q", name, err, want)
		}
	}
}

// TestSuccessor: the successor is the person who has been a member longest, and an Echo
// only if no other member is a person.
func TestSuccessor(t *testing.T) {
	person := func(id models.UserID) models.User { return models.User{ID: id, Source: models.SourceOIDC} }
	echo := func(id models.UserID) models.User { return models.User{ID: id, Source: models.SourceAlexa} }
	for name, c := range map[string]struct {
		members []models.User
		want    models.UserID // "": none
	}{
		"alone":               {[]models.User{echo("u")}, ""},
		"no member":           {nil, ""},
		"a person":            {[]models.User{echo("u"), person("a")}, "a"},
		"the longest-serving": {[]models.User{person("a"), echo("u"), person("b")}, "a"},
		"Echos first":         {[]models.User{echo("e"), echo("u"), echo("f"), person("a"), person("b")}, "a"},
		"only Echos":          {[]models.User{echo("u"), echo("e"), echo("f")}, "e"},
	} {
		heir, ok := models.Family{Members: c.members}.Successor("u")
		if heir.ID != c.want || ok != (c.want != "") {
			t.Errorf("%s: got %q, %v, want %q", name, heir.ID, ok, c.want)
		}
	}
}

func TestInvites(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	family := models.Family{ID: "f", InviteID: "i", MemberIDs: []models.UserID{"maker", "other"}}
	code := models.InviteCode{Code: "1234", InviteID: "i", FamilyID: "f", CreatedBy: "maker", ExpiresAt: now.Add(time.Second)}
	for name, c := range map[string]struct {
		change func(c *models.InviteCode, f *models.Family)
		want   bool
	}{
		"live":           {func(*models.InviteCode, *models.Family) {}, true},
		"expired":        {func(c *models.InviteCode, _ *models.Family) { c.ExpiresAt = now }, false},
		"used":           {func(_ *models.InviteCode, f *models.Family) { f.InviteID = "" }, false},
		"another":        {func(_ *models.InviteCode, f *models.Family) { f.InviteID = "j" }, false},
		"no id":          {func(c *models.InviteCode, f *models.Family) { c.InviteID, f.InviteID = "", "" }, false},
		"another family": {func(c *models.InviteCode, _ *models.Family) { c.FamilyID = "g" }, false},
		"maker gone":     {func(_ *models.InviteCode, f *models.Family) { f.MemberIDs = f.MemberIDs[1:] }, false},
		"maker former": {func(_ *models.InviteCode, f *models.Family) {
			f.MemberIDs, f.FormerIDs = f.MemberIDs[1:], []models.UserID{"maker"}
		}, false},
	} {
		c2, f2 := code, family
		c.change(&c2, &f2)
		if got := c2.Invites(f2, now); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
	if code.IsLink() || !(models.InviteCode{Code: models.LinkPrefix + "hash"}).IsLink() {
		t.Error("IsLink: want true for a link, false for digits")
	}
}

func TestRequest(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := models.Request{UserID: "u", FamilyID: "f", At: at, Check: "47", Way: models.WayDigits, InviteID: "i"}
	if !r.Open(at) || !r.Open(r.Until().Add(-time.Millisecond)) || r.Open(r.Until()) || (models.Request{}).Open(time.Time{}) {
		t.Error("Open: want true only for a request within its lifetime")
	}
	same := r
	same.Way, same.InviteID, same.By = "", "", "m"
	if !r.Is(same) {
		t.Error("Is: got false for the same request, want true")
	}
	for name, change := range map[string]func(o *models.Request){
		"person": func(o *models.Request) { o.UserID = "v" }, "family": func(o *models.Request) { o.FamilyID = "g" },
		"time": func(o *models.Request) { o.At = at.Add(time.Millisecond) }, "check": func(o *models.Request) { o.Check = "48" },
	} {
		o := r
		change(&o)
		if r.Is(o) {
			t.Errorf("Is: got true with another %s, want false", name)
		}
		if (r.Compare(o) == 0) != (name == "family" || name == "check") {
			t.Errorf("Compare with another %s: got %d, want 0 only for another family or check number", name, r.Compare(o))
		}
	}
}

func TestListsAndConnection(t *testing.T) {
	f := models.Family{MemberIDs: []models.UserID{"m"}, FormerIDs: []models.UserID{"g"}, Requests: []models.Request{{UserID: "a"}, {UserID: "m"}}}
	if !f.Lists("m") || !f.Lists("g") || f.Lists("a") || f.Has("g") || !f.Alone("m") || f.Alone("g") {
		t.Errorf("got wrong members of %+v, want m as the only member and g as a former one", f)
	}
	if _, ok := f.RequestOf("a"); !ok {
		t.Error("RequestOf: got none, want the request")
	}
	if _, ok := f.RequestOf("m"); ok {
		t.Error("RequestOf of a member: got a request, want none")
	}
	now := time.Now()
	if (models.Connection{ExpiresAt: now.Add(time.Hour)}).Live(now) || !(models.Connection{Number: "12345678", ExpiresAt: now.Add(1)}).Live(now) ||
		(models.Connection{Number: "12345678", ExpiresAt: now}).Live(now) {
		t.Error("Live: want true only until the number expires")
	}
}

// TestUnnamed: an Echo keeps the name that its device came with until it has one of its own.
func TestUnnamed(t *testing.T) {
	for name, want := range map[string]bool{"": true, "エコー": true, "Echo": true, "Kitchen": false, "台所": false} {
		check.Equal(t, models.Unnamed(name), want, name)
	}
}
