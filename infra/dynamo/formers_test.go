package dynamo

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestFormersFollow: wherever the process dies in a change that takes former members
// along, or in the moves after it, no memo is hidden, and another process finishes the
// change.
func TestFormersFollow(t *testing.T) {
	t.Parallel()
	const memos = 20
	w, db := world(t, plain)
	for name, act := range map[string]func(db *DB, u, other models.User) error{
		"redeem": func(db *DB, u, other models.User) error {
			return must.Err(db.Families().Redeem(w.Ctx(), redeeming(w, u, other)))
		},
		"recover": func(db *DB, u, other models.User) error {
			w.OK(w.FamilyStore.Suspend(w.Ctx(), suspending(w, u)))
			return must.Err(db.Families().Recover(w.Ctx(), recovering(w, u, other)))
		},
	} {
		everyDeath(t, db, func(doomed *DB, at death) {
			u, other := w.Echo("Echo"), w.Person("Other")
			gone := former(w, "Gone", u)
			fill(t, db, gone, memos, w.Now())
			w.Add(u, "own")
			err := act(doomed, u, other)
			for done := false; err == nil && !done; {
				done, err = doomed.Memos().Settle(w.Ctx(), w.FamilyOf(other), 99)
			}
			home := u
			if w.FamilyOf(other).Lists(u.ID) {
				home = other
			}
			for range 2 {
				f := w.FamilyOf(home)
				if got := len(everything(w, f, home, 40)); got != memos+1 || !f.Lists(gone.ID) || w.Again(gone).FamilyID != f.ID {
					t.Fatalf("%s, %+v: got %d memos in %+v, want %d", name, at, got, f, memos+1)
				}
				settled(w, db.Memos(), home, 99)
			}
		})
	}
}

// TestFormerJustMoved: the memos of a member arrive even if the member becomes a former
// member during the move.
func TestFormerJustMoved(t *testing.T) {
	const memos = 20
	w, db := world(t, plain)
	owner, echo := w.Person("Owner"), w.Echo("Echo")
	fill(t, db, echo, memos, w.Now())
	echo = w.Join(echo, owner)
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	f := w.FamilyOf(owner)
	w.Same(len(f.Moving), 1)
	w.Same(len(everything(w, f, owner, 7)), memos)
	carriedOn(w, db)
	w.Same(len(w.FamilyOf(owner).Moving), 0)
	w.Same(len(everything(w, w.FamilyOf(owner), owner, 7)), memos)
	w.OK(must.Err(w.Families.Ensure(w.Ctx(), models.Profile{ID: echo.ID, Name: "Echo", Source: models.SourceAlexa})))
	w.Same(len(w.FamilyOf(owner).FormerIDs), 0)
	carriedOn(w, db)
	listedUnder(w, db, echo, memos)
	w.Same(len(w.All(owner, false)), 0)
}

// TestFormersClose: the accounts of former members close with the last member's.
func TestFormersClose(t *testing.T) {
	w, db := world(t, plain)
	owner := w.Person("Owner")
	gone := former(w, "Gone", owner)
	w.OK(w.FamilyStore.Close(w.Ctx(), closing(w, owner)))
	for _, u := range []models.User{owner, gone} {
		if now := w.Again(u); !now.Closing || now.FamilyID != "" || !isDue(w, u, w.Now()) {
			t.Errorf("%s is %+v", u.Name, now)
		}
	}
	w.OK(w.Families.EraseDue(w.Ctx()))
	for _, u := range []models.User{owner, gone} {
		it, err := db.get(w.Ctx(), db.tables.Users, personKey(u.ID))
		w.OK(err)
		if it != nil {
			t.Errorf("%s still exists", u.Name)
		}
	}
}

// TestManyFormers: one transaction can take along the maximum number of former members.
func TestManyFormers(t *testing.T) {
	w, db := world(t, plain)
	u, other := w.Person("Owner"), w.Person("Other")
	f := db.editFamily(u.FamilyID)
	f.when(userExists)
	var ids []models.UserID
	for range 90 {
		echo := w.Echo("Echo")
		p := db.editPerson(echo.ID)
		p.when(userExists)
		p.set("familyId", text(u.FamilyID))
		p.set("gone", flag(true))
		w.OK(must.Err(db.update(w.Ctx(), p.write())))
		ids = append(ids, echo.ID)
	}
	f.add("formerIds", set(ids...))
	w.OK(must.Err(db.update(w.Ctx(), f.write())))
	w.Join(u, other)
	w.Same(len(w.FamilyOf(other).FormerIDs), len(ids))
}

// behind answers reads that may lag with the users' items of an earlier moment.
type behind struct {
	Client
	stale map[string]item
}

func (b *behind) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	out, err := b.Client.BatchGetItem(ctx, in, o...)
	for table, items := range out.Responses {
		for i, it := range items {
			if old := b.stale[textOf(it["userId"])]; old != nil && !aws.ToBool(in.RequestItems[table].ConsistentRead) {
				items[i] = old
			}
		}
	}
	return out, err
}

// TestMemberReadLate: a member whose item was read as it was before they joined is read
// once more, so that no newcomer passes for a long-standing member.
func TestMemberReadLate(t *testing.T) {
	late := &behind{stale: map[string]item{}}
	w, db := world(t, func(c Client) Client { late.Client = c; return late })
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	old, err := db.get(w.Ctx(), db.tables.Users, personKey(joiner.ID))
	w.OK(err)
	now := w.Join(joiner, owner)
	late.stale[string(joiner.ID)] = old
	member, _ := w.FamilyOf(owner).Member(joiner.ID)
	w.Same(member, now)
}
