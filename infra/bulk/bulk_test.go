package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// engine is an empty engine of either type.
type engine struct {
	bulk.Store
	families family.Store
	memos    memo.Store
	invites  invite.Store
}

func onSQLite(t *testing.T) engine {
	t.Helper()
	db, err := sqlite.Open(t.TempDir())
	must.OK(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return engine{db.Bulk(), db.Families(), db.Memos(), db.Invites()}
}

func onDynamoDB(t *testing.T) engine {
	t.Helper()
	client, environment := localengine.Environment(t, func(ctx context.Context, c *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, c, environment)
	})
	db := dynamo.Open(client, environment)
	return engine{dynamo.Bulk(client, environment), db.Families(), db.Memos(), db.Invites()}
}

// both runs a test on each engine.
func both(t *testing.T, test func(*testing.T, engine)) {
	t.Run("sqlite", func(t *testing.T) { test(t, onSQLite(t)) })
	t.Run("dynamodb", func(t *testing.T) { test(t, onDynamoDB(t)) })
}

// dump returns the sorted lines of all records.
func dump(t must.T, s bulk.Store) []string {
	t.Helper()
	return lines(t, all(t, s))
}

func all(t must.T, s bulk.Store) (records []bulk.Record) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		err := s.Each(context.Background(), kind, func(batch []bulk.Record) error {
			records = append(records, batch...)
			return nil
		})
		must.OK(t, err)
	}
	return records
}

func lines(t must.T, records []bulk.Record) []string {
	t.Helper()
	var out []string
	for _, r := range records {
		line, err := r.JSON()
		must.OK(t, err)
		out = append(out, string(line))
	}
	slices.Sort(out)
	return out
}

func write(t must.T, s bulk.Store, records []bulk.Record) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		must.OK(t, s.Write(context.Background(), ofKind(records, kind)))
	}
}

func remove(t must.T, s bulk.Store, records []bulk.Record) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		var keys []bulk.Key
		for _, r := range ofKind(records, kind) {
			keys = append(keys, r.Key(), r.Key())
		}
		must.OK(t, s.Remove(context.Background(), kind, keys))
	}
}

// TestThereAndBack: everything survives being copied to the other engine and back.
func TestThereAndBack(t *testing.T) {
	lite, dynamo, back := onSQLite(t), onDynamoDB(t), onSQLite(t)
	drawn := fields{}
	rapid.Check(t, func(t *rapid.T) {
		world := draw(t)
		drawn.see(world)
		want := lines(t, world)
		records := world
		for _, s := range []struct {
			name string
			bulk.Store
		}{{"first", lite}, {"there", dynamo}, {"back", back}} {
			write(t, s, records)
			records = all(t, s)
			if d := cmp.Diff(want, lines(t, records)); d != "" {
				t.Fatal(s.name, d)
			}
			for _, r := range ofKind(records, bulk.People) {
				if r.Access == nil || r.Person.Access != nil || r.Person.Author.ListFull {
					t.Fatalf("%s: got %v, %v and list full %v, want only those of the record", s.name, r.Access, r.Person.Access, r.Person.Author.ListFull)
				}
			}
			remove(t, s, world)
		}
	})
	for name, set := range drawn {
		if !set && !testing.Short() { // which draws too few worlds
			t.Errorf("%s was never set: draw must set it, so that its copying is tested", name)
		}
	}
}

// fields records for each stored field whether it was ever set.
type fields map[string]bool

func (f fields) see(records []bulk.Record) {
	for _, r := range records {
		parts := []any{r.Memo, r.Invite, r.Ledger, r.Family, r.Person}
		if u := r.Person; u != nil {
			parts = append(parts, &u.Membership, &u.Echo, &u.Skill, &u.Author)
		}
		for _, a := range r.Access {
			parts = append(parts, &a.Granted, &a.Use)
		}
		for _, one := range parts {
			v := reflect.Indirect(reflect.ValueOf(one))
			for i := 0; v.IsValid() && i < v.NumField(); i++ {
				name := v.Type().Name() + "." + v.Type().Field(i).Name
				f[name] = f[name] || !v.Field(i).IsZero()
			}
		}
	}
	for _, elsewhere := range []string{"Family.Members", "Family.Moving", "Family.SettledAt", "AuthorState.Latest", "User.Access", "Access.By", "Access.LastUsed"} {
		delete(f, elsewhere)
	}
}

