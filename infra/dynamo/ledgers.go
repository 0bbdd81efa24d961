package dynamo

import (
	"context"

	"voicememo/invite"
	"voicememo/models"
)

// Ledger reads a ledger; the read is consistent.
func (s inviteStore) Ledger(ctx context.Context, name string) (invite.Ledger, error) {
	it, err := s.get(ctx, s.tables.InviteCodes, ledgerKey(name))
	if err != nil {
		return invite.Ledger{}, err
	}
	return readLedger(name, it)
}

// Ledgers reads ledgers with one request; the reads are consistent.
func (s inviteStore) Ledgers(ctx context.Context, names ...string) ([]invite.Ledger, error) {
	keys := keysOf(names, ledgerKey)
	items, err := s.getAll(ctx, s.tables.InviteCodes, keys, true)
	if err != nil {
		return nil, err
	}
	all := make([]invite.Ledger, len(names))
	for i, name := range names {
		var found item
		for _, it := range items {
			if same(codeOf(it), keys[i]) {
				found = it
			}
		}
		if all[i], err = readLedger(name, found); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SaveLedger replaces a whole ledger. One that TTL has deleted meanwhile counts as
// changed.
func (s inviteStore) SaveLedger(ctx context.Context, l invite.Ledger) error {
	only := "#version = :version"
	if l.Version == 0 {
		only = "attribute_not_exists(#code)"
	}
	values := item{":version": number(l.Version)}
	l.Version++
	w := write{table: s.tables.InviteCodes, item: ledgerItem(l), only: only, values: values}
	return s.add(ctx, w, models.Conflict(models.ReasonChanged))
}
