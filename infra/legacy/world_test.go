package legacy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"voicememo/infra/bulk"
	"voicememo/infra/repair"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// importDay is the time of the imports in these tests.
var importDay = time.Now().UTC().Truncate(time.Millisecond)

// The ids of random worlds. Each person can have an entry, memos, both or neither. Families
// are named by people's ids, a UUID, an unknown account's id and mistakes.
var (
	worldPeople   = []string{"101", "102", "103", "104", "amzn1.ask.account.E", "amzn1.ask.account.F"}
	worldFamilies = append(slices.Clone(worldPeople), "", uuidLike, "900", "undefined", " ")
)

// oldWorld is everything that the earlier system stores, as the tests know it.
type oldWorld struct {
	tables   tables
	families map[string]string // the family of each person with an entry
	memos    []oldMemo
}

func drawWorld(t *rapid.T) oldWorld {
	w := oldWorld{tables: tables{}, families: map[string]string{}}
	named := rapid.SampledFrom(worldFamilies)
	for _, id := range worldPeople {
		if !rapid.Bool().Draw(t, "entry of "+id) {
			continue
		}
		w.families[id] = named.Draw(t, "family of "+id)
		w.tables["users"] = append(w.tables["users"], rows([]string{"userId", id, "familyId", w.families[id], "userName", "P" + id})...)
	}
	for n := range rapid.IntRange(0, 14).Draw(t, "memos") {
		m := oldMemo{
			user: rapid.SampledFrom(worldPeople).Draw(t, "author"), id: fmt.Sprint("m", n), family: named.Draw(t, "list"),
			content: rapid.SampledFrom([]string{fmt.Sprint("memo ", n), fmt.Sprint("memo ", n), ""}).Draw(t, "text"),
			deleted: rapid.Bool().Draw(t, "deleted"),
		}
		w.memos = append(w.memos, m)
		w.tables["memos"] = append(w.tables["memos"], rows([]string{
			"userId", m.user, "memoId", m.id, "familyId", m.family, "text", m.content,
			"timestamp", fmt.Sprintf("2025-07-14T09:%02d:00.000Z", n), "deleted", fmt.Sprint(m.deleted),
		})...)
	}
	return w
}

// shows returns the memos that the earlier system showed a person: those of the family in
// their entry, which getOrCreateUser created with their own id if there was none, and, to
// their author, those of its first version, which had no families.
func (w oldWorld) shows(person string) map[string]bool {
	list := map[string]bool{}
	family := cmp.Or(w.families[person], person)
	for _, m := range w.memos {
		if m.content != "" && (m.family == family || m.family == "" && m.user == person) {
			list[m.user+" "+m.id] = true
		}
	}
	return list
}

// all returns the memos that a person sees here, in the list and in the trash. A person
// without an account gets one first, as at a first sign-in.
func (h house) all(w oldWorld, person string) map[string]bool {
	h.t.Helper()
	u := h.person(models.UserID(person))
	list := map[string]bool{}
	for _, deleted := range []bool{false, true} {
		page, err := h.memos.List(h.t.Context(), u, memo.Query{Deleted: deleted})
		must.OK(h.t, err)
		for _, m := range page.Memos {
			for _, old := range w.memos {
				if old.content == m.Content {
					list[old.user+" "+old.id] = true
				}
			}
		}
	}
	return list
}

// importsAt runs an import on importDay.
func (h house) importsAt(w oldWorld, target bulk.Store) (Report, error) {
	return Import{
		Source: Source{Client: w.tables, Memos: "memos", Users: "users", Codes: "codes"}, Target: target, Now: importDay,
		Reading: func(int) {}, Writing: func(int, int) {},
	}.Run(h.t.Context())
}

// TestImportShowsWhatWasShown: after the import of any old world, every person sees what the
// earlier system showed them, except for the memos and people that the report names, and no
// person sees a memo of a family that they did not see before.
func TestImportShowsWhatWasShown(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		w, h := drawWorld(rt), houseIn(rt, t.TempDir())
		defer h.close()
		r, err := h.importsAt(w, h.db.Bulk())
		if err != nil || !r.Complete() {
			rt.Fatalf("got %+v, %v", r, err)
		}
		h.repaired()
		again, err := h.importsAt(w, h.db.Bulk())
		if err != nil || !again.Complete() || !gocmp.Equal(again.Named, r.Named) {
			rt.Errorf("second import: got %+v, %v, want %+v", again, err, r)
		}
		for kind, c := range again.Counts {
			if c.Imported > 0 {
				rt.Errorf("second import: got %d of %s imported, want 0", c.Imported, kind)
			}
		}
		for _, person := range byStanding(h, r) {
			h.compare(w, r, person)
		}
	})
}