// TestReplace: a record replaces the one with its key, however different. Of two records
// with one key the last one is stored.
func TestReplace(t *testing.T) {
	both(t, func(t *testing.T, e engine) {
		taro := models.User{ID: "taro", FamilyID: "f", IsOwner: true, Name: "太郎", Membership: models.Membership{JoinedAt: begin}, Skill: models.SkillMemory{Voices: map[models.VoiceID]string{"v": ""}}}
		hanako := models.User{ID: "hanako", FamilyID: "f", Name: "花子", Membership: models.Membership{JoinedAt: begin}}
		m := models.Memo{UserID: "taro", ID: "1752485415123aaaaaaaaaaaa", FamilyID: "f", Content: "牛乳", Timestamp: begin, Version: 1}
		f := models.Family{ID: "f", OwnerID: "taro", MemberIDs: []models.UserID{"taro", "hanako"}}
		write(t, e, []bulk.Record{{Memo: &m}, {Person: &taro}, {Person: &hanako}, {Family: &f}})

		past, trashed := taro, m
		past.IsOwner, past.Skill.Voices = false, nil
		past.Skill.Acts = map[models.VoiceMark]models.Act{"": {Kind: models.ActTrashed, At: begin, Refs: []models.MemoRef{m.Ref()}}}
		next := hanako
		next.IsOwner = true
		write(t, e, []bulk.Record{{Person: &next}})
		if people := ofKind(all(t, e), bulk.People); len(people) != 2 {
			t.Errorf("got %d people after writing a new owner, want 2", len(people))
		}
		handed := f
		handed.OwnerID, handed.AskBeforeJoin, handed.InviteKey = "hanako", true, "0042"
		trashed.Deleted, trashed.Content, trashed.Timestamp, trashed.Version = true, "", begin.Add(time.Hour), 2
		trashed.DoneAt, trashed.DoneBy, trashed.PurgeAt = begin.Add(-time.Hour), "hanako", begin.AddDate(0, 0, 10).Truncate(time.Second)
		after := []bulk.Record{{Memo: &trashed}, {Person: &next}, {Person: &past}, {Family: &handed}}
		write(t, e, after)
		if d := cmp.Diff(lines(t, after), dump(t, e)); d != "" {
			t.Error(d)
		}
		write(t, e, append(slices.Clone(after), bulk.Record{Memo: &m}, bulk.Record{Person: &hanako}, bulk.Record{Person: &taro}, bulk.Record{Family: &f}))
		before := []bulk.Record{{Memo: &m}, {Person: &taro}, {Person: &hanako}, {Family: &f}}
		if d := cmp.Diff(lines(t, before), dump(t, e)); d != "" {
			t.Error("back again:", d)
		}
		for range 2 { // the second call has nothing to remove
			remove(t, e, before)
			if left := dump(t, e); len(left) > 0 {
				t.Error("got records after Remove, want none:", left)
			}
		}
	})
}

