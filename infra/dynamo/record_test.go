package dynamo

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/streams"
)

// watched is a world whose tables' streams are read.
type watched struct {
	*familytest.World
	db     *DB
	reader *streams.Reader
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	w, db := world(t, plain)
	client := db.client.(*dynamodb.Client)
	w.OK(CreateTables(w.Ctx(), client, db.environment)) // adds the streams
	reader, err := streams.NewReader(t.Context(), client, db.tables.Memos, db.tables.Users)
	w.OK(err)
	return &watched{w, db, reader}
}

// records returns the records since the last call, at the time of the world's clock.
func (s *watched) records() []streams.Record {
	s.T.Helper()
	records, err := s.reader.Next(s.Ctx())
	s.OK(err)
	for i := range records {
		records[i].DynamoDB.ApproximateCreationDateTime = float64(s.Now().Unix())
	}
	return records
}

// read returns the events of records. Reading one again must return the same.
func (s *watched) read(records ...streams.Record) (all []models.Event) {
	s.T.Helper()
	for _, r := range records {
		raw, err := json.Marshal(r)
		s.OK(err)
		events, err := ReadRecord(raw)
		s.OK(err)
		again, err := ReadRecord(raw)
		s.OK(err)
		s.Same(again, events)
		all = append(all, events...)
	}
	return all
}

// happened returns the events since the last call.
func (s *watched) happened() []models.Event {
	s.T.Helper()
	return s.read(s.records()...)
}

// change is a write that is made directly, as in earlier versions or by an operator.
func (s *watched) change(key item, expression string, values item) {
	s.T.Helper()
	table := s.db.tables.Users
	if key["id"] != nil {
		table = s.db.tables.Memos
	}
	s.OK(must.Err(s.db.update(s.Ctx(), write{table: table, key: key, update: expression, values: values})))
}

// silent are the changes of which no other member sees anything, by name. u is in a family
// with another member, m is a memo of u, and echo is in the same family.
var silent = map[string]func(s *watched, u, echo models.User, m models.Memo){
	"lastReadAt": func(s *watched, u, _ models.User, _ models.Memo) {
		s.OK(s.Families.MarkListened(s.Ctx(), u, models.Speaker{}, s.Now()))
	},
	"the last time a voice listened": func(s *watched, _, echo models.User, _ models.Memo) {
		s.OK(s.Families.MarkListened(s.Ctx(), echo, models.Speaker{Voice: "voice"}, s.Now()))
	},
	"lastSeenAt": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(personKey(u.ID), "SET #lastSeenAt = :at", item{":at": instant(s.Now())})
	},
	"latest memos": func(s *watched, u, _ models.User, m models.Memo) {
		s.change(personKey(u.ID), shiftLatest(), item{":latest": text(latestOf(m)), ":none": text("")})
	},
	"lastDeletion": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(personKey(u.ID), "SET #lastDeletion = :map", item{":map": asMap(item{"at": text("x")})})
	},
	"an act to undo": func(s *watched, u, _ models.User, m models.Memo) {
		s.OK(s.Families.RecordAct(s.Ctx(), s.Again(u), "", models.Act{Kind: models.ActDone, Refs: []models.MemoRef{m.Ref()}}))
	},
	"attempt counters": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(personKey(u.ID), "SET #joinAttempts = :n, #joinAttemptsAt = :at", item{":n": number(3), ":at": instant(s.Now())})
	},
	"an access": func(s *watched, u, _ models.User, _ models.Memo) {
		a := models.Access{ID: "0123456789abcdef", Kind: models.AccessSession, Name: "Firefox", Scope: models.ScopeFull, Since: s.Now(), Until: s.Now().Add(time.Hour)}
		s.OK(s.db.Access().Begin(s.Ctx(), u.ID, a, nil))
	},
	"the end of all accesses": func(s *watched, u, _ models.User, _ models.Memo) {
		s.OK(s.db.Access().EndAll(s.Ctx(), u.ID, s.Now()))
	},
	"a device": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(personKey(u.ID), "SET #devices = :n", item{":n": number(1)})
	},
	"the number of memos, and that the list is full": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(familyKey(u.FamilyID), "SET #memoCount = :n", item{":n": number(20_000)})
		s.change(personKey(u.ID), "SET #listFull = :full", item{":full": flag(true)})
	},
	"a memo that follows its author": func(s *watched, _, _ models.User, m models.Memo) {
		s.change(memoKey(m.Ref()), "SET #familyId = :family", item{":family": text("another")})
	},
	"a memo whose purge is postponed": func(s *watched, _, _ models.User, m models.Memo) {
		s.change(memoKey(m.Ref()), "SET #purgeAt = :at", item{":at": seconds(s.Now())})
	},
	"the marks of a move": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(familyKey(u.FamilyID), "SET #moving = :none, #settledAt = :at", item{":none": asMap(item{}), ":at": instant(s.Now())})
	},
	"a first contact": func(s *watched, _, _ models.User, _ models.Memo) { s.Person("New") },
	"an e-mail address": func(s *watched, u, _ models.User, _ models.Memo) {
		s.change(personKey(u.ID), "SET #email = :e", item{":e": text("new@example.com")})
	},
	"a recovery number": func(s *watched, _, echo models.User, _ models.Memo) {
		s.OK(must.Err(s.Families.RecoveryNumber(s.Ctx(), echo)))
	},
	"a greeting": func(s *watched, _, echo models.User, _ models.Memo) { s.OK(s.Families.MarkGreeted(s.Ctx(), echo)) },
	"a notice delivered": func(s *watched, _, echo models.User, _ models.Memo) {
		s.OK(s.Families.MarkTold(s.Ctx(), s.Again(echo)))
	},
	"a person's family, which the families' items tell": func(s *watched, u, _ models.User, _ models.Memo) {
		other := s.Person("Other")
		s.records()
		s.change(personKey(other.ID), "SET #familyId = :family, #moveEpoch = :n", item{":family": text(u.FamilyID), ":n": number(1)})
	},
}

