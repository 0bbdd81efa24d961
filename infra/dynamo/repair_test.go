package dynamo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/repair"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// broken is a family of three, whose items a test breaks by hand.
type broken struct {
	*familytest.World
	db                    *DB
	client                *dynamodb.Client
	environment           string
	owner, member, joiner models.User // the joiner's memos are settled
	home                  models.FamilyID
}

// brokenMemos is how many memos each of the three has.
const brokenMemos = 3

func newBroken(t *testing.T) *broken {
	t.Helper()
	w, db := world(t, plain)
	b := &broken{World: w, db: db, client: db.client.(*dynamodb.Client)}
	b.environment = strings.TrimSuffix(strings.TrimPrefix(db.tables.Users, "alexa-voice-memo-"), "-users")
	b.owner, b.member, b.joiner = w.Person("Owner"), w.Person("Member"), w.Person("Joiner")
	for _, u := range []models.User{b.owner, b.member, b.joiner} {
		fill(t, db, u, brokenMemos, w.Now())
		gone := w.Add(u, "removed")
		for range 2 {
			w.OK(must.Err(w.Memos.Delete(w.Ctx(), u, gone.Ref(), 0)))
		}
	}
	b.member, b.joiner = w.Join(b.member, b.owner), w.Join(b.joiner, b.owner)
	b.home = b.owner.FamilyID
	w.OK(w.Memos.Settle(w.Ctx(), b.joiner))
	return b
}

// set changes an item in a way that no program would.
func (b *broken) set(table string, key item, update string, values item, alias map[string]string) {
	b.T.Helper()
	out, err := b.db.update(b.Ctx(), write{table: table, key: key, update: update, only: userExists, values: values, alias: alias})
	b.OK(err)
	if !out.done {
		b.T.Fatal("got no item to break")
	}
}

func (b *broken) setFamily(update string, values item) {
	b.T.Helper()
	b.set(b.db.tables.Users, familyKey(b.home), update, values, map[string]string{"#member": "nobody"})
}

func (b *broken) setPerson(u models.User, update string, values item) {
	b.T.Helper()
	b.set(b.db.tables.Users, personKey(u.ID), update, values, nil)
}

func (b *broken) drop(key item) {
	b.T.Helper()
	b.OK(must.Err(b.client.DeleteItem(b.Ctx(), &dynamodb.DeleteItemInput{TableName: &b.db.tables.Users, Key: key})))
}

// list lists u's memos under a family, or removes them from the index.
func (b *broken) list(u models.User, under models.FamilyID) {
	b.T.Helper()
	refs, err := memoStore{b.db}.strays(b.Ctx(), models.User{ID: u.ID}, "", 100)
	b.OK(err)
	for _, ref := range refs {
		if under == "" {
			b.set(b.db.tables.Memos, memoKey(ref), "REMOVE #familyId", nil, nil)
		} else {
			b.set(b.db.tables.Memos, memoKey(ref), "SET #familyId = :family", item{":family": text(under)}, nil)
		}
	}
}

// repaired runs Repair and returns its findings.
func (b *broken) repaired(dry bool) (findings []repair.Finding) {
	b.T.Helper()
	b.OK(Repair(b.Ctx(), b.client, b.environment, dry, func(f repair.Finding) { findings = append(findings, f) }))
	return findings
}

// sees fails the test unless u's family has these members, the owner first, and its list
// has the memos of all of them.
func (b *broken) sees(u models.User, members ...models.User) {
	b.T.Helper()
	f := b.FamilyOf(u)
	for i, m := range members {
		if now := b.Again(m); !f.Has(m.ID) || now.FamilyID != f.ID || now.IsOwner != (i == 0) {
			b.T.Errorf("%s in %+v", m.Name, f)
		}
	}
	if len(f.Members) != len(members) || f.OwnerID != members[0].ID || len(f.Moving) > 0 {
		b.T.Errorf("family of %s: got %+v", u.Name, f)
	}
	b.Same(len(b.Contents(u, false)), brokenMemos*len(members))
}

// stays fails the test unless the joiner is a former member of the family of these
// members, the owner first.
func (b *broken) stays(members ...models.User) {
	b.T.Helper()
	f, joiner := b.FamilyOf(members[0]), b.Again(b.joiner)
	b.Same(f.FormerIDs, []models.UserID{b.joiner.ID})
	if f.Has(b.joiner.ID) || !joiner.Membership.Gone || joiner.FamilyID != f.ID || len(f.Members) != len(members) {
		b.T.Errorf("got family %+v, former member %+v", f, joiner)
	}
	b.Same(len(b.Contents(members[0], false)), brokenMemos*(len(members)+1))
}

