package sqlite

import (
	"context"

	"voicememo/invite"
)

// Ledgers implements invite.Store.
func (s inviteStore) Ledgers(ctx context.Context, names ...string) ([]invite.Ledger, error) {
	all := make([]invite.Ledger, len(names))
	for i, name := range names {
		l, err := s.Ledger(ctx, name)
		if err != nil {
			return nil, err
		}
		all[i] = l
	}
	return all, nil
}
