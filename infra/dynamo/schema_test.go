package dynamo

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// documented makes tables with one item of each kind as in the schema's own samples:
// without any of the attributes added since.
func documented(t *testing.T) (*DB, models.User, time.Time) {
	t.Helper()
	client, environment := tables(t)
	db := Open(client, environment)
	now := time.Now().UTC().Truncate(time.Millisecond)
	put := func(table string, it item) {
		if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: it}); err != nil {
			t.Fatal(err)
		}
	}
	put(db.tables.Memos, item{
		"userId": text("123"), "id": text("17207899123454abc"), "familyId": text("f-1"), "content": text("牛乳を買う"),
		"timestamp": text("2025-07-14T09:30:15.123Z"), "createdByName": text("太郎"),
	})
	put(db.tables.Users, item{
		"userId": text("123"), "familyId": text("f-1"), "userName": text("山田太郎"), "isOwner": flag(true),
		"createdAt": text("2025-07-01T00:00:00.000Z"), "updatedAt": text("2025-07-14T09:30:00.000Z"), "source": text("google"),
	})
	put(db.tables.Users, familyItem(models.Family{ID: "f-1", OwnerID: "123", MemberIDs: []models.UserID{"123"}, CreatedAt: now}))
	put(db.tables.InviteCodes, item{
		"code": text("1234"), "familyId": text("f-1"), "createdBy": text("123"), "createdAt": instant(now),
		"expiresAt": instant(now.Add(5 * time.Minute)), "used": flag(false),
	})
	return db, models.User{ID: "123", FamilyID: "f-1"}, now
}

// TestDocumentedItems: the documented attributes are enough.
func TestDocumentedItems(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	u, err := db.Families().Person(ctx, taro.ID)
	if err != nil || u.Name != "山田太郎" || !u.JoinedAt.Equal(u.CreatedAt) || u.MoveEpoch != 0 || u.Closing || u.Voices != nil || u.Access != nil || u.ListFull {
		t.Errorf("Person: got %+v, %v", u, err)
	}
	f, err := db.Families().Family(ctx, "f-1")
	if err != nil || len(f.Members) != 1 || f.OwnerID != taro.ID {
		t.Fatalf("Family: got %+v, %v", f, err)
	}
	page, err := db.Memos().List(ctx, memo.Listing{Family: f, Viewer: taro, Limit: 5, Now: now})
	if err != nil || len(page.Memos) != 1 || page.Memos[0].Version != 1 || page.Memos[0].Deleted {
		t.Fatalf("List: got %+v, %v", page, err)
	}
	m, err := db.Memos().Update(ctx, page.Memos[0].Ref(), memo.Change{From: memo.Live, Version: 1, Content: "買った", By: taro.ID, At: now})
	if err != nil || m.Version != 2 {
		t.Errorf("Update: got %+v, %v, want version 2", m, err)
	}
	c, err := db.Invites().Get(ctx, "1234")
	if err != nil || !c.Live(now) || c.Live(now.Add(6*time.Minute)) {
		t.Errorf("Get: got %+v, %v", c, err)
	}
}