func (b *broken) leaves(u models.User) {
	b.T.Helper()
	b.OK(must.Err(b.Families.Leave(b.Ctx(), u)))
	b.OK(b.Memos.Settle(b.Ctx(), b.Again(u)))
}

// forget deletes an item of the invite-codes table.
func (b *broken) forget(key string) {
	b.T.Helper()
	b.OK(must.Err(b.client.DeleteItem(b.Ctx(), &dynamodb.DeleteItemInput{TableName: &b.db.tables.InviteCodes, Key: codeKey(key)})))
}

// TestRepair breaks items in every possible way, one at a time.
func TestRepair(t *testing.T) {
	for name, c := range map[string]struct {
		by    func(*broken)
		found string // "": nothing
		then  func(*broken)
	}{
		"nothing": {by: func(*broken) {}},
		"a mark that is not noted": {func(b *broken) {
			b.set(b.db.tables.Users, familyKey(b.home), "SET #moving.#member = :old", item{":old": set("elsewhere")}, map[string]string{"#member": string(b.member.ID)})
			b.list(b.member, "elsewhere")
		}, "waits for memos, and is not noted", nil},
		"memos listed elsewhere": {func(b *broken) { b.list(b.member, "elsewhere") }, "3 memos are listed under another family", nil},
		"memos listed nowhere":   {func(b *broken) { b.list(b.member, "") }, "3 memos are listed under another family", nil},
		"memos listed elsewhere, of a family without marks": {func(b *broken) {
			b.list(b.member, "elsewhere")
			b.setFamily("REMOVE #moving", nil)
		}, "3 memos are listed under another family", nil},
		"an owner who is not a member": {func(b *broken) { b.setFamily("SET #ownerId = :nobody", item{":nobody": text("nobody")}) }, "has no owner among its members", nil},
		"a missing member":             {func(b *broken) { b.setFamily("ADD #memberIds :more", item{":more": set("nobody")}) }, "names a member who is not in it", nil},
		"a mark of a missing person": {func(b *broken) {
			b.setFamily("SET #moving.#member = :old", item{":old": set("elsewhere")})
		}, "waits for the memos of somebody who is not a member", nil},
		"two who say to be owners":        {func(b *broken) { b.setPerson(b.member, "SET #isOwner = :true", item{":true": flag(true)}) }, "do not agree on who its owner is", nil},
		"a family without members' names": {func(b *broken) { b.setFamily("REMOVE #memberIds", nil) }, "does not name somebody", nil},
		"no item of the family":           {func(b *broken) { b.drop(familyKey(b.home)) }, "is not there, and people are in it", nil},
		"an owner whom the family does not name": {func(b *broken) {
			b.setFamily("DELETE #memberIds :owner", item{":owner": set(b.owner.ID)})
		}, "does not name somebody", nil},
		"a person whom the family does not know": {
			func(b *broken) { b.setFamily("DELETE #memberIds :joiner", item{":joiner": set(b.joiner.ID)}) },
			"says to be in family",
			func(b *broken) { b.sees(b.owner, b.owner, b.member); b.sees(b.joiner, b.joiner) },
		},
		"a person in no family": {
			func(b *broken) {
				b.setFamily("DELETE #memberIds :joiner", item{":joiner": set(b.joiner.ID)})
				b.setPerson(b.joiner, "SET #familyId = :none", item{":none": text("")})
			},
			"is in no family",
			func(b *broken) { b.sees(b.owner, b.owner, b.member); b.sees(b.joiner, b.joiner) },
		},
		"a member who is elsewhere": {
			func(b *broken) { b.setPerson(b.joiner, "SET #familyId = :other", item{":other": text("other")}) },
			"names a member who is not in it",
			func(b *broken) { b.sees(b.owner, b.owner, b.member); b.sees(b.joiner, b.joiner) },
		},
		"a family without people": {
			func(b *broken) {
				f := models.Family{ID: "empty", OwnerID: "nobody", MemberIDs: []models.UserID{"nobody"}, CreatedAt: b.Now()}
				b.OK(must.Err(b.client.PutItem(b.Ctx(), &dynamodb.PutItemInput{TableName: &b.db.tables.Users, Item: familyItem(f)})))
			},
			"family empty has no members, names a member",
			func(b *broken) {
				b.Refused(must.Err(b.FamilyStore.Family(b.Ctx(), "empty")), models.CodeNotFound, models.ReasonFamily)
			},
		},
		"a former member whom the family names as a member": {
			func(b *broken) {
				b.setPerson(b.joiner, "SET #gone = :true, #isOwner = :false", item{":true": flag(true), ":false": flag(false)})
			},
			"names a member who is not in it",
			func(b *broken) { b.stays(b.owner, b.member) },
		},
		"a former member whom the family does not name": {
			func(b *broken) {
				b.setPerson(b.joiner, "SET #gone = :true", item{":true": flag(true)})
				b.setFamily("DELETE #memberIds :joiner", item{":joiner": set(b.joiner.ID)})
			},
			"says to be in family",
			func(b *broken) { b.sees(b.owner, b.owner, b.member); b.sees(b.joiner, b.joiner) },
		},
		"a missing former member": {
			func(b *broken) { b.setFamily("ADD #formerIds :more", item{":more": set("nobody")}) },
			"names a former member who is not one of it", nil,
		},
		"a former member who is a member elsewhere": {
			func(b *broken) {
				b.leaves(b.joiner)
				b.setFamily("ADD #formerIds :joiner", item{":joiner": set(b.joiner.ID)})
			},
			"names a former member who is not one of it",
			func(b *broken) { b.sees(b.owner, b.owner, b.member); b.sees(b.joiner, b.joiner) },
		},
		"memos of a former member listed elsewhere": {
			func(b *broken) {
				b.OK(b.FamilyStore.Retire(b.Ctx(), retiring(b.World, b.joiner, models.User{})))
				b.list(b.joiner, "elsewhere")
			},
			"3 memos are listed under another family",
			func(b *broken) { b.stays(b.owner, b.member) },
		},
		"a family of former members": {
			func(b *broken) {
				b.OK(b.FamilyStore.Retire(b.Ctx(), retiring(b.World, b.joiner, models.User{})))
				b.setPerson(b.owner, "SET #familyId = :other", item{":other": text("other")})
				b.setPerson(b.member, "SET #familyId = :third", item{":third": text("third")})
			},
			"has no members",
			func(b *broken) { b.sees(b.owner, b.owner); b.sees(b.member, b.member); b.sees(b.joiner, b.joiner) },
		},
		"a missing number": {
			func(b *broken) {
				b.OK(b.FamilyStore.SetRecovery(b.Ctx(), b.joiner.ID, "hash", b.Now()))
				b.forget(family.RecoveryKey("hash"))
			},
			"1 numbers do not lead to their Echos",
			func(b *broken) {
				holder, err := b.FamilyStore.Holder(b.Ctx(), family.RecoveryKey("hash"))
				b.OK(err)
				b.Same(holder, b.joiner.ID)
			},
		},
		"an erasure that is not noted": {
			func(b *broken) {
				echo := suspended(b.World, "Echo")
				b.forget(textOf(dueKey(echo.EraseAt)["code"]))
			},
			"1 accounts are to be erased and are not noted",
			func(b *broken) {
				due, err := b.FamilyStore.Due(b.Ctx(), b.Now().Add(models.KeepFor))
				b.OK(err)
				b.Same(len(due), 1)
			},
		},
		"work that is not noted": {
			func(b *broken) {
				w := models.Work{Family: b.owner.FamilyID, Began: b.Now(), Left: 1}
				b.OK(b.MemoStore.BeginWork(b.Ctx(), b.owner.ID, models.WorkTrash, w))
				b.forget(textOf(dueKey(b.Now())["code"]))
			},
			"1 accounts have changes of many memos that are not noted",
			func(b *broken) {
				working, err := b.MemoStore.Working(b.Ctx(), b.Now())
				b.OK(err)
				b.Same(len(working), 1)
			},
		},
		"a deletion that was interrupted": {
			func(b *broken) {
				b.OK(b.FamilyStore.Close(b.Ctx(), closing(b.World, b.joiner)))
			},
			"the deletion of an account was interrupted",
			func(b *broken) {
				b.sees(b.owner, b.owner, b.member)
				b.Refused(must.Err(b.FamilyStore.Person(b.Ctx(), b.joiner.ID)), models.CodeNotFound, models.ReasonPerson)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBroken(t)
			c.by(b)
			planned := b.repaired(true)
			b.Same(b.repaired(true), planned) // and nothing has changed
			done := b.repaired(false)
			b.Same(len(done) > 0, c.found != "")
			texts := ""
			for _, f := range done {
				texts += f.What + "; "
				if f.Open {
					t.Errorf("%+v", f)
				}
			}
			if !strings.Contains(texts, c.found) || len(planned) == 0 && c.found != "" {
				t.Errorf("got findings %q, want %q", texts, c.found)
			}
			if c.then == nil {
				b.sees(b.member, b.owner, b.member, b.joiner)
			} else {
				c.then(b)
			}
			b.Same(len(b.repaired(false)), 0)
		})
	}
}