// TestKeepsAccess: a person whose record does not say which accesses there are keeps those
// that are stored, and the time at which they signed out everywhere. Removing the person
// ends them.
func TestKeepsAccess(t *testing.T) {
	both(t, func(t *testing.T, e engine) {
		granted := func(id models.AccessID) []bulk.Access {
			return bulk.Accesses(map[models.AccessID]models.Use{id: {LastUsed: models.Day(begin)}},
				[]models.Access{{ID: id, Kind: models.AccessToken, Name: string(id), Scope: models.ScopeFull, Since: begin, Until: begin}})
		}
		u := models.User{ID: "u", FamilyID: "f", IsOwner: true, Name: "太郎", Membership: models.Membership{JoinedAt: begin}, SessionsValidAfter: begin}
		f := models.Family{ID: "f", OwnerID: "u", MemberIDs: []models.UserID{"u"}}
		first := []bulk.Record{{Person: &u, Access: granted("first")}, {Family: &f}}
		write(t, e, first)
		earlier := u
		earlier.Name, earlier.SessionsValidAfter, earlier.Access = "次郎", begin.Add(-time.Hour), map[models.AccessID]models.Use{"not of a record": {LastUsed: begin}}
		write(t, e, []bulk.Record{{Person: &earlier}})
		kept := u
		kept.Name = "次郎"
		if d := cmp.Diff(lines(t, []bulk.Record{{Person: &kept, Access: granted("first")}, {Family: &f}}), dump(t, e)); d != "" {
			t.Error("without accesses in the record:", d)
		}
		for _, all := range [][]bulk.Access{granted("second"), {}} {
			next := []bulk.Record{{Person: &u, Access: all}, {Family: &f}}
			write(t, e, next)
			if d := cmp.Diff(lines(t, next), dump(t, e)); d != "" {
				t.Error("with accesses in the record:", d)
			}
		}
		write(t, e, first)
		remove(t, e, first[:1])
		write(t, e, []bulk.Record{{Person: &earlier}})
		if d := cmp.Diff(lines(t, []bulk.Record{{Person: &earlier}, {Family: &f}}), dump(t, e)); d != "" {
			t.Error("removed and written again:", d)
		}
	})
}

// TestMany: more records than fit into one batch of any engine are each read once. An
// error of visit or the end of the context ends the reading.
func TestMany(t *testing.T) {
	both(t, func(t *testing.T, e engine) {
		var memos []bulk.Record
		for n := range 2001 {
			memos = append(memos, bulk.Record{Memo: &models.Memo{
				UserID: models.UserID(fmt.Sprint("u", n%7)), ID: models.MemoID(fmt.Sprintf("%013daaaaaaaaaaaa", n)), FamilyID: "f",
				Content: strings.Repeat("買", 150), Timestamp: begin, Version: 1,
			}})
		}
		write(t, e, memos)
		if d := cmp.Diff(lines(t, memos), dump(t, e)); d != "" {
			t.Error(d)
		}
		enough := errors.New("enough")
		visits := 0
		err := e.Each(t.Context(), bulk.Memos, func([]bulk.Record) error { visits++; return enough })
		if err != enough || visits != 1 { //nolint:errorlint // the identical error
			t.Errorf("got %d visits, %v; want 1, %v", visits, err, enough)
		}
		ctx, cancel := context.WithCancel(t.Context())
		err = e.Each(ctx, bulk.Memos, func([]bulk.Record) error { cancel(); return nil })
		if !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v from Each with an ended context, want unavailable", err)
		}
		if err := e.Write(ctx, memos); !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v from Write with an ended context, want unavailable", err)
		}
	})
}

// TestNormal: what services store on either engine is read as normal records, also in the
// middle of a move and of an erasure, and services can resume with a copy of it.
func TestNormal(t *testing.T) {
	both(t, func(t *testing.T, e engine) {
		live(t, e)
		records := all(t, e)
		for _, r := range records {
			if line := lines(t, []bulk.Record{r})[0]; abnormal(r, ofKind(records, bulk.People)) {
				t.Error("not normal:", line)
			}
		}
		both(t, func(t *testing.T, copied engine) {
			write(t, copied, records)
			if d := cmp.Diff(lines(t, records), dump(t, copied)); d != "" {
				t.Error("the copy differs:", d)
			}
			goOn(t, copied)
		})
	})
}

