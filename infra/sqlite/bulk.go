package sqlite

import (
	"context"
	"encoding/json"
	"errors"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// Bulk returns the database, with the parts of modules, as a bulk store. The stored records
// are already normal (see bulk.Record): memos move in the transaction that moves their author.
func (db *DB) Bulk() bulk.Store {
	var parts []bulk.Part
	for _, p := range db.parts {
		if p.Bulk != nil {
			parts = append(parts, p.Bulk(db))
		}
	}
	return bulk.With(bulkStore{db}, parts...)
}

// bulkStore implements bulk.Store.
type bulkStore struct{ db *DB }

// bulkRows is the largest number of records in a batch or a transaction.
const bulkRows = 1000

// jsonTime returns an SQL expression for a stored time as JSON has times.
func jsonTime(column string) string {
	return "iif(" + column + " = 0, '0001-01-01T00:00:00Z', strftime('%Y-%m-%dT%H:%M:%fZ', " + column + " / 1000.0, 'unixepoch'))"
}

// selectFamilies selects the columns that scanFamily reads. Members, former members and
// requests are stored in the rows of the people only.
var selectFamilies = "SELECT " + familyTable.names("") + `,
	(SELECT json_group_array(user_id) FROM users WHERE users.family_id = families.family_id AND gone = 0),
	(SELECT json_group_array(user_id) FROM users WHERE users.family_id = families.family_id AND gone = 1),
	(SELECT json_group_array(json_object('UserID', user_id, 'FamilyID', requested_family, 'At', ` + jsonTime("requested_at") + `,
		'Check', requested_check, 'Way', requested_way, 'InviteID', requested_invite, 'By', requested_by)) FROM users
		WHERE requested_family = families.family_id AND requested_at > 0)
	FROM families`

// selectAll selects all rows of a kind.
var selectAll = map[bulk.Kind]string{
	bulk.Memos:   selectMemo + "FROM memos",
	bulk.Invites: "SELECT " + inviteColumns + " FROM invite_codes",
	bulk.Ledgers: "SELECT " + ledgerColumns + " FROM ledgers",
	bulk.People: "SELECT " + userColumns + `, (SELECT json_group_array(json_object('ID', id, 'Kind', kind, 'Name', name,
		'Host', host, 'Scope', scope, 'Since', ` + jsonTime("since") + `, 'Until', ` + jsonTime("until") + `))
		FROM accesses WHERE accesses.user_id = users.user_id) FROM users`,
	bulk.Families: selectFamilies,
}

// Each implements bulk.Store. Its single query reads one state.
func (s bulkStore) Each(ctx context.Context, kind bulk.Kind, visit func([]bulk.Record) error) error {
	var batch []bulk.Record
	var refused error // the error of visit, returned unchanged
	err := s.db.read.each(ctx, selectAll[kind], nil, func(row scanner) error {
		r, err := scanRecord(kind, row)
		if err != nil {
			return err
		}
		if batch = append(batch, r); len(batch) == bulkRows {
			refused = visit(batch)
			batch = nil
		}
		return refused
	})
	switch {
	case refused != nil:
		return refused
	case err != nil:
		return translate(err)
	case len(batch) > 0:
		return visit(batch)
	}
	return nil
}

func scanRecord(kind bulk.Kind, row scanner) (bulk.Record, error) {
	switch kind {
	case bulk.Memos:
		m, err := scanMemo(row)
		return bulk.Record{Memo: &m}, err
	case bulk.Invites:
		c, err := scanInvite(row)
		return bulk.Record{Invite: &c}, err
	case bulk.Ledgers:
		l, err := scanLedger(row)
		return bulk.Record{Ledger: &l}, err
	case bulk.Families:
		f, err := scanFamily(row)
		return bulk.Record{Family: &f}, err
	}
	return scanPerson(row)
}

// scanPerson scans a person with the details of their accesses.
func scanPerson(row scanner) (bulk.Record, error) {
	var objects string
	u, err := scanUser(row, &objects)
	if err != nil {
		return bulk.Record{}, err
	}
	var details []models.Access
	if err := json.Unmarshal([]byte(objects), &details); err != nil {
		return bulk.Record{}, err
	}
	out := bulk.Record{Person: &u, Access: bulk.Accesses(u.Access, details)}
	u.Access = nil
	return out, nil
}

func scanFamily(row scanner) (models.Family, error) {
	var f models.Family
	var members, former, requests string
	if err := row.Scan(familyTable.into(&f, &members, &former, &requests)...); err != nil {
		return models.Family{}, err
	}
	err := errors.Join(json.Unmarshal([]byte(members), &f.MemberIDs), json.Unmarshal([]byte(former), &f.FormerIDs),
		json.Unmarshal([]byte(requests), &f.Requests))
	if err != nil {
		return models.Family{}, err
	}
	return f, nil
}
