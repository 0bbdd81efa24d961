package dynamo

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/repair"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// The ids of the schema's samples, and a moment at which its code is live.
const (
	sampleUser   models.UserID   = "123456789012345678901"
	sampleFamily models.FamilyID = "550e8400-e29b-41d4-a716-446655440000"
)

var sampleTime = time.Date(2025, 7, 14, 9, 31, 0, 0, time.UTC)

// documented makes tables with the schema's own samples, attribute by attribute, and
// nothing else.
func documented(t *testing.T) (*DB, models.User, time.Time) {
	t.Helper()
	client, environment := tables(t)
	db := Open(client, environment)
	putRaw(t, db, db.tables.Memos, item{
		"userId": text(sampleUser), "id": text("17207899123454abc"), "familyId": text(sampleFamily), "content": text("牛乳を買う"),
		"timestamp": text("2025-07-14T09:30:15.123Z"), "deleted": flag(false), "createdByName": text("太郎"),
	})
	putRaw(t, db, db.tables.Users, item{
		"userId": text(sampleUser), "familyId": text(sampleFamily), "userName": text("山田太郎"), "email": text("taro@example.com"),
		"picture": text("https://lh3.googleusercontent.com/..."), "isOwner": flag(true),
		"createdAt": text("2025-07-01T00:00:00.000Z"), "updatedAt": text("2025-07-14T09:30:00.000Z"), "source": text("google"),
	})
	putRaw(t, db, db.tables.InviteCodes, sampleCode())
	return db, models.User{ID: sampleUser, FamilyID: sampleFamily}, sampleTime
}

func sampleCode() item {
	return item{
		"code": text("1234"), "familyId": text(sampleFamily), "createdBy": text(sampleUser),
		"createdAt": text("2025-07-14T09:30:00.000Z"), "expiresAt": text("2025-07-14T09:35:00.000Z"), "used": flag(false),
	}
}

func putRaw(t *testing.T, db *DB, table string, it item) {
	t.Helper()
	must.OK(t, must.Err(db.client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: it})))
}

// sampleServices are the services over a DB at the moment of the samples.
type sampleServices struct {
	*testing.T
	families *family.Service
	memos    *memo.Service
	invites  *invite.Service
}

func serving(t *testing.T, db *DB) sampleServices {
	s := sampleServices{T: t, families: family.NewService(db.Families(), db.Memos())}
	s.memos = memo.NewService(db.Memos(), s.families)
	s.invites = invite.NewService(db.Invites(), s.families, s.memos)
	clock := func() time.Time { return sampleTime }
	s.families.Now, s.memos.Now, s.invites.Now = clock, clock, clock
	return s
}

func (s sampleServices) ok(err error) {
	s.Helper()
	must.OK(s, err)
}

// person is the first contact of a person, or a later one.
func (s sampleServices) person(id models.UserID) models.User {
	s.Helper()
	u, err := s.families.Ensure(s.Context(), models.Profile{ID: id, Name: string(id), Source: models.SourceOIDC})
	s.ok(err)
	return u
}

func (s sampleServices) contents(u models.User) (all []string) {
	s.Helper()
	list, err := s.memos.List(s.Context(), u, memo.Query{Limit: 50})
	s.ok(err)
	for _, m := range list.Memos {
		all = append(all, m.Content)
	}
	return all
}