// TestCommissioned: people and a code with only the attributes of the commissioned schema,
// which has no families of their own, get their family at the first contact.
func TestCommissioned(t *testing.T) {
	both(t, func(t *testing.T, e engine) {
		now := time.Now().UTC().Truncate(time.Second)
		person := func(id models.UserID, owner bool) bulk.Record {
			return bulk.Record{Person: &models.User{ID: id, FamilyID: "f", Name: string(id), IsOwner: owner, Source: models.SourceOIDC, CreatedAt: begin, UpdatedAt: begin}}
		}
		write(t, e, []bulk.Record{
			person("taro", true), person("hanako", false),
			{Memo: &models.Memo{UserID: "taro", ID: "17207899123454abc", FamilyID: "f", Content: "牛乳を買う", Timestamp: begin, Version: 1}},
			{Invite: &models.InviteCode{Code: "1234", FamilyID: "f", CreatedBy: "taro", CreatedAt: now, ExpiresAt: now.Add(5 * time.Minute)}},
		})
		families := family.NewService(e.families, e.memos)
		memos := memo.NewService(e.memos, families)
		invites := invite.NewService(e.invites, families, memos)
		comes := func(id models.UserID) models.User {
			t.Helper()
			u, err := families.Ensure(t.Context(), models.Profile{ID: id, Name: string(id), Source: models.SourceOIDC})
			must.OK(t, err)
			return u
		}
		asker := comes("asker")
		first, err := invites.RedeemCode(t.Context(), asker, "1234", invite.Web)
		again, err2 := invites.RedeemCode(t.Context(), asker, "1234", invite.Web)
		if err != nil || err2 != nil || !first.Asked() || !again.Request.Is(first.Request) {
			t.Fatalf("RedeemCode: got %+v, %v and %+v, %v, want one request", first.Request, err, again.Request, err2)
		}
		comes("hanako")
		taro := comes("taro")
		must.OK(t, must.Err(families.Allow(t.Context(), taro, asker.ID)))
		f, err := families.FamilyOf(t.Context(), comes("asker"))
		if err != nil || f.OwnerID != "taro" || len(f.Members) != 3 || !comes("taro").IsOwner || comes("hanako").IsOwner {
			t.Errorf("got %+v, %v, want Taro's family with three members", f, err)
		}
		list, err := memos.List(t.Context(), comes("asker"), memo.Query{Limit: 5})
		if err != nil || len(list.Memos) != 1 {
			t.Errorf("got %+v, %v, want the memo", list, err)
		}
		must.OK(t, must.Err(invites.Issue(t.Context(), taro)))
		if _, err := invites.RedeemCode(t.Context(), comes("late"), "1234", invite.Web); !models.IsReason(err, models.ReasonInviteNotValid) {
			t.Errorf("a code that an invitation has replaced: got %v, want %s", err, models.ReasonInviteNotValid)
		}
	})
}

// abnormal reports whether a record contains what only one engine knows.
func abnormal(r bulk.Record, people []bulk.Record) bool {
	person := func(id models.UserID) (u models.User) {
		for _, p := range people {
			if p.Person.ID == id {
				u = *p.Person
			}
		}
		return u
	}
	switch r.Kind() {
	case bulk.Memos:
		return r.Memo.FamilyID != person(r.Memo.UserID).FamilyID
	case bulk.Ledgers:
		return r.Ledger.ExpiresAt.IsZero()
	case bulk.Families:
		stray := func(q models.Request) bool { return !q.Is(person(q.UserID).Membership.Request) }
		return r.Family.Members != nil || r.Family.Moving != nil || !r.Family.SettledAt.IsZero() || slices.ContainsFunc(r.Family.Requests, stray)
	case bulk.People:
		return r.Person.Author.Latest != nil
	}
	return false
}

