package dynamo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"voicememo/infra/repair"
	"voicememo/models"
)

// beside writes items of the invite-codes table that belong to people and are missing
// because that table was restored from an earlier time or made anew: the notes of full
// families, the items of numbers, and the notes of due erasures.
func (r repairer) beside(ctx context.Context) error {
	p, err := r.read(ctx)
	if err != nil {
		return err
	}
	if err := r.fullLists(ctx, p); err != nil {
		return err
	}
	now := time.Now()
	var numbers []item
	due := map[time.Time][]models.UserID{}
	for _, u := range p.all {
		if !u.Connection.Live(now) {
			u.Connection = models.Connection{}
		}
		numbers = append(numbers, numberItems(u, now)...)
		if at := dueFrom(u, now); !at.IsZero() && !u.Closing { // closing has finished those
			of := at.UTC().Truncate(day)
			due[of] = append(due[of], u.ID)
		}
	}
	if err := r.numbers(ctx, numbers); err != nil {
		return err
	}
	return r.dueErasures(ctx, due)
}

// numbers puts those items that are missing.
func (r repairer) numbers(ctx context.Context, items []item) error {
	keys := make([]item, len(items))
	for i, it := range items {
		keys[i] = item{"code": it["code"]}
	}
	found, err := r.getAll(ctx, r.tables.InviteCodes, keys, true)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, it := range found {
		in := reader{item: it}
		there[in.text("code")] = true
	}
	missing := slices.DeleteFunc(items, func(it item) bool {
		in := reader{item: it}
		return there[in.text("code")]
	})
	if len(missing) == 0 {
		return nil
	}
	r.found(repair.Finding{What: fmt.Sprintf("%d numbers do not lead to their Echos", len(missing)), Do: "they lead there again"})
	for _, it := range missing {
		if r.dry {
			break
		}
		w := write{table: r.tables.InviteCodes, item: it, only: "attribute_not_exists(#code)"}
		if _, err := r.put(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// dueErasures notes those accounts that are not noted.
func (r repairer) dueErasures(ctx context.Context, due map[time.Time][]models.UserID) error {
	missing := 0
	for of, accounts := range due {
		it, err := r.get(ctx, r.tables.InviteCodes, dueKey(of))
		if err != nil {
			return err
		}
		in := reader{item: it}
		noted := named[models.UserID](in.set(dueSet))
		accounts = slices.DeleteFunc(accounts, func(id models.UserID) bool { return slices.Contains(noted, id) })
		missing += len(accounts)
		if len(accounts) == 0 || r.dry {
			continue
		}
		if err := r.noteDue(ctx, of, accounts...); err != nil {
			return err
		}
	}
	if missing > 0 {
		r.found(repair.Finding{What: fmt.Sprintf("%d accounts are to be erased and are not noted", missing), Do: "they are noted"})
	}
	return nil
}