// TestDocumentedItems: the schema's samples are enough to list, edit, speak and invite, and
// the sample's code asks the owner.
func TestDocumentedItems(t *testing.T) {
	for name, expires := range map[string]types.AttributeValue{"text": nil, "number": seconds(sampleTime.Add(time.Minute))} {
		t.Run(name, func(t *testing.T) {
			db, taro, _ := documented(t)
			code := sampleCode()
			if expires != nil {
				code["expiresAt"] = expires
				putRaw(t, db, db.tables.InviteCodes, code)
			}
			s, ctx := serving(t, db), t.Context()
			hanako := s.person("456")
			entry, err := s.invites.RedeemCode(ctx, hanako, "1234", invite.Web) // before Taro has come
			if err != nil || !entry.Asked() {
				t.Fatalf("RedeemCode: got %+v, %v, want a request", entry, err)
			}
			taro = s.person(taro.ID)
			if taro.Name != "山田太郎" || !taro.IsOwner || taro.Membership.MoveEpoch != 1 || !taro.Membership.JoinedAt.Equal(taro.CreatedAt) {
				t.Errorf("Ensure: got %+v", taro)
			}
			list, err := s.memos.List(ctx, taro, memo.Query{Limit: 5})
			if err != nil || len(list.Memos) != 1 || list.Memos[0].Version != 1 || list.Memos[0].Deleted {
				t.Fatalf("List: got %+v, %v", list, err)
			}
			m, err := s.memos.Edit(ctx, taro, list.Memos[0].Ref(), "買った", 1)
			if err != nil || m.Version != 2 {
				t.Errorf("Edit: got %+v, %v, want version 2", m, err)
			}
			_, err = s.families.NameVoice(ctx, taro, "amzn1.ask.person.GRANDMA", "おばあちゃん")
			s.ok(err)
			_, err = s.families.Allow(ctx, taro, hanako.ID)
			s.ok(err)
			if got := s.contents(s.person(hanako.ID)); !slices.Equal(got, []string{"買った"}) {
				t.Errorf("Hanako sees %q", got)
			}
			issued, err := s.invites.Issue(ctx, taro)
			s.ok(err)
			_, err = s.invites.RedeemCode(ctx, s.person("789"), issued.Code, invite.Web)
			s.ok(err)
			f, err := s.families.FamilyOf(ctx, taro)
			if err != nil || len(f.Members) != 3 || f.OwnerID != taro.ID {
				t.Errorf("FamilyOf: got %+v, %v, want Taro's with three members", f, err)
			}
		})
	}
}

// documentedPerson puts another person of the sample's family.
func documentedPerson(t *testing.T, db *DB, id models.UserID, more item) {
	t.Helper()
	it := item{
		"userId": text(id), "familyId": text(sampleFamily), "userName": text(id), "isOwner": flag(false),
		"createdAt": text("2025-07-02T00:00:00.000Z"), "updatedAt": text("2025-07-02T00:00:00.000Z"), "source": text("google"),
	}
	maps.Copy(it, more)
	putRaw(t, db, db.tables.Users, it)
}

// TestDocumentedFamily: the first person who comes owns the family until the person comes
// whose item says so. A person with a moveEpoch has left a family or was removed from it, and
// is not added.
func TestDocumentedFamily(t *testing.T) {
	db, taro, _ := documented(t)
	documentedPerson(t, db, "hanako", nil)
	documentedPerson(t, db, "removed", item{"moveEpoch": number(2)})
	documentedPerson(t, db, "gone", item{"gone": flag(true)})
	s, ctx := serving(t, db), t.Context()
	bulkClient := db.client.(BulkClient)
	unlisted := func(want int) {
		t.Helper()
		if n, err := CountUnlisted(ctx, bulkClient, db.environment); n != want || err != nil {
			t.Errorf("got %d people to be listed, %v, want %d", n, err, want)
		}
	}
	unlisted(2)
	if hanako := s.person("hanako"); !hanako.IsOwner || len(s.contents(hanako)) != 0 {
		t.Errorf("Hanako, alone: got %+v, want the owner without other people's memos", hanako)
	}
	unlisted(1)
	taro = s.person(taro.ID)
	unlisted(0)
	f, err := s.families.FamilyOf(ctx, taro)
	if hanako := s.person("hanako"); err != nil || f.OwnerID != taro.ID || !taro.IsOwner || hanako.IsOwner || len(s.contents(hanako)) != 1 {
		t.Errorf("got %+v, %v and %+v, want Taro as the owner and Hanako as a member", f, err, hanako)
	}
	if _, err := s.families.FamilyOf(ctx, models.User{ID: "removed", FamilyID: sampleFamily}); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("a person who was removed: got %v", err)
	}
	if f, err = s.families.FamilyOf(ctx, taro); err != nil || len(f.MemberIDs) != 2 || len(f.FormerIDs) != 0 {
		t.Errorf("got %+v, %v, want two members", f, err)
	}
}