// byStanding returns the people of the worlds, former members last: their families lose
// their memos when they sign in.
func byStanding(h house, r Report) []string {
	people := slices.Clone(worldPeople)
	slices.SortStableFunc(people, func(a, b string) int {
		return cmp.Compare(slices.Index(r.Named[Former], a), slices.Index(r.Named[Former], b))
	})
	return people
}

// compare compares what a person sees with what the earlier system showed them.
func (h house) compare(w oldWorld, r Report, person string) {
	h.t.Helper()
	before, after := w.shows(person), h.all(w, person)
	strange, former := slices.Contains(r.Named[NoFamily], person), slices.Contains(r.Named[Former], person)
	for _, m := range w.memos {
		ref := m.user + " " + m.id
		left := slices.ContainsFunc(Reasons(), func(why Note) bool { return slices.Contains(r.Named[why], ref) })
		own := m.user == person
		switch {
		case before[ref] == after[ref]:
		case before[ref] && (left || strange || slices.Contains(r.Named[Unlisted], ref)):
		case before[ref]:
			h.t.Errorf("%s no longer sees %s, but the report does not name it", person, ref)
		case own && (former || slices.Contains(r.Named[Unlisted], ref)):
		case (m.family == "" || m.family == m.user) && slices.Contains(r.Named[Unlisted], ref):
		default:
			h.t.Errorf("%s sees %s, which the earlier system did not show them", person, ref)
		}
	}
}

// repaired requires people, families and memos to agree.
func (h house) repaired() {
	h.t.Helper()
	err := h.db.Repair(h.t.Context(), true, func(f repair.Finding) { h.t.Errorf("got the finding %+v, want none", f) })
	must.OK(h.t, err)
}

// cut is a target that accepts a number of records and then fails.
type cut struct {
	bulk.Store
	left *int
}

var errCut = errors.New("interrupted")

func (c cut) Write(ctx context.Context, records []bulk.Record) error {
	n := min(*c.left, len(records))
	*c.left -= n
	if err := c.Store.Write(ctx, records[:n]); err != nil {
		return err
	}
	if n < len(records) {
		return errCut
	}
	return nil
}

// everything returns the digests of all records.
func (h house) everything() map[bulk.Key]bulk.Digest {
	h.t.Helper()
	all := map[bulk.Key]bulk.Digest{}
	for _, kind := range bulk.Kinds() {
		err := h.db.Bulk().Each(h.t.Context(), kind, func(records []bulk.Record) (err error) {
			for _, x := range records {
				key := x.Key()
				key.ID = string(kind) + " " + key.ID
				if all[key], err = x.Digest(); err != nil {
					return err
				}
			}
			return nil
		})
		must.OK(h.t, err)
	}
	return all
}

// TestImportCutAnywhere: wherever an import of any old world is interrupted, the next run
// makes the target equal to one whose import was not.
func TestImportCutAnywhere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		w, whole, broken := drawWorld(rt), houseIn(rt, t.TempDir()), houseIn(rt, t.TempDir())
		defer whole.close()
		defer broken.close()
		must.OK(rt, must.Err(whole.importsAt(w, whole.db.Bulk())))
		for range rapid.IntRange(1, 3).Draw(rt, "cuts") {
			left := rapid.IntRange(0, 12).Draw(rt, "records")
			if _, err := broken.importsAt(w, cut{broken.db.Bulk(), &left}); err != nil && !errors.Is(err, errCut) {
				rt.Fatal(err)
			}
		}
		if r, err := broken.importsAt(w, broken.db.Bulk()); err != nil || !r.Complete() {
			rt.Errorf("got %+v, %v", r, err)
		}
		if diff := gocmp.Diff(maps.Clone(whole.everything()), broken.everything()); diff != "" {
			rt.Errorf("(-complete +interrupted):\n%s", diff)
		}
	})
}

