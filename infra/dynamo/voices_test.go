package dynamo

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/memo"
	"voicememo/models"
)

// withoutVoices removes the map of voices from a person's item, as it was before voices
// had names.
func withoutVoices(w *familytest.World, db *DB, u models.User) {
	w.T.Helper()
	out, err := db.update(w.Ctx(), write{
		table: db.tables.Users, key: personKey(u.ID), update: "REMOVE #" + persons, only: userExists,
	})
	w.OK(err)
	if _, there := out.item[persons]; there || !out.done {
		w.T.Fatal("got the map of voices, want none")
	}
}

// TestVoicesOfOldItem: an item from before voices takes one additional try, once.
func TestVoicesOfOldItem(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	echo := w.Echo("Echo")
	withoutVoices(w, db, echo)
	tries := 0
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.UpdateItemInput); ok {
			tries++
		}
		return nil
	}
	for n, want := range []int{2, 1} {
		tries = 0
		_, err := w.Families.NameVoice(w.Ctx(), echo, models.VoiceID(fmt.Sprint(n)), "太郎")
		w.OK(err)
		w.Same(tries, want)
	}
	w.Same(w.Again(echo).Voices, map[models.VoiceID]string{"0": "太郎", "1": "太郎"})
}

// TestVoicesOfOldItemAtOnce: whichever request makes the map, it has every name, even if
// answers are lost.
func TestVoicesOfOldItemAtOnce(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	for range 5 {
		echo := w.Echo("Echo")
		withoutVoices(w, db, echo)
		s.after = times(awayTries-1, func(in any) error {
			if u, ok := in.(*dynamodb.UpdateItemInput); ok && strings.Contains(*u.ConditionExpression, "attribute_not_exists(#"+persons+")") {
				return errDead
			}
			return nil
		})
		want := map[models.VoiceID]string{}
		for i := range 6 {
			want[models.VoiceID(fmt.Sprint(i))] = fmt.Sprint("Person ", i)
		}
		familytest.Together(len(want), func(i int) {
			v := models.VoiceID(fmt.Sprint(i))
			if _, err := w.Families.NameVoice(w.Ctx(), echo, v, want[v]); err != nil {
				t.Error(err)
			}
		})
		s.after = nil
		w.Same(w.Again(echo).Voices, want)
	}
}

// TestForgottenMeanwhile: a map that is emptied between two tries still exists.
func TestForgottenMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	echo := w.Echo("Echo")
	withoutVoices(w, db, echo)
	suspend := suspending(w, echo)
	var once sync.Once
	s.after = func(any) error {
		once.Do(func() {
			w.OK(db.Families().Suspend(w.Ctx(), suspend))
		})
		return nil
	}
	_, err := w.Families.NameVoice(w.Ctx(), echo, "v", "太郎")
	w.OK(err)
	w.Same(w.Again(echo).Voices, map[models.VoiceID]string{"v": "太郎"})
}

// TestDisabledLeavesNothing: attributes that belong to the device alone are removed, not
// left empty.
func TestDisabledLeavesNothing(t *testing.T) {
	w, db := world(t, plain)
	for name, echo := range map[string]models.User{
		"suspended": spokenTo(w, 1, 2), "retired": w.Join(spokenTo(w, 2, 2), w.Person("Owner")),
	} {
		if name == "suspended" {
			w.OK(second(w.Families.ConnectionNumber(w.Ctx(), echo)))
		}
		w.OK(w.Families.MarkListened(w.Ctx(), echo))
		w.OK(w.Families.RecordDeletion(w.Ctx(), echo, []models.MemoRef{{UserID: echo.ID, ID: "1"}}))
		number := w.Again(echo).Connection.Number
		w.OK(w.Families.Disable(w.Ctx(), echo.ID))
		it, err := db.get(w.Ctx(), db.tables.Users, personKey(echo.ID))
		w.OK(err)
		for _, attribute := range []string{"lastReadAt", lastDeletion, connection, requestOf, "notice"} {
			if _, there := it[attribute]; there {
				t.Errorf("%s: %s is still there", name, attribute)
			}
		}
		if names, _ := it[persons].(*types.AttributeValueMemberM); names == nil || len(names.Value) > 0 {
			t.Errorf("%s: the voices are %v", name, it[persons])
		}
		_, err = db.Families().Holder(w.Ctx(), family.NumberKey(number))
		w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	}
}

// sizeOf returns a value's part of an item's size, as counted by the developer guide's
// page "Item sizes and formats".
func sizeOf(v types.AttributeValue) int {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberL:
		n := 3
		for _, e := range v.Value {
			n += 1 + sizeOf(e)
		}
		return n
	case *types.AttributeValueMemberM:
		n := 3
		for name, e := range v.Value {
			n += 1 + len(name) + sizeOf(e)
		}
		return n
	default:
		return 1
	}
}

