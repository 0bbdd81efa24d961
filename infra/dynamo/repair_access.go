package dynamo

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"voicememo/infra/repair"
	"voicememo/models"
)

// accesses removes the details of accesses of accounts that do not exist. Other details
// are not changed: the person's own item says what is valid.
func (r repairer) accesses(ctx context.Context, p people) error {
	n := 0
	for _, id := range p.details {
		if _, there := p.all[id]; there {
			continue
		}
		gone, err := r.removeDetails(ctx, id)
		if err != nil {
			return err
		}
		if gone {
			n++
		}
	}
	if n > 0 {
		r.found(repair.Finding{What: fmt.Sprintf("%d lists of accesses belong to accounts that do not exist", n), Do: "they are removed"})
	}
	return nil
}

// removeDetails removes the details of the accesses of an account unless the account
// exists: its item may be new, or one that cannot be read. It reports whether the details
// ought to be removed.
func (r repairer) removeDetails(ctx context.Context, id models.UserID) (bool, error) {
	it, err := r.get(ctx, r.tables.Users, personKey(id))
	if err != nil || it != nil || r.dry {
		return err == nil && it == nil, err
	}
	person := write{table: r.tables.Users, key: personKey(id), only: userMissing}
	refused, err := r.transact(ctx, person.asCheck(), write{table: r.tables.Users, key: accessKey(id)}.asDelete())
	return err == nil && refused == nil, err
}

// fullLists notes families that are full according to their members but are not noted;
// without a note they would never be recounted.
func (r repairer) fullLists(ctx context.Context, p people) error {
	it, err := r.get(ctx, r.tables.InviteCodes, ledgerKey(fullName))
	if err != nil {
		return err
	}
	noted := members[models.FamilyID](it[countSet])
	missing := map[models.FamilyID]bool{}
	for _, u := range p.all {
		if u.Author.ListFull && u.FamilyID != "" && !slices.Contains(noted, u.FamilyID) {
			missing[u.FamilyID] = true
		}
	}
	if len(missing) == 0 {
		return nil
	}
	r.found(repair.Finding{What: fmt.Sprintf("%d full families are not noted", len(missing)), Do: "they are noted and counted again"})
	for _, f := range slices.Sorted(maps.Keys(missing)) {
		if r.dry {
			break
		}
		if err := r.noteFull(ctx, f); err != nil {
			return err
		}
	}
	return nil
}