// TestNobodyIsLetIn: a memo, even one in the trash or without text, does not make its author
// a member of the family that it names.
func TestNobodyIsLetIn(t *testing.T) {
	source := func(text, deleted string) oldWorld {
		return oldWorld{tables: tables{
			"users": rows([]string{"userId", "101", "familyId", "101"}),
			"memos": rows(
				[]string{"userId", "101", "memoId", "1", "familyId", "101", "text", "家族だけの秘密"},
				[]string{"userId", "amzn1.ask.account.GONE", "memoId", "2", "familyId", "101", "text", text, "deleted", deleted}),
		}}
	}
	for name, w := range map[string]oldWorld{
		"a memo": source("mine", "false"), "a deleted memo": source("mine", "true"), "a memo without text": source("", "false"),
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			r, err := h.importsAt(w, h.db.Bulk())
			if err != nil || !r.Complete() {
				t.Fatalf("got %+v, %v", r, err)
			}
			if got, want := len(r.Named[Former]) == 1, name != "a memo without text"; got != want {
				t.Errorf("got named %v, want %v", r.Named, want)
			}
			if name == "a memo" {
				h.wants("101", []string{"mine", "家族だけの秘密"}, "101", "101")
			}
			h.person("amzn1.ask.account.GONE")
			contents, members := h.sees("amzn1.ask.account.GONE")
			if slices.Contains(contents, "家族だけの秘密") || len(members) != 2 || members[0] != "amzn1.ask.account.GONE" {
				t.Errorf("got %v in the family of %v, want the author's own memos in a family of one", contents, members)
			}
		})
	}
	t.Run("unless the operator trusts it", func(t *testing.T) {
		h := newHouse(t)
		r, err := Import{
			Source: Source{Client: source("mine", "false").tables, Memos: "memos", Users: "users"}, Target: h.db.Bulk(), Now: importDay,
			TrustMemoFamily: true, Reading: func(int) {}, Writing: func(int, int) {},
		}.Run(t.Context())
		if err != nil || len(r.Named[Trusted]) != 1 {
			t.Fatalf("got %+v, %v", r, err)
		}
		h.wants("amzn1.ask.account.GONE", []string{"mine", "家族だけの秘密"}, "101", "101", "amzn1.ask.account.GONE")
	})
}

// TestMemosStayInTheirList: a memo of a member who left stays with the family that has seen
// it, under the author's name, and the author's present family does not see it.
func TestMemosStayInTheirList(t *testing.T) {
	h := newHouse(t)
	w := oldWorld{tables: tables{
		"users": rows([]string{"userId", "101", "familyId", "101", "userName", "太郎"},
			[]string{"userId", "102", "familyId", "103", "userName", "次郎", "email", "jiro@example.com"},
			[]string{"userId", "103", "familyId", "103", "userName", "花子"}),
		"memos": rows([]string{"userId", "102", "memoId", "1", "familyId", "101", "text", "太郎の家の鍵"}),
	}}
	r, err := h.importsAt(w, h.db.Bulk())
	if err != nil || len(r.Named[Stays]) != 1 || r.Named[Stays][0] != "102 1" {
		t.Fatalf("got %+v, %v", r, err)
	}
	h.wants("101", []string{"太郎の家の鍵"}, "101", "101")
	h.wants("102", nil, "103", "102", "103")
	h.wants("103", nil, "103", "102", "103")
	u, err := h.families.Person(t.Context(), standIn("102", "101"))
	if err != nil || u.Name != "次郎" || u.Email != "" || !u.Membership.Gone {
		t.Errorf("got %+v, %v", u, err)
	}
}

// TestStrangersOfAMistake: people whose entries name the same impossible family do not share
// one, and no account is created that no person can use.
func TestStrangersOfAMistake(t *testing.T) {
	for _, id := range []string{"undefined", "null", "   ", "family"} {
		h := newHouse(t)
		w := oldWorld{tables: tables{"users": rows([]string{"userId", "101", "familyId", id}, []string{"userId", "102", "familyId", id})}}
		r, err := h.importsAt(w, h.db.Bulk())
		if err != nil || len(r.Named[NoFamily]) != 2 || r.Counts[bulk.People].Read != 2 {
			t.Errorf("%q: got %+v, %v", id, r, err)
		}
		h.wants("101", nil, "101", "101")
		h.wants("102", nil, "102", "102")
	}
	h := newHouse(t)
	w := oldWorld{tables: tables{"users": rows([]string{"userId", "undefined", "familyId", "undefined"}, []string{"userId", "102", "familyId", "undefined"})}}
	must.OK(t, must.Err(h.importsAt(w, h.db.Bulk())))
	h.wants("102", nil, "102", "102", "undefined")
}

// TestLaterReadingOfATime: a memo that an earlier import listed under a different time is
// recognized as the same memo.
func TestLaterReadingOfATime(t *testing.T) {
	h := newHouse(t)
	w := oldWorld{tables: tables{
		"users": rows([]string{"userId", "101"}),
		"memos": rows([]string{"userId", "101", "memoId", "1", "text", "mine"}),
	}}
	for _, at := range []string{"yesterday", "2025-07-14T09:30:15Z"} {
		w.tables["memos"][0]["timestamp"] = &types.AttributeValueMemberS{Value: at}
		if r, err := h.importsAt(w, h.db.Bulk()); err != nil || !r.Complete() {
			t.Errorf("got %+v, %v", r, err)
		}
	}
	h.wants("101", []string{"mine"}, "101", "101")
}

