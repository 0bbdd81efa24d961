package legacy

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// tables maps the earlier system's tables to their items. How the command reads real
// tables, and how it is interrupted, is tested with the command.
type tables map[string][]item

func (s tables) Scan(_ context.Context, in *dynamodb.ScanInput, _ ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	return &dynamodb.ScanOutput{Items: s[*in.TableName]}, nil
}

func (s tables) DescribeTable(context.Context, *dynamodb.DescribeTableInput, ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error) {
	return nil, errors.New("not used here")
}

// rows builds items from texts: name, value, name, value.
func rows(list ...[]string) (items []item) {
	for _, fields := range list {
		it := item{}
		for i := 0; i < len(fields); i += 2 {
			it[fields[i]] = &types.AttributeValueMemberS{Value: fields[i+1]}
		}
		items = append(items, it)
	}
	return items
}

// house is a target on SQLite with the services through which people use it.
type house struct {
	t        tester
	db       *sqlite.DB
	families *family.Service
	memos    *memo.Service
}

// tester is a test, or one check of a property.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Context() context.Context
}

func newHouse(t *testing.T) house {
	t.Helper()
	h := houseIn(t, t.TempDir())
	t.Cleanup(h.close)
	return h
}

// houseIn returns a house that its caller must close.
func houseIn(t tester, dir string) house {
	t.Helper()
	db, err := sqlitetest.Open(dir)
	must.OK(t, err)
	families := family.NewService(db.Families(), db.Memos())
	return house{t, db, families, memo.NewService(db.Memos(), families)}
}

func (h house) close() { _ = h.db.Close() }

// person creates a person in the target.
func (h house) person(id models.UserID) models.User {
	h.t.Helper()
	u, err := h.families.Ensure(h.t.Context(), models.Profile{ID: id, Name: "There " + string(id), Source: models.SourceOIDC})
	must.OK(h.t, err)
	return u
}

// imports runs an import.
func (h house) imports(source tables, target bulk.Store) (Report, error) {
	return Import{
		Source: Source{Client: source, Memos: "memos", Users: "users"}, Target: target, Now: time.Now(),
		Reading: func(int) {}, Writing: func(int, int) {},
	}.Run(h.t.Context())
}

// sees returns what a person's family sees, and its owner and members.
func (h house) sees(id models.UserID) (contents []string, members []models.UserID) {
	h.t.Helper()
	u, err := h.families.Person(h.t.Context(), id)
	must.OK(h.t, err)
	f, err := h.families.FamilyOf(h.t.Context(), u)
	must.OK(h.t, err)
	page, err := h.memos.List(h.t.Context(), u, memo.Query{})
	must.OK(h.t, err)
	for _, m := range page.Memos {
		contents = append(contents, m.Content)
	}
	return contents, append([]models.UserID{f.OwnerID}, f.MemberIDs...)
}

// wants checks what a person's family sees; members are the owner and then all members.
func (h house) wants(id models.UserID, contents []string, members ...models.UserID) {
	h.t.Helper()
	got, who := h.sees(id)
	if diff := cmp.Diff(contents, got) + cmp.Diff(members, who); diff != "" {
		h.t.Errorf("%s (-want +got):\n%s", id, diff)
	}
}

// couple is an owner and a member with one memo each.
func couple() tables {
	return tables{
		"users": rows([]string{"userId", "owner", "familyId", "owner", "createdAt", "2025-01-01T00:00:00Z"},
			[]string{"userId", "member", "familyId", "owner", "createdAt", "2025-02-01T00:00:00Z"}),
		"memos": rows([]string{"userId", "owner", "memoId", "1", "text", "the owner's", "timestamp", "2025-03-02T00:00:00Z"},
			[]string{"userId", "member", "memoId", "1", "text", "the member's", "timestamp", "2025-03-01T00:00:00Z"}),
	}
}

// TestTargetKnowsBetter: a person already in the target keeps the family they have there,
// and their memos move to it.
func TestTargetKnowsBetter(t *testing.T) {
	t.Run("a person who was there before", func(t *testing.T) {
		h := newHouse(t)
		before := h.person("member")
		r, err := h.imports(couple(), h.db.Bulk())
		if err != nil || !r.Complete() || r.Counts[bulk.People].Present != 1 {
			t.Errorf("%+v, %v", r, err)
		}
		h.wants("owner", []string{"the owner's"}, "owner", "owner")
		h.wants("member", []string{"the member's"}, "member", "member")
		if after := h.person("member"); after.Name != before.Name || after.FamilyID != before.FamilyID {
			t.Errorf("the import changed %+v to %+v", before, after)
		}
	})
	t.Run("the owner who was there before", func(t *testing.T) {
		h := newHouse(t)
		h.person("owner")
		if r, err := h.imports(couple(), h.db.Bulk()); err != nil || !r.Complete() {
			t.Errorf("%+v, %v", r, err)
		}
		h.wants("owner", []string{"the owner's"}, "owner", "owner")
		h.wants("member", []string{"the member's"}, "member", "member")
	})
	t.Run("a person who joined after the first import", func(t *testing.T) {
		h, late := newHouse(t), couple()
		late["users"], late["memos"] = late["users"][:1], late["memos"][:1]
		for _, source := range []tables{late, couple()} {
			if r, err := h.imports(source, h.db.Bulk()); err != nil || !r.Complete() {
				t.Errorf("%+v, %v", r, err)
			}
		}
		h.wants("owner", []string{"the owner's"}, "owner", "owner")
		h.wants("member", []string{"the member's"}, "member", "member")
	})
	t.Run("a memo that was marked as done after the first import", func(t *testing.T) {
		h := newHouse(t)
		for _, first := range []bool{true, false} {
			if r, err := h.imports(couple(), h.db.Bulk()); err != nil || !r.Complete() {
				t.Errorf("%+v, %v", r, err)
			}
			owner := h.person("owner")
			list, err := h.memos.List(t.Context(), owner, memo.Query{})
			if err != nil || len(list.Memos) == 0 {
				t.Fatalf("List: got %+v, %v, want the owner's memo", list, err)
			}
			for _, m := range list.Memos {
				if m.Done() == first {
					t.Errorf("first import %v: got %+v", first, m)
				}
				must.OK(t, must.Err(h.memos.Done(t.Context(), owner, m.Ref(), true, 0)))
			}
		}
	})
	t.Run("a person whose account is closing there", func(t *testing.T) {
		h := newHouse(t)
		u := h.person("member")
		f, err := h.families.FamilyOf(t.Context(), u)
		must.OK(t, err)
		must.OK(t, h.db.Families().Close(t.Context(), family.Close{User: u, From: f, At: time.Now()}))
		r, err := h.imports(couple(), h.db.Bulk())
		if err != nil || r.Counts[bulk.Memos].Left[Closing] != 1 || len(r.Named[Closing]) != 1 {
			t.Errorf("%+v, %v", r, err)
		}
		h.wants("owner", []string{"the owner's"}, "owner", "owner")
	})
}

