package dynamo

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/bulk"
	"voicememo/invite"
	"voicememo/models"
)

// BulkClient is the part of DynamoDB's API that copying everything uses. Its actions need
// an operator's rights, not a function's. *dynamodb.Client implements it.
type BulkClient interface {
	Client
	Scan(context.Context, *dynamodb.ScanInput, ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error)
	BatchWriteItem(context.Context, *dynamodb.BatchWriteItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error)
}

// Bulk returns a bulk.Store of all tables of an environment, those of modules included.
func Bulk(client BulkClient, environment string, modules ...Table) bulk.Store {
	return bulkStore{DB: Open(client, environment), bulk: client}.with(modules)
}

// BulkTarget is Bulk for the target of a copy. Its records show a memo's stored family
// even if that is not its author's family and no mark names it: an interrupted copy may
// have left the memo there, and the next copy must see the difference to correct it.
func BulkTarget(client BulkClient, environment string, modules ...Table) bulk.Store {
	return bulkStore{DB: Open(client, environment), bulk: client, target: true}.with(modules)
}

// with returns s with the records of modules.
func (s bulkStore) with(modules []Table) bulk.Store {
	var parts []bulk.Part
	for _, t := range modules {
		if t.Bulk != nil {
			parts = append(parts, later{t.Bulk(s.bulk, s.environment)})
		}
	}
	return bulk.With(s, parts...)
}

// later is a part whose table may not exist: the environment may be older than the module,
// or have been restored without that table.
type later struct{ bulk.Part }

// Each implements bulk.Part.
func (l later) Each(ctx context.Context, visit func([]bulk.ModuleRecord) error) error {
	err := l.Part.Each(ctx, visit)
	var missing *types.ResourceNotFoundException
	if errors.As(err, &missing) {
		return bulk.ErrMissing
	}
	return err
}

// bulkStore implements bulk.Store.
type bulkStore struct {
	*DB
	bulk   BulkClient
	target bool
}

// Each implements bulk.Store with a scan, page by page.
func (s bulkStore) Each(ctx context.Context, kind bulk.Kind, visit func([]bulk.Record) error) error {
	return s.scan(ctx, s.table(kind), func(page []item) error {
		records, err := s.records(ctx, kind, page)
		if err != nil || len(records) == 0 {
			return err
		}
		return visit(records)
	})
}

func (s bulkStore) table(kind bulk.Kind) string { return forms[kind].table(s.tables) }

// form is how the records of a kind are stored.
type form struct {
	table func(Tables) string
	key   func(bulk.Key) item
	item  func(bulk.Record) item
	read  func(item) (bulk.Record, error)
}

// formOf returns the form of records with the field that field returns.
func formOf[T any](table func(Tables) string, key func(bulk.Key) item, field func(*bulk.Record) **T, write func(T) item, read func(item) (T, error)) form {
	return form{
		table, key, func(r bulk.Record) item { return write(**field(&r)) },
		func(it item) (r bulk.Record, err error) {
			v, err := read(it)
			*field(&r) = &v
			return r, err
		},
	}
}

var forms = map[bulk.Kind]form{
	bulk.Memos: formOf(func(t Tables) string { return t.Memos },
		func(k bulk.Key) item {
			return memoKey(models.MemoRef{UserID: models.UserID(k.ID), ID: models.MemoID(k.Memo)})
		},
		func(r *bulk.Record) **models.Memo { return &r.Memo }, memoItem, readMemo),
	bulk.Invites: formOf(func(t Tables) string { return t.InviteCodes },
		func(k bulk.Key) item { return codeKey(k.ID) },
		func(r *bulk.Record) **models.InviteCode { return &r.Invite }, codeItem, readCode),
	bulk.Ledgers: formOf(func(t Tables) string { return t.InviteCodes },
		func(k bulk.Key) item { return ledgerKey(k.ID) },
		func(r *bulk.Record) **invite.Ledger { return &r.Ledger }, ledgerItem, func(it item) (invite.Ledger, error) {
			return readLedger(strings.TrimPrefix(textOf(it["code"]), ledgerPrefix), it)
		}),
	bulk.Families: formOf(func(t Tables) string { return t.Users },
		func(k bulk.Key) item { return familyKey(models.FamilyID(k.ID)) },
		func(r *bulk.Record) **models.Family { return &r.Family }, familyItem, func(it item) (models.Family, error) {
			f, err := readFamily(it)
			f.Moving = nil
			return f, err
		}),
	bulk.People: formOf(func(t Tables) string { return t.Users },
		func(k bulk.Key) item { return personKey(models.UserID(k.ID)) },
		func(r *bulk.Record) **models.User { return &r.Person }, func(u models.User) item {
			u.Author.ListFull = false
			return personItem(u)
		}, func(it item) (models.User, error) {
			u, err := readPerson(it)
			u.Author.Latest, u.Author.ListFull = nil, false
			return u, err
		}),
}

