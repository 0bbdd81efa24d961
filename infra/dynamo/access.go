package dynamo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// An access is an entry of a map of its person's item, which every request reads, and one
// of a map of another item, which is read only where accesses are shown. Both are changed
// in one transaction.

// Accesses implements auth.Store, which this package does not import: the skill's
// function has no use for the sign-in.
type Accesses struct{ db *DB }

// Access returns the store of what people have granted.
func (db *DB) Access() Accesses { return Accesses{db} }

// accessTries bounds how often Begin reads what is stored. Two reads are enough unless
// another request creates one of the maps at the same moment.
const accessTries = 4

// grants holds what is stored of a person's accesses.
type grants struct {
	models.User
	mapped  bool // the person's item has the map of accesses; items from before have none
	entries item // the details; nil: there are none
}

// grants reads a person and the details of their accesses with one request.
// NotFound/ReasonPerson: there is no such person, or the account is closing.
func (s Accesses) grants(ctx context.Context, person models.UserID) (grants, error) {
	items, err := s.db.getAll(ctx, s.db.tables.Users, []item{personKey(person), accessKey(person)}, true)
	if err != nil {
		return grants{}, err
	}
	var g grants
	for _, it := range items {
		if textOf(it["userId"]) != string(person) {
			g.entries = fieldsOf(it[accessEntries])
			continue
		}
		if g.User, err = readPerson(it); err != nil {
			return grants{}, err
		}
		g.mapped = it[access] != nil
	}
	if g.ID == "" || g.Closing {
		return grants{}, noPerson()
	}
	return g, nil
}

func noPerson() error { return models.NotFound(models.ReasonPerson) }

// editGrantor begins an update of the item of a person, which must exist and not be
// closing.
func (s Accesses) editGrantor(person models.UserID) *edit {
	e := s.db.editPerson(person)
	e.when(userExists)
	e.absent("closing")
	return e
}

// notGranted returns the error of an update of a grantor that was refused and found this
// item.
func notGranted(found item) error {
	if len(found) == 0 || flagOf(found["closing"]) {
		return noPerson()
	}
	return models.NotFound(models.ReasonAccess)
}

// Begin implements auth.Store. It reads first, because an update can set an entry only of
// a map that exists and otherwise has to make the map.
func (s Accesses) Begin(ctx context.Context, person models.UserID, a models.Access, ends []models.AccessID) error {
	for range accessTries {
		g, err := s.grants(ctx, person)
		if err != nil {
			return err
		}
		use, there := g.Access[a.ID]
		switch {
		case use.Ended || !there && g.Revoked(a) || a.By != "" && !g.Grants(a.By):
			return models.NotFound(models.ReasonAccess)
		case there:
			return nil
		}
		refused, err := s.db.transact(ctx, s.grant(g, a, ends).asUpdate(), s.describe(g, a, ends))
		if err != nil || refused == nil {
			return err
		}
	}
	return models.Unavailable(fmt.Errorf("dynamodb: an access was refused %d times", accessTries))
}

// grant returns the update of the person's item.
func (s Accesses) grant(g grants, a models.Access, ends []models.AccessID) *edit {
	e := s.editGrantor(g.ID)
	if a.ID.Old() { // the time that Revoked compares stays valid
		e.as("sessionsValidAfter", models.FormatTime(g.SessionsValidAfter))
	}
	if a.By != "" {
		by := e.at(access, string(a.By))
		e.when("attribute_exists(" + by + ")")
		e.absent(by + ".#ended")
	}
	use := models.Use{LastUsed: a.LastUsed}
	if !g.mapped {
		e.absent(access)
		e.set(access, asMap(item{string(a.ID): mapOf(useAttributes, use)}))
		return e
	}
	e.when("attribute_exists(#" + access + ")")
	entry := e.at(access, string(a.ID))
	e.absent(entry)
	e.set(entry, mapOf(useAttributes, use))
	for _, id := range ends {
		switch _, there := g.Access[id]; {
		case !id.Old():
			e.remove(e.at(access, string(id)))
		case there:
			e.endOld(id)
		}
	}
	return e
}

// endOld marks an access as ended and adds the condition that it exists.
func (e *edit) endOld(id models.AccessID) {
	entry := e.at(access, string(id))
	e.when("attribute_exists(" + entry + ")")
	e.set(entry+".#ended", flag(true))
}

// describe returns the step that adds the details of an access.
func (s Accesses) describe(g grants, a models.Access, ends []models.AccessID) types.TransactWriteItem {
	if g.entries == nil {
		return write{
			table: s.db.tables.Users, item: accessItem(g.ID, a), only: "attribute_not_exists(#" + accessEntries + ")",
		}.asPut()
	}
	e := s.editDetails(g.ID)
	e.set(e.at(accessEntries, string(a.ID)), mapOf(accessAttributes, a))
	e.set("updatedAt", instant(a.Since))
	for _, id := range ends {
		e.remove(e.at(accessEntries, string(id)))
	}
	return e.asUpdate()
}