// lossy is a target that fails, or silently writes nothing, when a kind is written.
type lossy struct {
	bulk.Store
	kind bulk.Kind
	err  error
}

func (l lossy) Write(ctx context.Context, records []bulk.Record) error {
	if len(records) > 0 && records[0].Kind() == l.kind {
		return l.err
	}
	return l.Store.Write(ctx, records)
}

// TestImportCutOff: at whatever kind an import fails, the next run completes it.
func TestImportCutOff(t *testing.T) {
	for _, kind := range []bulk.Kind{bulk.Memos, bulk.People, bulk.Families} {
		t.Run(string(kind), func(t *testing.T) {
			h, away := newHouse(t), errors.New("away")
			if _, err := h.imports(couple(), lossy{h.db.Bulk(), kind, away}); !errors.Is(err, away) {
				t.Errorf("got %v", err)
			}
			if r, err := h.imports(couple(), h.db.Bulk()); err != nil || !r.Complete() {
				t.Errorf("%+v, %v", r, err)
			}
			h.wants("member", []string{"the owner's", "the member's"}, "owner", "owner", "member")
		})
		t.Run(string(kind)+" in silence", func(t *testing.T) {
			h := newHouse(t)
			if r, err := h.imports(couple(), lossy{h.db.Bulk(), kind, nil}); err != nil || r.Complete() {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// TestImportMeetsImpatience: a person signs in after an interrupted import and finds
// nothing. The next run brings their memos.
func TestImportMeetsImpatience(t *testing.T) {
	h, away := newHouse(t), errors.New("away")
	if _, err := h.imports(couple(), lossy{h.db.Bulk(), bulk.People, away}); !errors.Is(err, away) {
		t.Errorf("got %v", err)
	}
	h.person("member")
	if r, err := h.imports(couple(), h.db.Bulk()); err != nil || !r.Complete() {
		t.Errorf("%+v, %v", r, err)
	}
	h.wants("owner", []string{"the owner's"}, "owner", "owner")
	h.wants("member", []string{"the member's"}, "member", "member")
}

// TestOwners: each family has one owner, the member with the best claim.
func TestOwners(t *testing.T) {
	made := func(id, family, created string, owner bool) user {
		at := parse(created)
		return user{id: id, said: family, owner: owner, created: at}
	}
	for name, c := range map[string]struct {
		want  models.UserID
		users []user
	}{
		"the person whose id it has": {"b", []user{made("a", "b", "2025-01-01T00:00:00Z", true), made("b", "b", "2025-02-01T00:00:00Z", false)}},
		"the owner by their entry":   {"b", []user{made("a", uuidLike, "2025-01-01T00:00:00Z", false), made("b", uuidLike, "2025-02-01T00:00:00Z", true)}},
		"the earlier of two":         {"a", []user{made("b", uuidLike, "2025-02-01T00:00:00Z", true), made("a", uuidLike, "2025-01-01T00:00:00Z", true)}},
		"a person before an Echo":    {"b", []user{made("amzn1.x", uuidLike, "2025-01-01T00:00:00Z", false), made("b", uuidLike, "2025-02-01T00:00:00Z", false)}},
		"the first Echo":             {"amzn1.y", []user{made("amzn1.x", uuidLike, "2025-02-01T00:00:00Z", false), made("amzn1.y", uuidLike, "2025-01-01T00:00:00Z", false)}},
	} {
		t.Run(name, func(t *testing.T) {
			items := map[string]user{}
			for _, u := range c.users {
				items[u.id] = u
			}
			report := newReport()
			p := newPlan(newRoster(items, nil, false, &report), nil, target{}, time.Now())
			owners := 0
			for _, u := range p.people {
				if u.IsOwner {
					owners++
				}
			}
			if len(p.families) != 1 || owners != 1 || !p.people[c.want].IsOwner {
				t.Errorf("%+v", p.people)
			}
		})
	}
}

const uuidLike = "550e8400-e29b-41d4-a716-446655440000"
