package dynamo

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// withoutMaps removes the voiceMaps from a person's item, as it was before voices had
// names.
func withoutMaps(w *familytest.World, db *DB, u models.User) {
	w.T.Helper()
	e := db.editPerson(u.ID)
	e.when(userExists)
	e.remove(voiceMaps...)
	out, err := db.update(w.Ctx(), e.write())
	w.OK(err)
	for _, attribute := range voiceMaps {
		if _, there := out.item[attribute]; there || !out.done {
			w.T.Fatalf("got the map %s, want none", attribute)
		}
	}
}

// TestMapsOfOldItem: an item from before voices gets all maps when it needs one, once.
func TestMapsOfOldItem(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	echo := w.Echo("Echo")
	withoutMaps(w, db, echo)
	writes := 0
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.UpdateItemInput); ok {
			writes++
		}
		return nil
	}
	for _, step := range []struct {
		do     func() error
		writes int
	}{
		{func() error { return must.Err(w.Families.Rename(w.Ctx(), echo, "Kitchen")) }, 1},
		{func() error { return must.Err(w.Families.NameVoice(w.Ctx(), echo, "v", "太郎")) }, 3},
		{func() error { return must.Err(w.Families.NameVoice(w.Ctx(), echo, "w", "花子")) }, 1},
		{func() error { return w.Families.MarkListened(w.Ctx(), echo, models.Speaker{Voice: "v"}, w.Now()) }, 1},
		{func() error { return must.Err(w.Families.NameRoom(w.Ctx(), echo, "d", "台所")) }, 1},
		{func() error { return w.Families.RecordAct(w.Ctx(), echo, "v", models.Act{}) }, 1},
	} {
		writes = 0
		w.OK(step.do())
		w.Same(writes, step.writes)
	}
	now := w.Again(echo)
	w.Same(now.Skill.Voices, map[models.VoiceID]string{"v": "太郎", "w": "花子"})
	w.Same([]int{len(now.Skill.Heard), len(now.Skill.Rooms), len(now.Skill.Acts)}, []int{1, 1, 1})
}

// TestMapsOfOldItemAtOnce: whichever request creates the maps, they have every entry, even
// if answers are lost.
func TestMapsOfOldItemAtOnce(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	for range 5 {
		echo := w.Echo("Echo")
		withoutMaps(w, db, echo)
		s.after = times(awayTries-1, func(in any) error {
			if u, ok := in.(*dynamodb.UpdateItemInput); ok && strings.Contains(*u.UpdateExpression, "if_not_exists(#"+persons+",") {
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
			if err := w.Families.MarkListened(w.Ctx(), echo, models.Speaker{Voice: v}, w.Now()); err != nil {
				t.Error(err)
			}
		})
		s.after = nil
		now := w.Again(echo)
		w.Same(now.Skill.Voices, want)
		w.Same(len(now.Skill.Heard), len(want))
	}
}

// TestForgottenMeanwhile: maps that are emptied before an update's second try still exist.
func TestForgottenMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	echo := w.Echo("Echo")
	withoutMaps(w, db, echo)
	suspend := suspending(w, echo)
	var once sync.Once
	s.after = func(any) error {
		once.Do(func() {
			w.OK(db.Families().Suspend(w.Ctx(), suspend))
		})
		return nil
	}
	w.OK(must.Err(w.Families.NameVoice(w.Ctx(), echo, "v", "太郎")))
	w.Same(w.Again(echo).Skill.Voices, map[models.VoiceID]string{"v": "太郎"})
}

// TestErasedMeanwhile: an account that is erased before an update's second try is not
// found, and is not created again.
func TestErasedMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	echo := w.Echo("Echo")
	withoutMaps(w, db, echo)
	var once sync.Once
	s.after = func(any) error {
		once.Do(func() {
			w.OK(must.Err(db.remove(w.Ctx(), write{table: db.tables.Users, key: personKey(echo.ID)})))
		})
		return nil
	}
	w.Refused(must.Err(w.Families.NameVoice(w.Ctx(), echo, "v", "太郎")), models.CodeNotFound, models.ReasonPerson)
	w.Refused(must.Err(db.Families().Person(w.Ctx(), echo.ID)), models.CodeNotFound, models.ReasonPerson)
}

// TestEarlierDeletion: the last deletion that an earlier version recorded is not read. The
// next change of acts removes it.
func TestEarlierDeletion(t *testing.T) {
	w, db := world(t, plain)
	for name, do := range map[string]func(echo models.User) error{
		"act":  func(echo models.User) error { return w.Families.RecordAct(w.Ctx(), echo, "", models.Act{}) },
		"join": func(echo models.User) error { w.Join(echo, w.Person("Owner")); return nil },
		"end":  func(echo models.User) error { return w.Families.Disable(w.Ctx(), echo.ID) },
	} {
		echo := w.Echo("Echo")
		e := db.editPerson(echo.ID)
		e.set(lastDeletion, asMap(item{"at": instant(w.Now())}))
		w.OK(must.Err(db.update(w.Ctx(), e.write())))
		w.Same(w.Again(echo), echo)
		w.OK(do(echo))
		it, err := db.get(w.Ctx(), db.tables.Users, personKey(echo.ID))
		w.OK(err)
		if it[lastDeletion] != nil {
			t.Errorf("%s: got the earlier deletion, want none", name)
		}
	}
}

