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
// families, the items of numbers, and the notes of due erasures and of work.
func (r repairer) beside(ctx context.Context, p people) error {
	if err := r.fullLists(ctx, p); err != nil {
		return err
	}
	now, b := time.Now(), beside{due: map[time.Time][]models.UserID{}}
	for _, u := range p.all {
		if !u.Echo.Connection.Live(now) {
			u.Echo.Connection = models.Connection{}
		}
		if !u.Closing { // closing has finished those
			b.take(u, now)
		}
	}
	if err := r.numbers(ctx, b.numbers); err != nil {
		return err
	}
	if err := r.dueErasures(ctx, b.due); err != nil {
		return err
	}
	return r.work(ctx, now, b.working)
}

// work notes those accounts with work that are not noted.
func (r repairer) work(ctx context.Context, now time.Time, working []models.UserID) error {
	notes, err := r.notes(ctx, now, workDays, workingSet)
	if err != nil {
		return err
	}
	for _, noted := range notes {
		working = slices.DeleteFunc(working, func(id models.UserID) bool { return slices.Contains(noted, id) })
	}
	if len(working) == 0 {
		return nil
	}
	r.found(repair.Finding{What: fmt.Sprintf("%d accounts have changes of many memos that are not noted", len(working)), Do: "they are noted, and go on"})
	if r.dry {
		return nil
	}
	return r.note(ctx, now, workingSet, working...)
}

func codeOf(it item) item { return item{"code": it["code"]} }

// numbers puts those items that are missing.
func (r repairer) numbers(ctx context.Context, items []item) error {
	found, err := r.getAll(ctx, r.tables.InviteCodes, keysOf(items, codeOf), true)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, it := range found {
		there[textOf(it["code"])] = true
	}
	missing := slices.DeleteFunc(items, func(it item) bool {
		return there[textOf(it["code"])]
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
		noted := members[models.UserID](it[dueSet])
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