// TestRepairLeaves: defects that cannot be repaired are reported as open.
func TestRepairLeaves(t *testing.T) {
	b := newBroken(t)
	b.drop(personKey(b.joiner.ID))
	b.setPerson(b.member, "SET #createdAt = :broken", item{":broken": text("no time")})
	for range 2 {
		open := ""
		for _, f := range b.repaired(false) {
			if f.Open {
				open += f.What + "; "
			}
		}
		for _, want := range []string{"3 memos have an author who is not there", "1 items of the users table cannot be understood"} {
			if !strings.Contains(open, want) {
				t.Errorf("%q is not among %q", want, open)
			}
		}
	}
	it, err := b.db.get(b.Ctx(), b.db.tables.Users, familyKey(b.home))
	b.OK(err)
	f, err := readFamily(it)
	if b.OK(err); !f.Has(b.member.ID) {
		t.Errorf("got %+v, want no finding that a person who cannot be read is missing", f)
	}
}

// TestRepairLargeFamily: an imported family may be too large for one transaction, and is
// repaired in several.
func TestRepairLargeFamily(t *testing.T) {
	b := newBroken(t)
	all := bulkStore{DB: b.db, bulk: b.client}
	large := models.Family{ID: "0-large", OwnerID: "nobody", CreatedAt: b.Now()} // comes first
	var people []bulk.Record
	for i := range 120 {
		u := models.User{ID: models.UserID(fmt.Sprint("large-", i)), FamilyID: large.ID, Name: "x", Source: models.SourceOIDC, CreatedAt: b.Now(), Membership: models.Membership{JoinedAt: b.Now()}}
		people, large.MemberIDs = append(people, bulk.Record{Person: &u}), append(large.MemberIDs, u.ID)
	}
	b.OK(all.Write(b.Ctx(), people))
	b.OK(all.Write(b.Ctx(), []bulk.Record{{Family: &large}}))
	b.setPerson(b.member, "SET #isOwner = :true", item{":true": flag(true)})
	b.list(b.joiner, "elsewhere")
	var left []string
	for _, f := range b.repaired(false) {
		if f.Open {
			left = append(left, f.What)
		}
	}
	f, err := b.FamilyStore.Family(b.Ctx(), large.ID)
	if b.OK(err); len(left) != 0 || !f.Has(f.OwnerID) || len(f.MemberIDs) != 120 {
		t.Errorf("got open findings %q, %d members and the owner %s", left, len(f.MemberIDs), f.OwnerID)
	}
	b.sees(b.member, b.owner, b.member, b.joiner)
}