// TestDocumentedMembership: a person without the added attributes joins and leaves like
// any other. A code without them belongs to no family's current invitation, and occupies
// its digits until it expires.
func TestDocumentedMembership(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	families := family.NewService(db.Families(), db.Memos())
	hanako, err := families.Ensure(ctx, models.Profile{ID: "456", Name: "花子", Source: models.SourceOIDC})
	if err != nil {
		t.Fatal(err)
	}
	code, err := db.Invites().Get(ctx, "1234")
	if err != nil {
		t.Fatal(err)
	}
	_, err = families.Redeem(ctx, hanako, code, models.WayDigits, true)
	if !models.IsReason(err, models.ReasonInviteNotValid) {
		t.Errorf("Redeem of a code of an earlier version: got %v", err)
	}
	over := models.InviteCode{
		Code: "1234", InviteID: "i", FamilyID: "f-1", CreatedBy: taro.ID, CreatedAt: now, ExpiresAt: now.Add(time.Hour), Admits: true,
	}
	if err := db.Invites().Issue(ctx, []models.InviteCode{over}, ""); !models.IsReason(err, models.ReasonCodesExhausted) {
		t.Errorf("Issue of the digits of a live code: got %v", err)
	}
	over.CreatedAt = now.Add(6 * time.Minute)
	if err := db.Invites().Issue(ctx, []models.InviteCode{over}, ""); err != nil {
		t.Errorf("Issue of the digits of an expired code: got %v", err)
	}
	if _, err := families.Redeem(ctx, hanako, over, models.WayDigits, true); err != nil {
		t.Fatal(err)
	}
	if err := families.Transfer(ctx, taro, hanako.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := families.Leave(ctx, taro); err != nil {
		t.Fatal(err)
	}
	if u, err := families.Person(ctx, taro.ID); err != nil || u.MoveEpoch != 1 || !u.IsOwner {
		t.Errorf("Person after Leave: got %+v, %v", u, err)
	}
}

// TestEarlierCodes: codes of earlier versions can be read, and their digits are free once
// they are used.
func TestEarlierCodes(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	used := item{
		"code": text("5678"), "familyId": text("f-1"), "createdBy": text(taro.ID), "createdAt": instant(now),
		"expiresAt": seconds(now.Add(5 * time.Minute)), "used": flag(true), "usedBy": text("456"), "usedAt": instant(now),
		"linkHashes": set("h1", "h2"),
	}
	if _, err := db.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &db.tables.InviteCodes, Item: used}); err != nil {
		t.Fatal(err)
	}
	pointing := db.editFamily("f-1")
	pointing.when(userExists)
	pointing.set("inviteCode", text("5678"))
	if _, err := db.update(ctx, pointing.write()); err != nil {
		t.Fatal(err)
	}
	f, err := db.Families().Family(ctx, "f-1")
	if err != nil || f.InviteKey != "5678" || f.InviteID != "" {
		t.Errorf("Family: got %+v, %v", f, err)
	}
	c, err := db.Invites().Get(ctx, "5678")
	if err != nil || c.Invites(f, now) || c.Admits {
		t.Errorf("Get: got %+v, %v", c, err)
	}
	next := models.InviteCode{Code: "5678", InviteID: "i", FamilyID: "f-1", CreatedBy: taro.ID, CreatedAt: now, ExpiresAt: now.Add(time.Minute)}
	if err := db.Invites().Issue(ctx, []models.InviteCode{next}, f.InviteID); err != nil {
		t.Errorf("Issue of the digits of a used code: got %v", err)
	}
}

