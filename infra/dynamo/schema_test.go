package dynamo

import (
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// documented makes tables with one item of each kind as the schema's own samples
// have them: without any of the attributes added since.
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

// TestDocumentedItems: what the schema says is enough.
func TestDocumentedItems(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	u, err := db.Families().Person(ctx, taro.ID)
	if err != nil || u.Name != "山田太郎" || !u.JoinedAt.Equal(u.CreatedAt) || u.MoveEpoch != 0 || u.Closing || u.Voices != nil {
		t.Errorf("the person is %+v, %v", u, err)
	}
	f, err := db.Families().Family(ctx, "f-1")
	if err != nil || len(f.Members) != 1 || f.OwnerID != taro.ID {
		t.Fatalf("the family is %+v, %v", f, err)
	}
	page, err := db.Memos().List(ctx, memo.Listing{Family: f, Viewer: taro, Limit: 5, Now: now})
	if err != nil || len(page.Memos) != 1 || page.Memos[0].Version != 1 || page.Memos[0].Deleted {
		t.Fatalf("the list is %+v, %v", page, err)
	}
	m, err := db.Memos().Update(ctx, page.Memos[0].Ref(), memo.Change{Version: 1, Content: "買った", By: taro.ID, At: now})
	if err != nil || m.Version != 2 {
		t.Errorf("edited: %+v, %v", m, err)
	}
	c, err := db.Invites().Get(ctx, "1234")
	if err != nil || !c.Live(now) || c.Live(now.Add(6*time.Minute)) {
		t.Errorf("the code is %+v, %v", c, err)
	}
}

// TestDocumentedMembership: a person and a code without the added attributes
// join and leave like any other.
func TestDocumentedMembership(t *testing.T) {
	db, taro, now := documented(t)
	ctx := t.Context()
	families := family.NewService(db.Families(), db.Memos())
	hanako, err := families.Ensure(ctx, models.Profile{ID: "456", Name: "花子", Source: models.SourceGoogle})
	if err != nil {
		t.Fatal(err)
	}
	code, err := db.Invites().Get(ctx, "1234")
	if err != nil {
		t.Fatal(err)
	}
	late := family.Join{User: hanako, To: "f-1", Code: code, MaxMembers: 20, At: now.Add(6 * time.Minute)}
	if late.From, err = db.Families().Family(ctx, hanako.FamilyID); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Families().Join(ctx, late); !models.IsReason(err, models.ReasonInviteNotValid) {
		t.Errorf("an expired code: %v", err)
	}
	over := models.InviteCode{Code: "1234", FamilyID: hanako.FamilyID, CreatedBy: hanako.ID, CreatedAt: now, ExpiresAt: now.Add(time.Minute)}
	if err := db.Invites().Issue(ctx, over, ""); !models.IsReason(err, models.ReasonCodesExhausted) {
		t.Errorf("a live code is overwritten: %v", err)
	}
	if _, _, err := families.Join(ctx, hanako, code); err != nil {
		t.Fatal(err)
	}
	if err := families.Transfer(ctx, taro, hanako.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := families.Leave(ctx, taro); err != nil {
		t.Fatal(err)
	}
	if u, err := families.Person(ctx, taro.ID); err != nil || u.MoveEpoch != 1 || !u.IsOwner {
		t.Errorf("left: %+v, %v", u, err)
	}
}

// TestKinds: kinds of items that share a table are never taken for each other,
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
	if err := db.Invites().SaveLedger(ctx, invite.Ledger{Name: "live", ExpiresAt: now}); err != nil {
		t.Fatal(err)
	}
	const ledger = ledgerPrefix + "live"
	_, err := db.Invites().Get(ctx, ledger)
	notFound("a ledger as a code", err)
	notFound("a link for a ledger", db.Invites().AddLink(ctx, models.InviteCode{Code: ledger}, "h"))
	notFound("a ledger revoked", db.Invites().Revoke(ctx, "", ledger))
	_, err = db.Families().Join(ctx, family.Join{User: taro, To: "f-2", Code: models.InviteCode{Code: ledger}, At: now})
	notFound("a ledger redeemed", err)
	if free, err := db.Invites().Free(ctx, []string{ledger, "0001"}, now); err != nil || len(free) != 1 {
		t.Errorf("free: %v, %v", free, err)
	}
	if err := db.Invites().Issue(ctx, models.InviteCode{Code: ledger, FamilyID: "f-1", CreatedAt: now}, ""); err == nil {
		t.Error("a code is issued over a ledger")
	}
	_, err = db.Families().Person(ctx, familyPrefix+"f-1")
	notFound("a family as a person", err)
	_, err = db.Families().Update(ctx, familyPrefix+"f-1", family.Patch{At: now})
	notFound("a family renamed", err)
	if err := db.Families().Create(ctx, models.User{ID: familyPrefix + "f-9", FamilyID: "f-9"}); err == nil {
		t.Error("a person is made where a family belongs")
	}
	if done, err := db.Memos().Erase(ctx, familyPrefix+"f-1", 99); !done || err != nil {
		t.Errorf("a family erased: %v, %v", done, err)
	}
}

// TestBrokenItems: what cannot be understood is an error, and the error tells
// nothing of its content.
func TestBrokenItems(t *testing.T) {
	for name, it := range map[string]item{
		"time":    {"timestamp": text("secret")},
		"version": {"version": number(1), "purgeAt": text("secret"), "deleted": flag(true)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readMemo(it)
			if !models.IsCode(err, models.CodeInternal) {
				t.Fatalf("got %v", err)
			}
			if s := err.Error(); strings.Contains(s, "secret") {
				t.Errorf("the error says %q", s)
			}
		})
	}
}
