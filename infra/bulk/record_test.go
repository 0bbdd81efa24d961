package bulk_test

import (
	"crypto/sha256"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/infra/bulk"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// each returns new records of each kind, with everything that JSON omits or sorts, and
// their expected form.
func each() []struct {
	kind   bulk.Kind
	record bulk.Record
	key    bulk.Key
	normal bulk.Record
} {
	request := func(u models.UserID, after time.Duration) models.Request {
		return models.Request{UserID: u, FamilyID: "f", At: begin.Add(after)}
	}
	memo := models.Memo{UserID: "u", ID: "m", FamilyID: "f", Content: "牛乳", Timestamp: begin, Version: 2}
	code := models.InviteCode{Code: "0042", FamilyID: "f", CreatedBy: "u", CreatedAt: begin, ExpiresAt: begin}
	family := models.Family{ID: "f", OwnerID: "u", CreatedAt: begin, AskBeforeJoin: true}
	inOrder := family
	family.MemberIDs, inOrder.MemberIDs = []models.UserID{"v", "u", "v"}, []models.UserID{"u", "v"}
	family.FormerIDs, inOrder.FormerIDs = []models.UserID{"z", "x", "y", "x"}, []models.UserID{"x", "y", "z"}
	family.Requests = []models.Request{request("q", 2), request("p", 1), request("r", 3)}
	inOrder.Requests = []models.Request{request("p", 1), request("q", 2), request("r", 3)}
	family.Members = []models.User{{ID: "u"}}
	family.Moving, family.SettledAt = map[models.UserID][]models.FamilyID{"u": {"g"}}, begin
	person := models.User{ID: "u", FamilyID: "f", Name: "太郎", CreatedAt: begin, Closing: true}
	joined := person
	joined.Membership.JoinedAt = begin
	person.Author.Latest = []models.Written{{ID: "m", At: begin}}
	person.Access = map[models.AccessID]models.Use{"0123456789abcdef": {LastUsed: begin}}
	person.Author.ListFull, person.Skill.Voices, person.Skill.Heard = true, map[models.VoiceID]string{}, map[models.VoiceMark]time.Time{}
	person.Skill.Rooms, person.Skill.Acts = map[models.VoiceMark]string{}, map[models.VoiceMark]models.Act{}
	module := bulk.ModuleRecord{Module: "m", Key: "k#1", Value: json.RawMessage(`{"a":1}`)}
	return []struct {
		kind   bulk.Kind
		record bulk.Record
		key    bulk.Key
		normal bulk.Record
	}{
		{bulk.Memos, bulk.Record{Memo: &memo}, bulk.Key{ID: "u", Memo: "m"}, bulk.Record{Memo: new(memo)}},
		{bulk.Invites, bulk.Record{Invite: &code}, bulk.Key{ID: "0042"}, bulk.Record{Invite: new(code)}},
		{
			bulk.Ledgers, bulk.Record{Ledger: &invite.Ledger{Name: "l", Entries: []invite.Entry{}, ExpiresAt: begin}},
			bulk.Key{ID: "l"}, bulk.Record{Ledger: &invite.Ledger{Name: "l", ExpiresAt: begin}},
		},
		{bulk.People, bulk.Record{Person: &person}, bulk.Key{ID: "u"}, bulk.Record{Person: &joined}},
		{bulk.Families, bulk.Record{Family: &family}, bulk.Key{ID: "f"}, bulk.Record{Family: &inOrder}},
		{bulk.Modules, bulk.Record{Module: &module}, bulk.Key{ID: "m#k#1"}, bulk.Record{Module: new(module)}},
	}
}

// TestKinds: a record has the kind of its field and the key of its subject. What belongs to
// people is written before them, and then families and modules.
func TestKinds(t *testing.T) {
	var kinds []bulk.Kind
	for _, c := range each() {
		check.Equal(t, c.record.Kind(), c.kind)
		check.Equal(t, c.record.Key(), c.key, c.kind)
		kinds = append(kinds, c.kind)
	}
	check.Slices(t, bulk.Kinds(), kinds)
}

// TestJSON: the line of a record is that of its normal form, with sorted sets and without
// what only one engine knows, and the record itself is not changed.
func TestJSON(t *testing.T) {
	for n, c := range each() {
		want, err := json.Marshal(c.normal)
		must.OK(t, err)
		for _, r := range []bulk.Record{c.record, c.normal} {
			if got := lines(t, []bulk.Record{r})[0]; got != string(want) {
				t.Errorf("%s: got %s, want %s", c.kind, got, want)
			}
		}
		if diff := cmp.Diff(each()[n].record, c.record); diff != "" {
			t.Errorf("JSON changed the %s (-want +got):\n%s", c.kind, diff)
		}
		digest, err := c.record.Digest()
		if err != nil || digest != sha256.Sum256(want) {
			t.Errorf("%s: got %x, %v, want the hash of its line", c.kind, digest, err)
		}
	}
}

// TestEmptySets: an empty set is encoded like a nil one.
func TestEmptySets(t *testing.T) {
	none := bulk.Record{Family: &models.Family{ID: "f"}}
	empty := bulk.Record{Family: &models.Family{
		ID: "f", MemberIDs: []models.UserID{}, FormerIDs: []models.UserID{}, Requests: []models.Request{},
	}}
	check.Equal(t, lines(t, []bulk.Record{empty})[0], lines(t, []bulk.Record{none})[0])
}

// TestWhatCounts: any other difference between records changes their line.
func TestWhatCounts(t *testing.T) {
	entries := []invite.Entry{{ID: "e", At: begin, Amount: 1}}
	for name, pair := range map[string][2]bulk.Record{
		"entries of a ledger": {
			{Ledger: &invite.Ledger{Name: "l", Entries: entries}}, {Ledger: &invite.Ledger{Name: "l"}},
		},
		"names of voices": {
			{Person: &models.User{ID: "u", Skill: models.SkillMemory{Voices: map[models.VoiceID]string{"v": ""}}}}, {Person: &models.User{ID: "u"}},
		},
		"that a memo is done": {
			{Memo: &models.Memo{ID: "m", DoneAt: begin}}, {Memo: &models.Memo{ID: "m"}},
		},
		"who marked a memo as done": {
			{Memo: &models.Memo{ID: "m", DoneAt: begin, DoneBy: "u"}}, {Memo: &models.Memo{ID: "m", DoneAt: begin, DoneBy: "v"}},
		},
		"when a memo was edited": {
			{Memo: &models.Memo{ID: "m", EditedAt: begin, EditedBy: "u"}}, {Memo: &models.Memo{ID: "m", EditedAt: begin.Add(1), EditedBy: "u"}},
		},
		"the text before": {
			{Memo: &models.Memo{ID: "m", Before: models.Earlier{Content: "a", At: begin, By: "u"}}},
			{Memo: &models.Memo{ID: "m", Before: models.Earlier{Content: "b", At: begin, By: "u"}}},
		},
		"who wrote the text before": {
			{Memo: &models.Memo{ID: "m", Before: models.Earlier{Content: "a", At: begin, By: "u"}}},
			{Memo: &models.Memo{ID: "m", Before: models.Earlier{Content: "a", At: begin, By: "v"}}},
		},
		"the emoji of a person": {
			{Person: &models.User{ID: "u", Emoji: "🐻"}}, {Person: &models.User{ID: "u", Emoji: "🐱"}},
		},
		"who removed a person": {
			{Person: &models.User{ID: "u", Membership: models.Membership{RemovedBy: "v"}}}, {Person: &models.User{ID: "u"}},
		},
		"an access": {
			{Person: &models.User{ID: "u"}, Access: bulk.Accesses(map[models.AccessID]models.Use{"a": {LastUsed: begin}}, nil)}, {Person: &models.User{ID: "u"}},
		},
		"the generation of an access": {
			{Person: &models.User{ID: "u"}, Access: bulk.Accesses(map[models.AccessID]models.Use{"a": {Generation: 1}}, nil)},
			{Person: &models.User{ID: "u"}, Access: bulk.Accesses(map[models.AccessID]models.Use{"a": {Generation: 2}}, nil)},
		},
		"when a person joined": {
			{Person: &models.User{ID: "u", CreatedAt: begin, Membership: models.Membership{JoinedAt: begin.Add(1)}}}, {Person: &models.User{ID: "u", CreatedAt: begin}},
		},
		"one member": {
			{Family: &models.Family{ID: "f", MemberIDs: []models.UserID{"u"}}}, {Family: &models.Family{ID: "f"}},
		},
		"requests": {
			{Family: &models.Family{ID: "f", Requests: []models.Request{{UserID: "u", At: begin}}}}, {Family: &models.Family{ID: "f"}},
		},
	} {
		one, err := pair[0].Digest()
		other, err2 := pair[1].Digest()
		if err != nil || err2 != nil || one == other {
			t.Errorf("%s: got %x and %x, %v, %v, want two digests", name, one, other, err, err2)
		}
	}
}

// TestPast: a record that expires is past from that moment on; families and people never are.
func TestPast(t *testing.T) {
	trashed := models.Memo{Deleted: true, DeletedAt: begin.AddDate(0, 0, -10), PurgeAt: begin}
	done := models.Memo{DoneAt: begin.AddDate(0, 0, -13), PurgeAt: begin}
	for name, c := range map[string]struct {
		record bulk.Record
		past   bool // at begin; before that it never is
	}{
		"memo in the trash": {bulk.Record{Memo: &trashed}, true},
		"done memo":         {bulk.Record{Memo: &done}, true},
		"memo":              {bulk.Record{Memo: &models.Memo{Timestamp: begin.AddDate(-9, 0, 0)}}, false},
		"invitation":        {bulk.Record{Invite: &models.InviteCode{ExpiresAt: begin}}, true},
		"ledger":            {bulk.Record{Ledger: &invite.Ledger{ExpiresAt: begin}}, true},
		"family":            {bulk.Record{Family: &models.Family{}}, false},
		"person":            {bulk.Record{Person: &models.User{EraseAt: begin}}, false},
	} {
		for at, want := range map[time.Time]bool{begin.Add(-1): false, begin: c.past, begin.Add(1): c.past} {
			check.Equal(t, c.record.Past(at), want, "%s at %v", name, at)
		}
	}
}

// TestCompare: keys are ordered by their ids, and those of one author by their memos.
func TestCompare(t *testing.T) {
	keys := []bulk.Key{{ID: "a"}, {ID: "a", Memo: "1"}, {ID: "a", Memo: "2"}, {ID: "b"}, {ID: "b", Memo: "1"}}
	for i, a := range keys {
		for j, b := range keys {
			want := 0
			switch {
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			check.Equal(t, a.Compare(b), want, "%+v and %+v", a, b)
		}
	}
}