// otherKeys puts an item of each kind that shares a table with codes, and returns
// their keys.
func otherKeys(t *testing.T, db *DB, now time.Time) []string {
	t.Helper()
	ctx := t.Context()
	if err := db.Invites().SaveLedger(ctx, invite.Ledger{Name: "live", ExpiresAt: now}); err != nil {
		t.Fatal(err)
	}
	if err := db.noteDue(ctx, now, "123"); err != nil {
		t.Fatal(err)
	}
	if err := db.Families().SetConnection(ctx, "123", models.Connection{Number: "12345678", ExpiresAt: now}, now); err != nil {
		t.Fatal(err)
	}
	if err := db.Families().SetRecovery(ctx, "123", "hash", now); err != nil {
		t.Fatal(err)
	}
	due := reader{item: dueKey(now)}
	return []string{ledgerPrefix + "live", due.text("code"), family.NumberKey("12345678"), family.RecoveryKey("hash")}
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
		c := models.InviteCode{Code: key, InviteID: "i", FamilyID: "f-1", CreatedBy: taro.ID, CreatedAt: now}
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
	if err := db.Access().Begin(ctx, taro.ID, a, nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range []models.UserID{familyPrefix + "f-1", accessPrefix + taro.ID, accessPrefix + accessPrefix + taro.ID, accessPrefix} {
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
		r := reader{item: it}
		w.Same(r.text("userName"), c.userName)
		w.Same(r.text("source"), c.source)
		w.Same(r.text("familyId"), string(u.FamilyID))
		w.Same(r.flag("isOwner"), name == "person")
		w.Same(r.err, nil)
	}
	for name, it := range map[string]item{"person": personItem(models.User{}), "family": familyItem(models.Family{})} {
		for _, required := range requiredOfUsers {
			if it[required] == nil {
				t.Errorf("empty %s: got no %s", name, required)
			}
		}
	}
}

// TestItems: people, families and codes are read as they were written.
func TestItems(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)
	request := models.Request{UserID: "u", FamilyID: "g", At: at, Check: "07", Way: models.WayNumber, InviteID: "i", By: "b"}
	u := models.User{
		ID: "u", FamilyID: "f", Name: "太郎", Email: "t@example.com", Picture: "p", IsOwner: true, CreatedAt: at, UpdatedAt: at,
		JoinedAt: at, Source: models.SourceAlexa, MoveEpoch: 3, SessionsValidAfter: at, ListFull: true,
		Access: map[models.AccessID]models.Use{"1": {LastUsed: models.Day(at)}, models.OldAccess("2"): {LastUsed: models.Day(at), Ended: true}}, Voices: map[models.VoiceID]string{"v": "花子"},
		LastReadAt: at, Greeted: 2, Heard: map[models.VoiceMark]time.Time{"0": at}, Rooms: map[models.VoiceMark]string{"1": "台所"},
		Acts: map[models.VoiceMark]models.Act{
			"":  {Kind: models.ActDone, At: at, Refs: []models.MemoRef{{UserID: "u", ID: "1"}}},
			"0": {Kind: models.ActNamed, At: at, Named: "1", Name: "居間"},
		}, Request: request,
		JoinedWith: "j", AddedBy: "b", InvitedTo: "h", Connection: models.Connection{Number: "12345678", ExpiresAt: at},
		Recovery: "hash", Gone: true, EraseAt: at, Notice: models.NoticeOwner, Closing: true,
	}
	if got, err := readPerson(personItem(u)); err != nil || !reflect.DeepEqual(got, u) {
		t.Errorf("got %+v, %v, want %+v", got, err, u)
	}
	request.FamilyID = "f"
	earlier := models.Request{UserID: "w", FamilyID: "f", At: at.Add(time.Hour)}
	f := models.Family{
		ID: "f", OwnerID: "u", MemberIDs: []models.UserID{"u", "v"}, CreatedAt: at, FormerIDs: []models.UserID{"x", "y"},
		Moving:   map[models.UserID][]models.FamilyID{"v": {"g"}},
		InviteID: "i", InviteKey: "1234", InviteFor: "w", Interim: true, AskBeforeJoin: true, TimeZone: "Europe/Berlin",
		Emptied:  models.Emptied{By: "v", At: at, Count: 7},
		Requests: []models.Request{request, earlier},
	}
	if got, err := readFamily(familyItem(f)); err != nil || !reflect.DeepEqual(got, f) {
		t.Errorf("got %+v, %v, want %+v", got, err, f)
	}
	c := models.InviteCode{
		Code: "1234", InviteID: "i", FamilyID: "f", CreatedBy: "u", CreatedAt: at, ExpiresAt: at.Truncate(time.Second), Admits: true,
	}
	if got, err := readCode(codeItem(c)); err != nil || got != c {
		t.Errorf("got %+v, %v, want %+v", got, err, c)
	}
	if it := codeItem(linkOf(c, "hash")); it["admits"] != nil || it["used"] == nil {
		t.Errorf("link: got item %v", it)
	}
}