// TestSilent: changes of which no other member sees anything have records, but no events.
func TestSilent(t *testing.T) {
	t.Parallel()
	s := newWatched(t)
	u := s.Person("Taro")
	echo := s.Connect(s.Echo("Echo"), u)
	m := s.Add(u, "milk")
	for name, do := range silent {
		s.records()
		do(s, s.Again(u), s.Again(echo), m)
		records := s.records()
		if got := s.read(records...); len(got) > 0 || len(records) == 0 {
			t.Errorf("%s: got %d records with the events %+v, want records without events", name, len(records), got)
		}
	}
}

// TestRemovedByTTL: what DynamoDB removes because its time is over makes no event, and the
// same removal by a person does.
func TestRemovedByTTL(t *testing.T) {
	t.Parallel()
	s := newWatched(t)
	u := s.Person("Taro")
	m := s.Add(u, "milk")
	s.records()
	s.OK(must.Err(s.Memos.Trash(s.Ctx(), u, m.Ref())))
	s.OK(must.Err(s.Memos.Delete(s.Ctx(), u, m.Ref(), 0)))
	records := s.records()
	removal := records[len(records)-1]
	for _, name := range []string{"MODIFY", "REMOVE"} { // the key stays, and not even that
		if name == "REMOVE" {
			removal.EventName, removal.DynamoDB.NewImage = name, nil
		}
		if removal.EventName != name {
			t.Fatalf("got %s, want %s", removal.EventName, name)
		}
		if got := s.read(removal); len(got) != 1 || got[0].Kind != models.EventChanged || got[0].Family != u.FamilyID {
			t.Errorf("%s by a person: got %+v, want changed", name, got)
		}
	}
	removal.UserIdentity = &streams.UserIdentity{Type: "Service", PrincipalID: "dynamodb.amazonaws.com"}
	if got := s.read(removal); len(got) != 0 {
		t.Errorf("removed by TTL: got %+v, want none", got)
	}
}

// TestCopied: memos and families that are copied or repaired are changes without a kind.
func TestCopied(t *testing.T) {
	t.Parallel()
	s := newWatched(t)
	u, other := s.Person("Taro"), s.Person("Hanako")
	old := s.Add(u, "milk")
	s.Advance(10 * time.Minute)
	f := s.FamilyOf(u)
	s.records()
	copied := old
	copied.Content, copied.Version, copied.UpdatedBy, copied.UpdatedAt = "bread", 2, u.ID, old.Timestamp.Add(time.Minute)
	imported := models.Memo{UserID: u.ID, ID: "1720789912345a1b2c3d4e5f6", FamilyID: f.ID, Content: "eggs", Timestamp: old.Timestamp, Version: 1}
	trashed := imported
	trashed.ID, trashed.Timestamp, trashed.Deleted = "1720789912346a1b2c3d4e5f6", s.Now(), true
	larger := f
	larger.MemberIDs = append(larger.MemberIDs, other.ID)
	for name, it := range map[string]item{
		"a memo that is replaced": memoItem(copied), "a memo that is imported": memoItem(imported), "a memo in the trash": memoItem(trashed),
		"a family": familyItem(larger),
	} {
		table := s.db.tables.Memos
		if it["id"] == nil {
			table = s.db.tables.Users
		}
		s.OK(must.Err(s.db.put(s.Ctx(), write{table: table, item: it})))
		if got := s.happened(); len(got) != 1 || got[0].Kind != models.EventChanged || got[0].Family != f.ID {
			t.Errorf("%s: got %+v, want changed", name, got)
		}
	}
}