// editDetails begins an update of the details of a person's accesses.
func (s Accesses) editDetails(person models.UserID) *edit {
	e := newEdit(s.db.tables.Users, accessKey(person))
	e.when("attribute_exists(#" + accessEntries + ")")
	return e
}

// Used implements auth.Store with one write, whose condition holds only if the stored day
// changes.
func (s Accesses) Used(ctx context.Context, person models.UserID, id models.AccessID, day time.Time) error {
	if !isAccess(id) {
		return nil
	}
	e := s.editGrantor(person)
	entry := e.at(access, string(id))
	e.absent(entry + ".#ended")
	e.when(entry + ".#used < " + e.value(date(day)))
	e.set(entry+".#used", date(day))
	out, err := s.db.update(ctx, e.write())
	if err == nil && !out.done && models.IsReason(notGranted(out.item), models.ReasonPerson) {
		err = noPerson()
	}
	return err
}

// Renew implements auth.Store.
func (s Accesses) Renew(ctx context.Context, person models.UserID, id models.AccessID, r models.Renewal) error {
	if !isAccess(id) {
		return models.NotFound(models.ReasonAccess)
	}
	p, details := s.editGrantor(person), s.editDetails(person)
	entry := p.at(access, string(id))
	p.absent(entry + ".#ended")
	if r.From == 0 {
		p.when("attribute_exists(" + entry + ")")
		p.absent(entry + ".#generation")
	} else {
		p.when(entry + ".#generation = " + p.value(number(r.From)))
	}
	p.set(entry, mapOf(useAttributes, r.Use()))
	described := details.at(accessEntries, string(id))
	details.when("attribute_exists(" + described + ")")
	details.set(described+".#until", instant(r.Until))
	refused, err := s.change(ctx, p, details)
	if err == nil && refused != nil {
		err = notRenewed(refused.item(0), id)
	}
	return err
}

// change writes a person's item and the details of their accesses in one transaction; if
// the details are lost, only the former.
func (s Accesses) change(ctx context.Context, p, details *edit) (refusals, error) {
	refused, err := s.db.transact(ctx, p.asUpdate(), details.asUpdate())
	if err == nil && refused.at(1) && !refused.at(0) { // the details are lost
		refused, err = s.db.transact(ctx, p.asUpdate())
	}
	return refused, err
}

// notRenewed returns the error of a renewal that was refused and found this item.
func notRenewed(found item, id models.AccessID) error {
	if u, _ := readPerson(found); u.Grants(id) && !u.Closing {
		return models.Conflict(models.ReasonChanged)
	}
	return notGranted(found)
}

// End implements auth.Store.
func (s Accesses) End(ctx context.Context, person models.UserID, id models.AccessID) error {
	if !isAccess(id) {
		return models.NotFound(models.ReasonAccess)
	}
	p, details := s.editGrantor(person), s.editDetails(person)
	entry := p.at(access, string(id))
	p.absent(entry + ".#ended")
	if id.Old() {
		p.endOld(id)
	} else {
		p.when("attribute_exists(" + entry + ")")
		p.remove(entry)
	}
	details.remove(details.at(accessEntries, string(id)))
	refused, err := s.change(ctx, p, details)
	if err == nil && refused != nil {
		err = notGranted(refused.item(0))
	}
	return err
}

// EndAll implements auth.Store.
func (s Accesses) EndAll(ctx context.Context, person models.UserID, at time.Time) error {
	var refused refusals
	for _, later := range []bool{true, false} { // than the stored time, which never goes back
		p := s.editGrantor(person)
		p.set(access, asMap(item{}))
		if later {
			p.when("attribute_not_exists(#sessionsValidAfter) OR #sessionsValidAfter < " + p.value(instant(at)))
			p.set("sessionsValidAfter", instant(at))
		}
		var err error
		refused, err = s.db.transact(ctx, p.asUpdate(), write{table: s.db.tables.Users, key: accessKey(person)}.asDelete())
		if err != nil || refused == nil {
			return err
		}
	}
	return notGranted(refused.item(0))
}

// List implements auth.Store.
func (s Accesses) List(ctx context.Context, person models.UserID) ([]models.Access, error) {
	g, err := s.grants(ctx, person)
	if models.IsReason(err, models.ReasonPerson) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []models.Access
	for id, v := range g.entries {
		a, err := readAccess(models.AccessID(id), v)
		if err != nil {
			return nil, err
		}
		if a.LastUsed = g.Access[a.ID].LastUsed; g.Grants(a.ID) {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b models.Access) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(string(a.ID), string(b.ID)))
	})
	return list, nil
}
