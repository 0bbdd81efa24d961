package models_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// TestLimits checks the limits that documents and spoken sentences state.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct{ got, want int }{
		"characters of a memo":      {models.MaxContent, 500},
		"characters of a name":      {models.MaxName, 50},
		"days in the trash":         {models.TrashDays, 10},
		"days in the list if done":  {models.DoneDays, 3},
		"rooms of an account":       {models.MaxRooms, 20},
		"members of a family":       {models.MaxMembers, 20},
		"open requests of a family": {models.MaxRequests, 5},
		"voices of an Echo":         {models.MaxVoices, 30},
		"accesses of a person":      {models.MaxAccess, 20},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %d, want %d", name, c.got, c.want)
		}
	}
	for name, c := range map[string]struct{ got, want time.Duration }{
		"an invitation lives":             {models.InviteLifetime, 5 * time.Minute},
		"a connection number lives":       {models.ConnectionLifetime, 10 * time.Minute},
		"a request waits":                 {models.RequestLifetime, 24 * time.Hour},
		"a disabled Echo's memos wait":    {models.KeepFor, 30 * 24 * time.Hour},
		"a member is a newcomer":          {models.NewcomerFor, 24 * time.Hour},
		"others' memos stay in the trash": {models.TrashedFor, 24 * time.Hour},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", name, c.got, c.want)
		}
	}
}

// TestPositionOfItself: no position comes before itself.
func TestPositionOfItself(t *testing.T) {
	if p := (models.Position{Timestamp: time.UnixMilli(1), UserID: "u", ID: "i"}); p.Before(p) {
		t.Errorf("got %v before itself", p)
	}
}

// TestDone: a done memo is in the trash from exactly DoneDays after its mark, unless it was
// deleted before.
func TestDone(t *testing.T) {
	marked := time.Date(2026, 3, 28, 3, 4, 5, 6_000_000, time.UTC) // before a change of summer time
	late, deleted := marked.Add(72*time.Hour), marked.Add(time.Hour)
	for name, c := range map[string]struct {
		m       models.Memo
		now     time.Time
		expired bool
		want    time.Time // DeletedAt of At; zero: not deleted
	}{
		"open":                     {models.Memo{}, late, false, time.Time{}},
		"done":                     {models.Memo{DoneAt: marked}, marked, false, time.Time{}},
		"for nearly three days":    {models.Memo{DoneAt: marked}, late.Add(-time.Millisecond), false, time.Time{}},
		"for three days":           {models.Memo{DoneAt: marked}, late, true, late},
		"for a year":               {models.Memo{DoneAt: marked}, late.AddDate(1, 0, 0), true, late},
		"marked by a clock ahead":  {models.Memo{DoneAt: marked}, marked.AddDate(0, 0, -1), false, time.Time{}},
		"deleted, not done":        {models.Memo{Deleted: true, DeletedAt: deleted}, late, false, deleted},
		"deleted while done":       {models.Memo{Deleted: true, DeletedAt: deleted, DoneAt: marked}, late, false, deleted},
		"deleted while done today": {models.Memo{Deleted: true, DeletedAt: deleted, DoneAt: marked}, deleted, false, deleted},
	} {
		if got := c.m.Expired(c.now); got != c.expired {
			t.Errorf("%s: got Expired %v, want %v", name, got, c.expired)
		}
		if got, want := c.m.Done(), !c.m.DoneAt.IsZero(); got != want {
			t.Errorf("%s: got Done %v, want %v", name, got, want)
		}
		want := c.m
		want.Deleted, want.DeletedAt = !c.want.IsZero(), c.want
		if got := c.m.At(c.now); got != want {
			t.Errorf("%s: got %+v from At, want %+v", name, got, want)
		}
	}
}

