package legacy

import (
	"context"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// memos writes the memos page by page.
func (r *run) memos(ctx context.Context) error {
	total := r.report.Counts[bulk.Memos].Read
	return r.Source.each(ctx, r.Source.Memos, func(page []item) error {
		records := make([]bulk.Record, 0, len(page))
		var stale []bulk.Key
		for _, it := range page {
			old := readMemo(it)
			m, ok := r.memo(old)
			if !ok {
				continue
			}
			records = append(records, bulk.Record{Memo: &m})
			stale = append(stale, r.stale(old, m.UserID)...)
		}
		if err := r.write(ctx, bulk.Memos, records); err != nil {
			return err
		}
		r.Writing(len(page), total)
		return r.Target.Remove(ctx, bulk.Memos, stale)
	})
}

// memo converts an old memo. It reports false if the memo is left behind.
func (r *run) memo(old oldMemo) (models.Memo, bool) {
	author, why, ok := r.plan.place(old)
	r.report.name(why, old.shown())
	if !ok {
		r.report.Counts[bulk.Memos].leave(why)
		return models.Memo{}, false
	}
	r.remark(old)
	m := old.memo(author, r.Now)
	if _, there := r.there[bulk.Memos][bulk.Key{ID: old.user, Memo: old.hash()}]; there {
		m.UserID = models.UserID(old.user) // from an earlier import, which had a different rule
	}
	return m, true
}

// stale returns the key of the memo that an interrupted import has left under a
// stand-in without an account, if the memo now has another author. It is visible to
// no member.
func (r *run) stale(old oldMemo, author models.UserID) []bulk.Key {
	stand := standIn(old.user, old.family)
	key, there := r.there[bulk.Memos][bulk.Key{ID: string(stand), Memo: old.hash()}]
	if _, known := r.plan.account(stand); !there || known || author == stand {
		return nil
	}
	return []bulk.Key{key}
}

// remark records memos that an operator may want to look at.
func (r *run) remark(m oldMemo) {
	if m.at.IsZero() {
		r.report.name(Undated, m.shown())
	}
	if m.at.After(r.Now) {
		r.report.name(Future, m.shown())
	}
	if models.CheckContent(m.content) != nil {
		r.report.name(Long, m.shown())
	}
}