// TestDocumentedAtOnce: any number of first contacts at once make one family.
func TestDocumentedAtOnce(t *testing.T) {
	db, taro, _ := documented(t)
	documentedPerson(t, db, "hanako", nil)
	s := serving(t, db)
	familytest.Together(8, func(i int) {
		if _, err := s.families.Ensure(t.Context(), models.Profile{ID: []models.UserID{taro.ID, "hanako"}[i%2]}); err != nil {
			t.Error(err)
		}
	})
	f, err := s.families.FamilyOf(t.Context(), taro)
	if err != nil || len(f.Members) != 2 || f.OwnerID != taro.ID {
		t.Errorf("got %+v, %v, want Taro's family with two members", f, err)
	}
	for _, id := range f.MemberIDs {
		if u := s.person(id); u.IsOwner != (id == taro.ID) || u.Membership.MoveEpoch != 1 {
			t.Errorf("got %+v, want one owner", u)
		}
	}
}

// TestDocumentedRepair: a repair adds what first contacts would add.
func TestDocumentedRepair(t *testing.T) {
	db, taro, _ := documented(t)
	s := serving(t, db)
	s.person(taro.ID)
	documentedPerson(t, db, "hanako", item{"isOwner": flag(true)})
	var found []string
	s.ok(Repair(t.Context(), db.client.(BulkClient), db.environment, false, func(f repair.Finding) { found = append(found, f.What) }))
	f, err := s.families.FamilyOf(t.Context(), taro)
	if err != nil || len(f.Members) != 2 || f.OwnerID != "hanako" || len(found) != 1 || !strings.Contains(found[0], "only the commissioned attributes") {
		t.Errorf("got %+v, %v after %q", f, err, found)
	}
}

// TestDocumentedMembership: a code that is used, has expired or belongs to a family with an
// invitation asks no owner, and occupies its digits until it expires.
func TestDocumentedMembership(t *testing.T) {
	db, taro, now := documented(t)
	s, ctx := serving(t, db), t.Context()
	taro, hanako := s.person(taro.ID), s.person("456")
	refused := func(name string) {
		t.Helper()
		if _, err := s.invites.RedeemCode(ctx, s.person(models.UserID(name)), "1234", invite.Web); !models.IsReason(err, models.ReasonInviteNotValid) {
			t.Errorf("%s: got %v, want %s", name, err, models.ReasonInviteNotValid)
		}
	}
	for name, change := range map[string]item{
		"used": {"used": flag(true)}, "expired": {"expiresAt": instant(now)}, "of a stranger": {"createdBy": text(hanako.ID)},
	} {
		it := sampleCode()
		maps.Copy(it, change)
		putRaw(t, db, db.tables.InviteCodes, it)
		refused(name)
	}
	putRaw(t, db, db.tables.InviteCodes, sampleCode())
	over := models.InviteCode{
		Code: "1234", InviteID: "i", FamilyID: sampleFamily, CreatedBy: taro.ID, CreatedAt: now, ExpiresAt: now.Add(time.Hour), Admits: true,
	}
	if err := db.Invites().Issue(ctx, []models.InviteCode{over}, ""); !models.IsReason(err, models.ReasonCodesExhausted) {
		t.Errorf("Issue of the digits of a live code: got %v", err)
	}
	issued, err := s.invites.Issue(ctx, taro)
	s.ok(err)
	refused("replaced by an invitation")
	must.OK(t, must.Err(s.invites.RedeemCode(ctx, hanako, issued.Code, invite.Web)))
	s.ok(s.families.Transfer(ctx, taro, hanako.ID))
	_, err = s.families.Leave(ctx, taro)
	s.ok(err)
	if u, err := s.families.Person(ctx, taro.ID); err != nil || u.Membership.MoveEpoch != 2 || !u.IsOwner {
		t.Errorf("Person after Leave: got %+v, %v", u, err)
	}
}