// TestPurged: a memo in the trash or a done one is purged at exactly its PurgeAt, and no
// other memo is.
func TestPurged(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		m    models.Memo
		want bool
	}{
		"live":             {models.Memo{}, false},
		"live with a time": {models.Memo{PurgeAt: now.Add(-time.Hour)}, false},
		"without a time":   {models.Memo{Deleted: true}, false},
		"before its time":  {models.Memo{Deleted: true, PurgeAt: now.Add(time.Second)}, false},
		"at its time":      {models.Memo{Deleted: true, PurgeAt: now}, true},
		"after its time":   {models.Memo{Deleted: true, PurgeAt: now.Add(-time.Second)}, true},
		"done, before":     {models.Memo{DoneAt: now.Add(-time.Hour), PurgeAt: now.Add(time.Second)}, false},
		"done, at":         {models.Memo{DoneAt: now.Add(-time.Hour), PurgeAt: now}, true},
		"done, no time":    {models.Memo{DoneAt: now.Add(-time.Hour)}, false},
	} {
		if got := c.m.Purged(now); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// TestSigned: a session can be used until it has been unused for thirty days after the day
// of its last use, or has ended.
func TestSigned(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	u := models.User{Access: map[models.AccessID]models.Use{"a": {LastUsed: day}, "b": {LastUsed: day, Ended: true}}}
	last := day.Add(31*24*time.Hour - time.Millisecond)
	for _, c := range []struct {
		id   models.AccessID
		at   time.Time
		want bool
	}{{"a", day, true}, {"a", last, true}, {"a", last.Add(time.Millisecond), false}, {"b", day, false}, {"c", day, false}} {
		if got := u.Signed(c.id, c.at); got != c.want {
			t.Errorf("%s at %v: got %v, want %v", c.id, c.at, got, c.want)
		}
	}
}

func TestAccess(t *testing.T) {
	begun := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	signedOut := begun.Add(48 * time.Hour)
	u := models.User{CreatedAt: begun, SessionsValidAfter: signedOut, Access: map[models.AccessID]models.Use{"a": {}, "b": {Ended: true}}}
	if !u.Grants("a") || u.Grants("b") || u.Grants("c") {
		t.Errorf("got %v, %v, %v, want true only of an access that has not ended", u.Grants("a"), u.Grants("b"), u.Grants("c"))
	}
	old := models.OldAccess("0123456789ab")
	if !old.Old() || models.AccessID("0123456789abcdef").Old() {
		t.Errorf("got %v for %q, want only that to be old", old.Old(), old)
	}
	for name, c := range map[string]struct {
		id    models.AccessID
		since time.Time
		want  bool
	}{
		"with an id":                {"a", begun, false},
		"before the sign-out":       {old, signedOut.Add(-time.Second), true},
		"at the sign-out":           {old, signedOut, true},
		"after the sign-out":        {old, signedOut.Add(time.Second), false},
		"of an account of the past": {old, begun.Add(-time.Second), true},
	} {
		if got := u.Revoked(models.Access{ID: c.id, Since: c.since}); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
	never := models.User{CreatedAt: begun}
	if never.Revoked(models.Access{ID: old, Since: begun}) || !never.Revoked(models.Access{ID: old, Since: begun.Add(-time.Second)}) {
		t.Error("got other sessions revoked, want those from before the account")
	}
}

// TestUnusedAccess: the accesses unused longest end, as many as necessary for one more to
// fit.
func TestUnusedAccess(t *testing.T) {
	u := models.User{Access: map[models.AccessID]models.Use{}}
	day := models.Day(time.Date(2026, 1, 2, 23, 0, 0, 0, time.FixedZone("", -2*60*60)))
	if want := time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC); !day.Equal(want) {
		t.Errorf("got the day %v, want %v", day, want)
	}
	for i := range models.MaxAccess - 1 {
		u.Access[models.AccessID(fmt.Sprintf("%02d", i))] = models.Use{LastUsed: day.AddDate(0, 0, -i/2)}
	}
	if got := u.UnusedAccess(nil, "", nil); len(got) != 0 {
		t.Errorf("got %q, want none: there is room", got)
	}
	u.Access["20"] = models.Use{LastUsed: day.AddDate(0, 0, -8)} // as the two before it
	u.Access["21"] = models.Use{LastUsed: day}
	if got, want := u.UnusedAccess(nil, "", nil), []models.AccessID{"18", "16"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := u.UnusedAccess([]models.AccessID{"18"}, "", nil), []models.AccessID{"16"}; !slices.Equal(got, want) {
		t.Errorf("got %q besides one, want %q", got, want)
	}
}

// TestUnusedAccessOfOneDay: of the accesses last used on one day the oldest ends, and never
// the one whose request begins the next.
func TestUnusedAccessOfOneDay(t *testing.T) {
	day := models.Day(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	u, since := models.User{Access: map[models.AccessID]models.Use{}}, map[models.AccessID]time.Time{}
	for i := range models.MaxAccess {
		id := models.AccessID(fmt.Sprintf("%02d", i))
		u.Access[id], since[id] = models.Use{LastUsed: day}, day.Add(-time.Duration(i)*time.Minute)
	}
	for by, want := range map[models.AccessID]models.AccessID{"": "19", "00": "19", "19": "18"} {
		if got := u.UnusedAccess(nil, by, since); !slices.Equal(got, []models.AccessID{want}) {
			t.Errorf("by %q: got %q, want %q", by, got, want)
		}
	}
}

func TestVoices(t *testing.T) {
	u := models.User{ID: "u", Name: "Echo", Skill: models.SkillMemory{Voices: map[models.VoiceID]string{"v": "Hanako", "w": "", "": "Nobody"}}}
	for voice, want := range map[models.VoiceID]string{"v": "Hanako", "w": "Echo", "x": "Echo", "": "Echo"} {
		check.Equal(t, u.SpeaksAs(models.Speaker{Voice: voice}), want, "the voice %q speaks as", voice)
	}
	mark := models.VoiceID("v").Mark("u")
	if got := models.VoiceID("").Mark("u"); got != "" {
		t.Errorf("got the mark %q of no voice, want none", got)
	}
	if len(mark) != 16 || mark == models.VoiceID("v").Mark("t") || mark == models.VoiceID("w").Mark("u") {
		t.Errorf("got %q, want 16 digits of this voice of this account", mark)
	}
	if got, ok := u.Marked(mark); got != "v" || !ok {
		t.Errorf("got %q, %v, want the voice v", got, ok)
	}
	if got, ok := u.Marked(models.VoiceID("gone").Mark("u")); got != "" || ok {
		t.Errorf("got %q, %v, want no voice", got, ok)
	}
}

// TestRooms: a speaker is shown by the name of the voice, then of the device, then of the
// account; the mark on a memo is that of the name.
func TestRooms(t *testing.T) {
	kitchen, hanako, jiro := models.DeviceID("k").Mark("u"), models.VoiceID("v").Mark("u"), models.VoiceID("w").Mark("u")
	u := models.User{
		ID: "u", Name: "Echo", Skill: models.SkillMemory{Voices: map[models.VoiceID]string{"v": "Hanako", "w": ""},
			Rooms: map[models.VoiceMark]string{kitchen: "Kitchen", "": "Nowhere", models.DeviceID("old").Mark("u"): ""}},
	}
	for s, want := range map[models.Speaker]struct {
		name string
		mark models.VoiceMark
	}{
		{}:                         {"Echo", ""},
		{Voice: "v"}:               {"Hanako", hanako},
		{Voice: "w"}:               {"Echo", jiro},
		{Device: "k"}:              {"Kitchen", kitchen},
		{Device: "x"}:              {"Echo", ""},
		{Device: "old"}:            {"Echo", ""},
		{Voice: "v", Device: "k"}:  {"Hanako", hanako},
		{Voice: "w", Device: "k"}:  {"Kitchen", kitchen},
		{Voice: "w", Device: "x"}:  {"Echo", jiro},
		{Voice: "new", Device: ""}: {"Echo", models.VoiceID("new").Mark("u")},
	} {
		if got, mark := u.SpeaksAs(s), u.MarkOf(s); got != want.name || mark != want.mark {
			t.Errorf("%+v: got %q with the mark %q, want %+v", s, got, mark, want)
		}
	}
	for mark, want := range map[models.VoiceMark]string{
		"": "Echo", hanako: "Hanako", jiro: "Echo", kitchen: "Kitchen", "gone": "", models.DeviceID("old").Mark("u"): "",
	} {
		if got, known := u.NameOf(mark); known != (want != "") || known && got != want {
			t.Errorf("NameOf(%q): got %q, %v, want %q", mark, got, known, want)
		}
	}
	if got := models.DeviceID("v").Mark("u"); got != hanako || models.DeviceID("").Mark("u") != "" {
		t.Errorf("got the mark %q of a device, want it in the form of a voice's", got)
	}
}

func TestOwner(t *testing.T) {
	f := models.Family{OwnerID: "b", Members: []models.User{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}}
	if got := f.Owner().Name; got != "B" {
		t.Errorf("got %q, want B", got)
	}
	if u, ok := f.Member("a"); !ok || u.Name != "A" {
		t.Errorf("got %q, %v, want A, who is the first", u.Name, ok)
	}
	if u, ok := f.Member("c"); ok || u.ID != "" {
		t.Errorf("Member: got %q, %v, want none", u.ID, ok)
	}
	if (models.Family{MemberIDs: []models.UserID{"a", "b"}}).Alone("a") || (models.Family{}).Alone("a") {
		t.Error("got alone, want a member to be alone only without others")
	}
	f = models.Family{MemberIDs: []models.UserID{"m"}, Requests: []models.Request{{UserID: "a", Check: "11"}, {UserID: "b", Check: "22"}}}
	if r, ok := f.RequestOf("a"); !ok || r.Check != "11" {
		t.Errorf("got %+v, %v, want the first request", r, ok)
	}
	if r, ok := f.RequestOf("c"); ok || r.Check != "" {
		t.Errorf("got %+v, %v, want none", r, ok)
	}
}

// TestLongKeys: a memo's key may be as long as DynamoDB accepts.
func TestLongKeys(t *testing.T) {
	longest := models.MemoRef{UserID: models.UserID(strings.Repeat("u", 2048)), ID: models.MemoID(strings.Repeat("1", 1024))}
	if got, err := models.ParseMemoRef(longest.String()); err != nil || got != longest {
		t.Errorf("got %v, want the longest key", err)
	}
}

func TestErrorDetails(t *testing.T) {
	cause := errors.New("disk on fire")
	for name, c := range map[string]struct {
		err   error
		want  models.Error
		cause bool
	}{
		"invalid":         {models.Invalid("name", models.ReasonEmpty), models.Error{Code: models.CodeInvalid, Reason: models.ReasonEmpty, Field: "name"}, false},
		"too many":        {models.TooMany(models.ReasonWait, time.Minute), models.Error{Code: models.CodeTooMany, Reason: models.ReasonWait, RetryAfter: time.Minute}, false},
		"unavailable":     {models.Unavailable(cause), models.Error{Code: models.CodeUnavailable, Err: cause}, true},
		"unavailable for": {models.UnavailableFor(models.ReasonStorageFull, cause), models.Error{Code: models.CodeUnavailable, Reason: models.ReasonStorageFull, Err: cause}, true},
		"unknown":         {cause, models.Error{Code: models.CodeInternal, Err: cause}, true},
	} {
		if got := models.AsError(c.err); *got != c.want || errors.Is(got, cause) != c.cause {
			t.Errorf("%s: got %+v, want %+v", name, *got, c.want)
		}
	}
	if models.IsReason(nil, "") || models.IsReason(cause, models.ReasonMoved) || !models.IsReason(models.Conflict(models.ReasonMoved), models.ReasonMoved) {
		t.Error("got another reason, want that of the refusal alone")
	}
	if got := len(models.Codes()); got != 9 {
		t.Errorf("got %d codes, want 9", got)
	}
	if (models.Entry{}).Asked() || !(models.Entry{Request: models.Request{At: time.Now()}}).Asked() {
		t.Error("got another answer, want asked only with a request")
	}
}