// noteless is a client that cannot note families with pending moves.
type noteless struct{ *dynamodb.Client }

func (noteless) UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return nil, errors.New("away")
}

// TestRepairSaysWhatWaits: pending moves are reported even if they cannot be noted.
func TestRepairSaysWhatWaits(t *testing.T) {
	b := newBroken(t)
	b.set(b.db.tables.Users, familyKey(b.home), "SET #moving.#member = :old", item{":old": set("elsewhere")},
		map[string]string{"#member": string(b.joiner.ID)})
	open := 0
	b.OK(Repair(b.Ctx(), noteless{b.client}, b.environment, false, func(f repair.Finding) {
		if f.Open && f == repair.Pending(b.home) {
			open++
		}
	}))
	b.Same(open, 1)
}

// meddling is a client that calls a function once, right before its first transaction.
type meddling struct {
	*dynamodb.Client
	once func()
}

func (m *meddling) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	if m.once != nil {
		m.once()
		m.once = nil
	}
	return m.Client.TransactWriteItems(ctx, in, o...)
}

// TestRepairBesideServers: a change made between the read and the repair is kept.
func TestRepairBesideServers(t *testing.T) {
	b := newBroken(t)
	b.setPerson(b.member, "SET #isOwner = :true", item{":true": flag(true)})
	m := &meddling{b.client, func() { b.OK(b.Families.Transfer(b.Ctx(), b.owner, b.member.ID)) }}
	b.OK(Repair(b.Ctx(), m, b.environment, false, func(f repair.Finding) { t.Errorf("%+v", f) }))
	b.sees(b.owner, b.member, b.owner, b.joiner)

	b.list(b.joiner, "elsewhere")
	m.once = func() {
		b.OK(must.Err(b.Families.Leave(b.Ctx(), b.joiner)))
	}
	b.OK(Repair(b.Ctx(), m, b.environment, false, func(f repair.Finding) {
		if f.Open {
			t.Errorf("%+v", f)
		}
	}))
	b.sees(b.owner, b.member, b.owner)
	b.sees(b.joiner, b.joiner)
}