// TestEarlierCodes: a code that an earlier version has marked as used is not valid, and its
// digits are free.
func TestEarlierCodes(t *testing.T) {
	db, taro, now := documented(t)
	serving(t, db).person(taro.ID)
	ctx := t.Context()
	used := item{
		"code": text("5678"), "familyId": text(sampleFamily), "createdBy": text(taro.ID), "createdAt": instant(now),
		"expiresAt": seconds(now.Add(5 * time.Minute)), "used": flag(true), "usedBy": text("456"), "usedAt": instant(now),
		"linkHashes": set("h1", "h2"),
	}
	must.OK(t, must.Err(db.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &db.tables.InviteCodes, Item: used})))
	pointing := db.editFamily(sampleFamily)
	pointing.when(userExists)
	pointing.set("inviteCode", text("5678"))
	must.OK(t, must.Err(db.update(ctx, pointing.write())))
	f, err := db.Families().Family(ctx, sampleFamily)
	if err != nil || f.InviteKey != "5678" || f.InviteID != "" {
		t.Errorf("Family: got %+v, %v", f, err)
	}
	if c, err := db.Invites().Get(ctx, "5678"); !models.IsReason(err, models.ReasonInviteNotValid) {
		t.Errorf("Get of a used code: got %+v, %v", c, err)
	}
	next := models.InviteCode{Code: "5678", InviteID: "i", FamilyID: sampleFamily, CreatedBy: taro.ID, CreatedAt: now, ExpiresAt: now.Add(time.Minute)}
	check.Equal(t, db.Invites().Issue(ctx, []models.InviteCode{next}, f.InviteID), nil, "Issue of the digits of a used code")
}

// otherKeys puts an item of each kind that shares a table with codes, and returns
// their keys.
func otherKeys(t *testing.T, db *DB, now time.Time) []string {
	t.Helper()
	ctx := t.Context()
	must.OK(t, db.Invites().SaveLedger(ctx, invite.Ledger{Name: "live", ExpiresAt: now}))
	must.OK(t, db.noteDue(ctx, now, sampleUser))
	must.OK(t, db.Families().SetConnection(ctx, sampleUser, models.Connection{Number: "12345678", ExpiresAt: now}, now))
	must.OK(t, db.Families().SetRecovery(ctx, sampleUser, "hash", now))
	return []string{ledgerPrefix + "live", textOf(dueKey(now)["code"]), family.NumberKey("12345678"), family.RecoveryKey("hash")}
}