// TestStreamRecord reads the example of Lambda's developer guide, made of this program's
// attributes.
func TestStreamRecord(t *testing.T) {
	const example = `{
		"eventID": "c4ca4238a0b923820dcc509a6f75849b", "eventName": "INSERT", "eventVersion": "1.1", "eventSource": "aws:dynamodb",
		"awsRegion": "us-east-2",
		"dynamodb": {
			"Keys": {"userId": {"S": "123"}, "id": {"S": "17207899123454abc"}},
			"NewImage": {
				"userId": {"S": "123"}, "id": {"S": "17207899123454abc"}, "familyId": {"S": "f-1"}, "content": {"S": "牛乳を買う"},
				"timestamp": {"S": "2025-07-14T09:30:15.123Z"}, "deleted": {"BOOL": false}, "version": {"N": "1"},
				"later": {"L": [{"NULL": true}, {"M": {}}, {"NS": ["1"]}, {"B": "AAEC"}, {"SS": ["b", "a"]}]}
			},
			"ApproximateCreationDateTime": 1752485416, "SequenceNumber": "4421584500000000017450439091", "SizeBytes": 26,
			"StreamViewType": "NEW_AND_OLD_IMAGES"
		},
		"eventSourceARN": "arn:aws:dynamodb:us-east-2:123456789012:table/alexa-voice-memo-prod-memos/stream/2024-06-10T19:26:16.525"
	}`
	got, err := ReadRecord(json.RawMessage(example))
	want := []models.Event{{
		ID: "c4ca4238a0b923820dcc509a6f75849b#added#0", Kind: models.EventAdded, Family: "f-1", Actor: "123",
		Memo: models.MemoRef{UserID: "123", ID: "17207899123454abc"}, At: time.Date(2025, 7, 14, 9, 30, 15, 123e6, time.UTC),
	}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("got %v (-want +got):\n%s", err, diff)
	}
	for name, change := range map[string][2]string{
		"of another table":   {"-prod-memos/", "-prod-notices/"},
		"without an id":      {"c4ca4238a0b923820dcc509a6f75849b", ""},
		"without an image":   {`"NewImage"`, `"NoImage"`},
		"not JSON":           {`"dynamodb":`, `"dynamodb"`},
		"of another form":    {`{"S": "123"}`, `"123"`},
		"with a broken time": {"2025-07-14T09", "yesterday"},
	} {
		raw := strings.ReplaceAll(example, change[0], change[1])
		if got, err := ReadRecord(json.RawMessage(raw)); !models.IsCode(err, models.CodeInternal) || len(got) > 0 || strings.Contains(fmt.Sprint(err), "牛乳") {
			t.Errorf("%s: got %+v, %v, want %s", name, got, err, models.CodeInternal)
		}
	}
}

// TestEventOfMemoThatFollows: a memo that has not followed its author yet is changed in the
// family where it is seen. Once it has followed, the item does not name that family twice.
func TestEventOfMemoThatFollows(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(s *watched, u models.User, m models.Memo) error{
		"edited": func(s *watched, u models.User, m models.Memo) error {
			return must.Err(s.Memos.Edit(s.Ctx(), u, m.Ref(), "bread", 0))
		},
		"done": func(s *watched, u models.User, m models.Memo) error {
			return must.Err(s.Memos.Done(s.Ctx(), u, m.Ref(), true, 0))
		},
		"trashed": func(s *watched, u models.User, m models.Memo) error {
			return must.Err(s.Memos.Trash(s.Ctx(), u, m.Ref()))
		},
	} {
		s := newWatched(t)
		taro, hanako := s.Person("Taro"), s.Person("Hanako")
		m := s.Add(hanako, "milk")
		s.Join(hanako, taro)
		s.records()
		s.OK(do(s, taro, m))
		if got := s.happened(); len(got) != 1 || got[0].Kind != models.EventKind(name) || got[0].Family != taro.FamilyID {
			t.Errorf("%s: got %+v, want the family %s", name, got, taro.FamilyID)
		}
		s.OK(s.Memos.Settle(s.Ctx(), taro))
		if got := s.read(s.records()...); len(got) > 0 {
			t.Errorf("%s: got %+v as it followed, want none", name, got)
		}
		if name != "trashed" {
			s.OK(must.Err(s.Memos.Trash(s.Ctx(), taro, m.Ref())))
		}
		s.OK(must.Err(s.Memos.Restore(s.Ctx(), taro, m.Ref())))
		it, err := s.db.get(s.Ctx(), s.db.tables.Memos, memoKey(m.Ref()))
		if s.OK(err); it[updatedIn] != nil {
			t.Errorf("%s: got the attribute %s after it followed, want none", name, updatedIn)
		}
	}
}