// TestStaleMemos: memos that an interrupted import left under a stand-in are removed if the
// family's only member has signed in by then.
func TestStaleMemos(t *testing.T) {
	h := newHouse(t)
	w := oldWorld{tables: tables{
		"users": rows([]string{"userId", "101", "familyId", "101"}, []string{"userId", "102", "familyId", "102"}),
		"memos": rows([]string{"userId", "102", "memoId", "1", "familyId", "101", "text", "mine"}),
	}}
	left := 1
	if _, err := h.importsAt(w, cut{h.db.Bulk(), &left}); !errors.Is(err, errCut) {
		t.Fatalf("got %v", err)
	}
	h.person("101")
	if r, err := h.importsAt(w, h.db.Bulk()); err != nil || !r.Complete() || len(r.Named[Unlisted]) != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
	h.wants("101", nil, "101", "101")
	h.wants("102", []string{"mine"}, "102", "102")
	h.repaired()
}

// TestOwnersWithoutAnEntry: a person without an entry whose id others name as their family is
// in that family, whatever list has their memos.
func TestOwnersWithoutAnEntry(t *testing.T) {
	h := newHouse(t)
	w := oldWorld{tables: tables{
		"users": rows([]string{"userId", "101", "familyId", "102"}, []string{"userId", "103", "familyId", "103"}),
		"memos": rows([]string{"userId", "102", "memoId", "1", "familyId", "103", "text", "for 103"},
			[]string{"userId", "101", "memoId", "2", "familyId", "102", "text", "for 102"}),
	}}
	r, err := h.importsAt(w, h.db.Bulk())
	if err != nil || len(r.Named[MadeOwner]) != 1 || len(r.Named[Former]) != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	h.wants("101", []string{"for 102"}, "102", "101", "102")
	h.wants("102", []string{"for 102"}, "102", "101", "102")
	h.wants("103", []string{"for 103"}, "103", "103")
}

// TestFormerWithoutAFamily: an author without an entry begins alone if the only member of the
// family that lists the memos has another family in the target.
func TestFormerWithoutAFamily(t *testing.T) {
	h := newHouse(t)
	h.person("101")
	w := oldWorld{tables: tables{
		"users": rows([]string{"userId", "101", "familyId", "101"}),
		"memos": rows([]string{"userId", "102", "memoId", "1", "familyId", "101", "text", "mine"}),
	}}
	if r, err := h.importsAt(w, h.db.Bulk()); err != nil || !r.Complete() {
		t.Errorf("got %+v, %v", r, err)
	}
	h.wants("102", []string{"mine"}, "102", "102")
	if u := h.person("102"); u.FamilyID != alone("102") || u.Membership.Gone {
		t.Errorf("got %+v, want the family %s", u, alone("102"))
	}
}

// refusing has a table of codes that cannot be read or, without an error, has two pages.
type refusing struct {
	tables
	err error
}

func (r refusing) Scan(ctx context.Context, in *dynamodb.ScanInput, options ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	switch {
	case *in.TableName != "codes":
		return r.tables.Scan(ctx, in, options...)
	case r.err != nil:
		return nil, r.err
	case in.ExclusiveStartKey == nil:
		return &dynamodb.ScanOutput{Count: 2, LastEvaluatedKey: item{"code": &types.AttributeValueMemberS{Value: "0042"}}}, nil
	}
	return &dynamodb.ScanOutput{Count: 1}, nil
}

// TestInvitationsAreOnlyCounted: an import does not need the table of the invitations, but it
// reports that DynamoDB does not respond.
func TestInvitationsAreOnlyCounted(t *testing.T) {
	away := errors.New("away")
	for name, c := range map[string]struct {
		err, want error
		n         int
	}{
		"two pages": {nil, nil, 3},
		"missing":   {&types.ResourceNotFoundException{}, nil, -1},
		"refused":   {&smithy.GenericAPIError{Code: "AccessDeniedException"}, nil, -1},
		"away":      {away, away, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			r, err := Import{
				Source: Source{Client: refusing{couple(), c.err}, Memos: "memos", Users: "users", Codes: "codes"}, Target: h.db.Bulk(), Now: importDay,
				Reading: func(int) {}, Writing: func(int, int) {},
			}.Run(t.Context())
			if !errors.Is(err, c.want) || r.Invitations != c.n {
				t.Errorf("got %d, %v, want %d, %v", r.Invitations, err, c.n, c.want)
			}
			if err := h.db.Bulk().Each(t.Context(), bulk.Invites, func(found []bulk.Record) error {
				t.Errorf("got %d invitations, want none", len(found))
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
}