// TestKinds: kinds of items that share a table are never mistaken for each other,
// whatever a person or a link names.
func TestKinds(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	notFound := func(name string, err error) {
		t.Helper()
		if !models.IsCode(err, models.CodeNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, key := range append(otherKeys(t, db, now), "", "123", "12345", "１２３４", models.LinkPrefix) {
		c := models.InviteCode{Code: key, InviteID: "i", FamilyID: sampleFamily, CreatedBy: taro.ID, CreatedAt: now}
		_, err := db.Invites().Get(ctx, key)
		notFound(key+" as a code", err)
		for name, err := range map[string]error{
			"a link": db.Invites().AddLink(ctx, c), "a code": db.Invites().Issue(ctx, []models.InviteCode{c}, ""),
		} {
			if !models.IsCode(err, models.CodeInvalid) {
				t.Errorf("%s in place of %s: %v", name, key, err)
			}
		}
		if free, err := db.Invites().Free(ctx, []string{"0001"}, now); err != nil || len(free) != 1 {
			t.Errorf("Free: got %v, %v", free, err)
		}
	}
	for _, key := range []string{"1234", ledgerPrefix + "live", models.LinkPrefix + "hash", "", "echo#unknown"} {
		_, err := db.Families().Holder(ctx, key)
		notFound(key+" as a number", err)
	}
}

// TestOtherPeople: other items of the users table are never mistaken for people.
func TestOtherPeople(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	a := models.Access{ID: accessID(1), Since: now, Until: now, LastUsed: now}
	must.OK(t, db.Access().Begin(ctx, taro.ID, a, nil))
	for _, id := range []models.UserID{familyPrefix + models.UserID(sampleFamily), accessPrefix + taro.ID, accessPrefix + accessPrefix + taro.ID, accessPrefix} {
		_, person := db.Families().Person(ctx, id)
		_, update := db.Families().Update(ctx, id, family.Patch{At: now})
		for name, err := range map[string]error{
			"person": person, "update": update, "access begin": db.Access().Begin(ctx, id, a, nil), "access end": db.Access().End(ctx, id, a.ID),
			"access end all": db.Access().EndAll(ctx, id, now), "access used": db.Access().Used(ctx, id, a.ID, now),
		} {
			if !models.IsCode(err, models.CodeNotFound) {
				t.Errorf("%s of %s: got %v, want %s", name, id, err, models.CodeNotFound)
			}
		}
		if err := db.Families().Create(ctx, models.User{ID: id, FamilyID: "f-9"}); !models.IsCode(err, models.CodeInvalid) {
			t.Errorf("Create as %s: got %v", id, err)
		}
		if done, err := db.Memos().Erase(ctx, id, 99); !done || err != nil {
			t.Errorf("%s erased: %v, %v", id, done, err)
		}
		if list, err := db.Access().List(ctx, id); err != nil || len(list) > 0 {
			t.Errorf("%s has %v, %v", id, list, err)
		}
	}
}

// TestBrokenItems: an item that cannot be read is an error without its content.
func TestBrokenItems(t *testing.T) {
	for name, it := range map[string]item{
		"time":    {"timestamp": text("secret")},
		"version": {"version": number(1), "purgeAt": text("secret"), "deleted": flag(true)},
		"done":    {"doneAt": text("secret")},
		"purge":   {"doneAt": text("2025-07-14T09:30:15.123Z"), "purgeAt": text("secret")},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readMemo(it)
			if !models.IsCode(err, models.CodeInternal) {
				t.Fatalf("got %v", err)
			}
			if s := err.Error(); strings.Contains(s, "secret") {
				t.Errorf("got error %q, want one without content", s)
			}
		})
	}
}

// requiredOfUsers are the attributes that the schema requires of every item of the
// users table.
var requiredOfUsers = []string{"userId", "familyId", "userName", "isOwner", "createdAt", "updatedAt", "source"}

// TestRequiredAttributes: the items of people and families have the required attributes
// in the required form, even if they are empty.
func TestRequiredAttributes(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	for name, c := range map[string]struct {
		key      item
		userName string
		source   string
	}{
		"person": {personKey(u.ID), "Taro", string(models.SourceOIDC)},
		"family": {familyKey(u.FamilyID), "family", "family"},
	} {
		it, err := db.get(w.Ctx(), db.tables.Users, c.key)
		w.OK(err)
		for _, required := range requiredOfUsers {
			if it[required] == nil {
				t.Errorf("%s: got no %s", name, required)
			}
		}
		w.Same(textOf(it["userName"]), c.userName)
		w.Same(textOf(it["source"]), c.source)
		w.Same(textOf(it["familyId"]), string(u.FamilyID))
		w.Same(flagOf(it["isOwner"]), name == "person")
	}
	for name, it := range map[string]item{"person": personItem(models.User{}), "family": familyItem(models.Family{})} {
		for _, required := range requiredOfUsers {
			if it[required] == nil {
				t.Errorf("empty %s: got no %s", name, required)
			}
		}
	}
}