// alexaID returns an id of the length of Alexa's.
func alexaID(kind string, n int) string {
	return fmt.Sprintf("amzn1.ask.%s.%s%03d", kind, strings.Repeat("A", 200), n)
}

// TestDeletionIsSmall: a deletion of a hundred memos of a household with several Echos
// stays small.
func TestDeletionIsSmall(t *testing.T) {
	d := models.Deletion{}
	for i := range 100 {
		author := models.UserID(alexaID("account", i%5))
		d.Refs = append(d.Refs, models.MemoRef{UserID: author, ID: models.MemoID(fmt.Sprintf("1720789912345%012x", i))})
	}
	if n := sizeOf(deletion(d.Refs[0].UserID, d)); n > 4096 {
		t.Errorf("got %d bytes", n)
	}
	one := models.Deletion{Refs: d.Refs[:1]}
	if n := sizeOf(deletion(d.Refs[0].UserID, one)); n > 100 {
		t.Errorf("one of the person's own: got %d bytes", n)
	}
}

// TestBrokenPersons: a map of voices that cannot be read is an error without its content.
func TestBrokenPersons(t *testing.T) {
	texts := func(s ...string) types.AttributeValue { return list(s) }
	broken := func(it item) types.AttributeValue { return &types.AttributeValueMemberM{Value: it} }
	for name, it := range map[string]item{
		"a voice that is a number": {persons: broken(item{"secret": number(1)})},
		"a time":                   {"lastReadAt": text("secret")},
		"when it was deleted":      {lastDeletion: broken(item{"at": text("secret")})},
		"no place":                 {lastDeletion: broken(item{"authors": texts("secret"), "memos": texts("secret 1")})},
		"a place too far":          {lastDeletion: broken(item{"authors": texts("secret"), "memos": texts("1 secret")})},
		"a place before":           {lastDeletion: broken(item{"authors": texts("secret"), "memos": texts("-1 secret")})},
		"an access":                {access: broken(item{"secret": number(1)})},
		"when it was used":         {access: broken(item{"secret": broken(item{"used": text("secret")})})},
		"no text":                  {lastDeletion: broken(item{"authors": texts("secret"), "memos": &types.AttributeValueMemberL{Value: []types.AttributeValue{number(1)}}})},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readPerson(it)
			if !models.IsCode(err, models.CodeInternal) || strings.Contains(fmt.Sprint(err), "secret") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestGetReadsTheTable: Get reads consistently, and requests keys that a batch leaves out
// once more.
func TestGetReadsTheTable(t *testing.T) {
	w, db := world(t, func(c Client) Client {
		return stingy{proxy{client: c, before: func(in any) error {
			batch, ok := in.(*dynamodb.BatchGetItemInput)
			if !ok {
				return nil
			}
			for table, keys := range batch.RequestItems {
				if strings.HasSuffix(table, "-memos") && !aws.ToBool(keys.ConsistentRead) {
					t.Error("got a read that may lag")
				}
			}
			return nil
		}}}
	})
	u := w.Person("Taro")
	var refs []models.MemoRef
	for i := range 5 {
		refs = append(refs, w.Add(u, fmt.Sprint(i)).Ref())
	}
	got, err := w.Memos.Get(w.Ctx(), u, refs)
	w.OK(err)
	want, err := db.Memos().Get(w.Ctx(), refs)
	w.OK(err)
	if len(got) != 5 || len(want) != 5 || got[0].Ref() != refs[0] || got[4].Ref() != refs[4] {
		t.Errorf("got %d memos: %+v", len(got), got)
	}
}

// TestRepeatsCostsNothing: the person's item, which the caller has, shows that nothing
// was added recently.
func TestRepeatsCostsNothing(t *testing.T) {
	m := &meter{}
	w, _ := world(t, func(c Client) Client { m.client = c; return m })
	u := w.Person("Taro")
	w.Add(u, "milk")
	ask := func() (bool, float64) {
		u := w.Again(u)
		m.reads, m.write = 0, 0
		again, err := w.Memos.Repeats(w.Ctx(), u, memo.Draft{Content: "milk", Key: "k"})
		w.OK(err)
		return again, m.reads + m.write
	}
	if again, units := ask(); !again || units == 0 {
		t.Errorf("immediately: got %v for %.1f units", again, units)
	}
	w.Advance(11 * time.Second)
	if again, units := ask(); again || units != 0 {
		t.Errorf("after 11 s: got %v for %.1f units", again, units)
	}
}