// records returns normalized records of those items of a page that are of a kind.
func (s bulkStore) records(ctx context.Context, kind bulk.Kind, page []item) ([]bulk.Record, error) {
	records := make([]bulk.Record, 0, len(page))
	for _, it := range page {
		if kindOf(s.table(kind), s.tables, it) != kind {
			continue
		}
		r, err := forms[kind].read(it)
		if err != nil {
			return nil, err
		}
		if r.Person != nil {
			r.Access, r.Person.Access = bulk.Accesses(r.Person.Access, nil), nil
		}
		records = append(records, r)
	}
	return records, s.normalize(ctx, records)
}

// noKind is the kind of items that are not records of their own: the keys of removed memos,
// the details of accesses, the notes of families and of due erasures, the items of numbers,
// the requests of devices, and codes that an earlier version has marked as used.
const noKind bulk.Kind = ""

// kindOf returns the kind of an item; kinds that share a table differ by their keys.
func kindOf(table string, names Tables, it item) bulk.Kind {
	switch table {
	case names.Memos:
		if isRemoved(it) {
			return noKind
		}
		return bulk.Memos
	case names.Users:
		switch id := textOf(it["userId"]); {
		case isPerson(models.UserID(id)):
			return bulk.People
		case strings.HasPrefix(id, accessPrefix):
			return noKind
		}
		return bulk.Families
	}
	code := textOf(it["code"])
	switch name, ledger := strings.CutPrefix(code, ledgerPrefix); {
	case isCode(code) && flagOf(it["used"]):
		return noKind
	case isCode(code):
		return bulk.Invites
	case !ledger || name == movingName || name == fullName || strings.HasPrefix(code, duePrefix) || strings.HasPrefix(code, countPrefix):
		return noKind
	}
	return bulk.Ledgers
}

// normalize reads the people of memos and of requests: a memo is listed under its
// author's family, and a request counts only if the person's item also has it. It also
// reads the details of people's accesses.
func (s bulkStore) normalize(ctx context.Context, records []bulk.Record) error {
	if err := s.describe(ctx, records); err != nil {
		return err
	}
	people, err := s.peopleOf(ctx, records)
	if err != nil {
		return err
	}
	marked := map[models.FamilyID]models.Family{}
	for _, r := range records {
		if r.Memo != nil {
			if err := s.follow(ctx, r.Memo, people, marked); err != nil {
				return err
			}
		}
		if r.Family != nil {
			r.Family.Requests = slices.DeleteFunc(r.Family.Requests, func(q models.Request) bool {
				return !q.Is(people[q.UserID].Membership.Request)
			})
		}
	}
	return nil
}

// describe adds the details of people's accesses.
func (s bulkStore) describe(ctx context.Context, records []bulk.Record) error {
	var keys []item
	for _, r := range records {
		if len(r.Access) > 0 {
			keys = append(keys, accessKey(r.Person.ID))
		}
	}
	items, err := s.getAll(ctx, s.tables.Users, keys, true)
	if err != nil {
		return err
	}
	details := map[models.UserID][]models.Access{}
	for _, it := range items {
		of := models.UserID(strings.TrimPrefix(textOf(it["userId"]), accessPrefix))
		for id, v := range fieldsOf(it[accessEntries]) {
			a, err := readAccess(models.AccessID(id), v)
			if err != nil {
				return err
			}
			details[of] = append(details[of], a)
		}
	}
	for i, r := range records {
		if len(r.Access) > 0 {
			uses, _ := r.Stored()
			records[i].Access = bulk.Accesses(uses, details[r.Person.ID])
		}
	}
	return nil
}

// follow lists a memo under its author's family. marked caches the families that follow
// has read.
func (s bulkStore) follow(ctx context.Context, m *models.Memo, people map[models.UserID]models.User, marked map[models.FamilyID]models.Family) error {
	author, ok := people[m.UserID]
	if !ok || m.FamilyID == author.FamilyID {
		return nil
	}
	if s.target {
		f, known := marked[author.FamilyID]
		if !known {
			var err error
			if f, err = s.marksOf(ctx, author.FamilyID); err != nil {
				return err
			}
			marked[author.FamilyID] = f
		}
		if len(astray(author, f, map[models.FamilyID]int{m.FamilyID: 1})) > 0 {
			return nil
		}
	}
	m.FamilyID = author.FamilyID
	return nil
}

// peopleOf reads the people named in the records. A page of memos has few authors,
// because a scan returns them author by author.
func (s bulkStore) peopleOf(ctx context.Context, records []bulk.Record) (map[models.UserID]models.User, error) {
	var ids []models.UserID
	for _, r := range records {
		if r.Memo != nil {
			ids = append(ids, r.Memo.UserID)
		}
		if r.Family != nil {
			for _, q := range r.Family.Requests {
				ids = append(ids, q.UserID)
			}
		}
	}
	return s.readPeople(ctx, true, ids...)
}
