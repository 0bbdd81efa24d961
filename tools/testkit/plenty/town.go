package plenty

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"voicememo/auth/devissuer"
	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
)

// Town is a store with many families, whose people can sign in with the sign-in of --dev.
// The memos are divided equally: the first Large families share LargeMemos, the others the
// rest.
type Town struct {
	Families, Members int // Members: of each family
	Memos             int // in all
	Large, LargeMemos int
}

// townBatch is how many records one call of bulk.Store.Write gets.
const townBatch = 1000

// Name returns the name under which a member of a family signs in; both count from 0.
func (Town) Name(family, member int) string {
	return fmt.Sprintf("person %d of family %d", member, family)
}

// UserID returns the id that the sign-in of --dev has for a name.
func (t Town) UserID(family, member int) models.UserID {
	sum := sha256.Sum256([]byte(t.Name(family, member)))
	return models.UserID(devissuer.SubjectPrefix + hex.EncodeToString(sum[:8]))
}

// FamilyID returns the id of a family.
func (Town) FamilyID(family int) models.FamilyID {
	return models.FamilyID(fmt.Sprintf("00000000-0000-4000-8000-%012d", family))
}

// memosOf returns how many memos a family has.
func (t Town) memosOf(family int) int {
	if family < t.Large {
		return share(t.LargeMemos, t.Large, family)
	}
	return share(t.Memos-t.LargeMemos, t.Families-t.Large, family-t.Large)
}

// share returns part i when all is divided into equal parts; the first parts get what is
// left over.
func share(all, parts, i int) int {
	n := all / parts
	if i < all%parts {
		n++
	}
	return n
}

// Fill writes the town to a data directory without a database. No server may run on the
// directory meanwhile.
func (t Town) Fill(ctx context.Context, data string) (err error) {
	db, err := sqlite.Open(data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	newest := time.Now().Add(-time.Hour).Truncate(time.Millisecond)
	for _, records := range []func(family int) []bulk.Record{
		func(family int) []bulk.Record { return t.memos(family, newest) },
		func(family int) []bulk.Record { return t.people(family, newest) },
		func(family int) []bulk.Record { return t.family(family, newest) },
	} {
		if err := t.write(ctx, db.Bulk(), records); err != nil {
			return err
		}
	}
	return nil
}

// write writes the records of every family in batches.
func (t Town) write(ctx context.Context, into bulk.Store, records func(family int) []bulk.Record) error {
	var batch []bulk.Record
	for family := range t.Families {
		batch = append(batch, records(family)...)
		if len(batch) < townBatch && family < t.Families-1 {
			continue
		}
		if err := into.Write(ctx, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
	return nil
}

func (t Town) family(family int, newest time.Time) []bulk.Record {
	f := models.Family{ID: t.FamilyID(family), OwnerID: t.UserID(family, 0), CreatedAt: newest.AddDate(-1, 0, 0)}
	for member := range t.Members {
		f.MemberIDs = append(f.MemberIDs, t.UserID(family, member))
	}
	return []bulk.Record{{Family: &f}}
}

func (t Town) people(family int, newest time.Time) (all []bulk.Record) {
	since := newest.AddDate(-1, 0, 0)
	for member := range t.Members {
		all = append(all, bulk.Record{Person: &models.User{
			ID: t.UserID(family, member), FamilyID: t.FamilyID(family), Name: t.Name(family, member), IsOwner: member == 0,
			Source: models.SourceOIDC, CreatedAt: since, UpdatedAt: since, Membership: models.Membership{JoinedAt: since.Add(time.Duration(member) * time.Minute)},
		}})
	}
	return all
}

// memos returns a family's memos, a minute apart, newest first as the engine stores them.
func (t Town) memos(family int, newest time.Time) []bulk.Record {
	n := t.memosOf(family)
	all := make([]bulk.Record, n)
	for i := range n {
		at, author := newest.Add(-time.Duration(i)*time.Minute), i%t.Members
		ref := memo.Key(fmt.Sprintf("%d of family %d", i, family)).Ref(t.UserID(family, author))
		all[i].Memo = &models.Memo{
			UserID: ref.UserID, ID: ref.ID, FamilyID: t.FamilyID(family), Timestamp: at, Version: 1,
			Content: fmt.Sprintf("%d: %s", n-i, contents[i%len(contents)]), CreatedByName: t.Name(family, author),
		}
	}
	return all
}