// TestDisabledLeavesNothing: attributes that belong to the device alone are removed, not
// left empty.
func TestDisabledLeavesNothing(t *testing.T) {
	w, db := world(t, plain)
	for name, echo := range map[string]models.User{
		"suspended": spokenTo(w, 1, 2), "retired": w.Join(spokenTo(w, 2, 2), w.Person("Owner")),
	} {
		if name == "suspended" {
			w.OK(must.Err(w.Families.ConnectionNumber(w.Ctx(), echo)))
		}
		w.OK(w.Families.MarkListened(w.Ctx(), echo, models.Speaker{Voice: "v"}, w.Now()))
		w.OK(w.Families.MarkGreeted(w.Ctx(), echo))
		w.OK(must.Err(w.Families.NameRoom(w.Ctx(), echo, "d", "Kitchen")))
		w.OK(w.Families.RecordAct(w.Ctx(), echo, "", models.Act{Refs: []models.MemoRef{{UserID: echo.ID, ID: "1"}}}))
		number := w.Again(echo).Echo.Connection.Number
		w.OK(w.Families.Disable(w.Ctx(), echo.ID))
		it, err := db.get(w.Ctx(), db.tables.Users, personKey(echo.ID))
		w.OK(err)
		for _, attribute := range []string{"lastReadAt", "greeted", connection, requestOf, "notice"} {
			if _, there := it[attribute]; there {
				t.Errorf("%s: %s is still there", name, attribute)
			}
		}
		for _, attribute := range voiceMaps {
			if m, _ := it[attribute].(*types.AttributeValueMemberM); m == nil || len(m.Value) > 0 {
				t.Errorf("%s: got %v as %s, want an empty map", name, it[attribute], attribute)
			}
		}
		w.Refused(must.Err(db.Families().Holder(w.Ctx(), family.NumberKey(number))), models.CodeNotFound, models.ReasonInviteNotValid)
	}
}

// alexaID returns an id of the length of Alexa's.
func alexaID(kind string, n int) string {
	return fmt.Sprintf("amzn1.ask.%s.%s%03d", kind, strings.Repeat("A", 200), n)
}

// TestPackedIDs: an id is restored exactly, and one that would not be is not packed.
func TestPackedIDs(t *testing.T) {
	for id, want := range map[models.MemoID]bool{
		"1720789912345a1b2c3d4e5f6": true, "0000000000000000000000000": true, "9999999999999ffffffffffff": true,
		"1720789912345A1B2C3D4E5F6": false, "+720789912345a1b2c3d4e5f6": false, "17207899123454abc": false,
		"": false, "172078991234-a1b2c3d4e5f6": false, "1720789912345a1b2c3d4e5fg": false, "1720789912345a1b2c3d4e5f67": false,
	} {
		for _, place := range []int{0, 1, 15} {
			packed, ok := packRef(place, id)
			if ok != want || ok && len(packed) != packedRef {
				t.Errorf("%d %q: got %d bytes, %v, want %v", place, id, len(packed), ok, want)
			}
			if !ok {
				continue
			}
			if gotPlace, gotID := unpackRef(packed); gotPlace != place || gotID != id {
				t.Errorf("got %d %q, want %d %q", gotPlace, gotID, place, id)
			}
		}
		if _, ok := packRef(16, id); ok {
			t.Errorf("16 %q: got a packed memo, want none", id)
		}
	}
	refs := []models.MemoRef{{UserID: "a", ID: "1720789912345a1b2c3d4e5f6"}, {UserID: "b", ID: "imported"}}
	for n, packed := range map[int]bool{1: true, 2: false} { // one other id makes all of them texts
		it := itemOf(actAttributes("b"), models.Act{At: time.Now(), Refs: refs[:n]})
		if _, ok := it["memos"].(*types.AttributeValueMemberB); ok != packed {
			t.Errorf("%d memos: got %v, want packed %v", n, it["memos"], packed)
		}
		if got, err := read(actAttributes("b"), it); err != nil || !slices.Equal(got.Refs, refs[:n]) {
			t.Errorf("got %v, %v, want %v", got.Refs, err, refs[:n])
		}
	}
}

// TestBrokenPersons: a map of voices that cannot be read is an error without its content.
func TestBrokenPersons(t *testing.T) {
	texts := func(s ...string) types.AttributeValue { return textList(s) }
	broken := func(it item) types.AttributeValue { return &types.AttributeValueMemberM{Value: it} }
	bytes := func(s string) types.AttributeValue { return &types.AttributeValueMemberB{Value: []byte(s)} }
	act := func(it item) types.AttributeValue { return broken(item{"voice": broken(it)}) }
	for name, it := range map[string]item{
		"a voice that is a number": {persons: broken(item{"secret": number(1)})},
		"a time":                   {"lastReadAt": text("secret")},
		"a room that is a number":  {rooms: broken(item{"secret": number(1)})},
		"when a voice listened":    {heard: broken(item{"voice": text("secret")})},
		"an act that is a text":    {acts: broken(item{"voice": text("secret")})},
		"when it was deleted":      {acts: act(item{"at": text("secret")})},
		"no place":                 {acts: act(item{"at": number(1), "by": texts("secret"), "memos": texts("secret 1")})},
		"a place too far":          {acts: act(item{"at": number(1), "by": texts("secret"), "memos": texts("1 secret")})},
		"a packed place too far":   {acts: act(item{"at": number(1), "by": texts("secret"), "memos": bytes("\x10ecretsecret")})},
		"a part of a packed memo":  {acts: act(item{"at": number(1), "by": texts("secret"), "memos": bytes("\x00ecretsecre")})},
		"a place before":           {acts: act(item{"at": number(1), "by": texts("secret"), "memos": texts("-1 secret")})},
		"an access":                {access: broken(item{"secret": number(1)})},
		"when it was used":         {access: broken(item{"secret": broken(item{"used": text("secret")})})},
		"no text":                  {acts: act(item{"at": number(1), "by": texts("secret"), "memos": &types.AttributeValueMemberL{Value: []types.AttributeValue{number(1)}}})},
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