// goOn finishes what live has begun, on a copy.
func goOn(t *testing.T, e engine) {
	t.Helper()
	families := family.NewService(e.families, e.memos)
	owner, err := families.Person(t.Context(), "owner")
	must.OK(t, err)
	list, err := memo.NewService(e.memos, families).List(t.Context(), owner, memo.Query{Limit: 50})
	if err != nil || len(list.Memos) != 6 {
		t.Errorf("got %d memos for the owner, %v; want 6", len(list.Memos), err)
	}
	for _, m := range list.Memos {
		if m.Done() != strings.HasSuffix(m.Content, "2") {
			t.Errorf("got %+v, want the third memo of each person done", m)
		}
	}
	if _, err := families.Allow(t.Context(), owner, "asker"); err != nil {
		t.Errorf("got %v from Allow of the asker, want none", err)
	}
	if _, err := families.Ensure(t.Context(), models.Profile{ID: "leaver", Name: "leaver", Source: models.SourceOIDC}); err != nil {
		t.Errorf("got %v from Ensure of the person who left, want none", err)
	}
	for _, r := range ofKind(all(t, e), bulk.Memos) {
		if r.Memo.UserID == "leaver" {
			t.Error("got a memo of the person who left, want none")
		}
	}
}

// live creates a family whose newest member's memos are still to follow, a person with a
// request, after a withdrawn one elsewhere, Echos of every kind, and a person whose account
// is closing.
func live(t *testing.T, e engine) {
	t.Helper()
	families := family.NewService(e.families, noEraser{})
	memos := memo.NewService(e.memos, families)
	invites := invite.NewService(e.invites, families, memos)
	person := func(id models.UserID) models.User {
		u, err := families.Ensure(t.Context(), models.Profile{ID: id, Name: string(id), Source: models.SourceOIDC})
		must.OK(t, err)
		return u
	}
	enter := func(id, owner models.UserID) {
		issued, err := invites.Issue(t.Context(), person(owner))
		must.OK(t, err)
		must.OK(t, must.Err(invites.RedeemCode(t.Context(), person(id), issued.Code, invite.Web)))
	}
	for _, id := range []models.UserID{"owner", "other", "joiner", "asker", "leaver"} {
		for n := range 3 {
			m, _, err := memos.Add(t.Context(), person(id), memo.Draft{Content: fmt.Sprint("牛乳", n), Key: memo.Key(fmt.Sprint(id, n))})
			must.OK(t, err)
			if n > 0 { // the second one is reopened
				must.OK(t, must.Err(memos.Done(t.Context(), person(id), m.Ref(), true, 0)))
			}
			if n == 1 {
				must.OK(t, must.Err(memos.Done(t.Context(), person(id), m.Ref(), false, 0)))
			}
		}
	}
	enter("joiner", "owner")
	for _, owner := range []models.UserID{"other", "owner"} {
		must.OK(t, families.SetAskBeforeJoin(t.Context(), person(owner), true))
		_ = families.Withdraw(t.Context(), person("asker"))
		enter("asker", owner)
	}
	echo := func(id models.UserID) models.User {
		u, err := families.Ensure(t.Context(), models.Profile{ID: id, Name: string(id), Source: models.SourceAlexa})
		must.OK(t, err)
		must.OK(t, must.Err(families.RecoveryNumber(t.Context(), u)))
		return u
	}
	connecting, former := echo("connecting"), echo("former")
	must.OK(t, must.Err(families.ConnectionNumber(t.Context(), connecting)))
	number, err := families.ConnectionNumber(t.Context(), former)
	must.OK(t, err)
	must.OK(t, must.Err(families.Connect(t.Context(), person("owner"), number.Number)))
	must.OK(t, families.Disable(t.Context(), former.ID))
	must.OK(t, families.Disable(t.Context(), echo("kept").ID))
	if err := families.Close(t.Context(), person("leaver")); !errors.Is(err, errLater) {
		t.Fatal(err)
	}
}

var errLater = errors.New("later")

// noEraser leaves the memos of a closing account unerased.
type noEraser struct{}

// Erase implements family.Eraser.
func (noEraser) Erase(context.Context, models.UserID, int) (bool, error) { return false, errLater }
