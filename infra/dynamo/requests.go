package dynamo

import (
	"context"
	"fmt"

	"voicememo/family"
	"voicememo/models"
)

// The steps of a request to join. All of them meet on the item of the family
// asked, as every change of its members does.
//
//	code     it is live                                File
//	target   keeps the request among few, or drops it  File, Drop, Allow
//	person   keeps the request, or drops it            File, Drop, Allow

// ownerHasRequest: the family is still the owner's who decides, and the request is
// still there.
const ownerHasRequest = "#ownerId = :by AND #" + requestsOf + ".#member = :filed"

// asked adds to the write of a person that the request is still the one that was read.
func (s familyStore) asked(person write, r models.Request) write {
	person.only = both(person.only, "#"+requestOf+".#familyId = :asked AND #"+requestOf+".#at = :filed")
	return person.with(item{":asked": text(r.FamilyID), ":filed": instant(r.At)})
}

// file uses a code up for a request, which takes the place of any other of the
// person. A family's item from before requests has no map of them: then this
// brings it along.
func (s familyStore) file(ctx context.Context, j family.Join) error {
	person := write{
		table: s.tables.Users, key: personKey(j.User.ID),
		update: "SET #" + requestOf + " = :request, #updatedAt = :at", only: personThere(j.User),
		values: item{
			":family": text(j.User.FamilyID), ":epoch": number(j.User.MoveEpoch),
			":request": requestItem(j.Filed()), ":at": instant(j.At),
		},
	}
	target := s.keep(j)
	refused, err := s.transact(ctx, s.useUp(j).asUpdate(), target.asUpdate(), person.asUpdate())
	if err == nil && refused != nil && refused.at(1) && refused.item(1) != nil && refused.item(1)[requestsOf] == nil {
		target = s.keepFirst(j)
		refused, err = s.transact(ctx, s.useUp(j).asUpdate(), target.asUpdate(), person.asUpdate())
	}
	if err == nil && refused != nil {
		err = joinRefused(refused, j)
	}
	return err
}

const mayFile = makerIn + " AND " + hasRoom + " AND " + asksFirst

// keep puts the request into the family's map and takes the stale ones out.
func (s familyStore) keep(j family.Join) write {
	const requests = "#" + requestsOf
	w := s.target(j).with(item{":places": number(int64(j.MaxRequests + len(j.Stale)))})
	w.update = "SET " + requests + ".#member = :at, #updatedAt = :at"
	w.only = both(mayFile, "size("+requests+") < :places OR attribute_exists("+requests+".#member)")
	for n, r := range j.Stale {
		mark, value, remove := fmt.Sprintf("#stale%d", n), fmt.Sprintf(":stale%d", n), ", "
		if n == 0 {
			remove = " REMOVE "
		}
		w.update += remove + requests + "." + mark
		w.only = both(w.only, requests+"."+mark+" = "+value)
		w.alias[mark], w.values[value] = string(r.UserID), instant(r.At)
	}
	return w
}

// keepFirst is keep for an item without the map.
func (s familyStore) keepFirst(j family.Join) write {
	w := s.target(j).with(item{":requests": requestsItem([]models.Request{j.Filed()})})
	w.update = "SET #" + requestsOf + " = :requests, #updatedAt = :at"
	w.only = both(mayFile, "attribute_not_exists(#"+requestsOf+")")
	return w
}

// crowded reports whether the family has no place for one more request.
func crowded(f models.Family, j family.Join) bool {
	_, again := f.RequestOf(j.User.ID)
	return !again && len(f.Requests) >= j.MaxRequests+len(j.Stale)
}

// drop ends a request, at the wish of the person or of the owner asked.
func (s familyStore) drop(ctx context.Context, j family.Join) error {
	target := s.target(j)
	target.update = "REMOVE #" + requestsOf + ".#member SET #updatedAt = :at"
	target.only = ownerHasRequest
	if j.By == j.User.ID {
		target.only = "#" + requestsOf + ".#member = :filed"
	}
	person := s.asked(write{
		table: s.tables.Users, key: personKey(j.User.ID),
		update: "REMOVE #" + requestOf + " SET #updatedAt = :at", only: userExists, values: item{":at": instant(j.At)},
	}, j.Request)
	refused, err := s.transact(ctx, target.asUpdate(), person.asUpdate())
	if err == nil && refused != nil {
		err = models.Conflict(models.ReasonMoved)
	}
	return err
}

// setAsking changes a setting of the family that a person owns.
func (s familyStore) setAsking(ctx context.Context, owner models.UserID, p family.Patch) (models.User, error) {
	out, err := s.update(ctx, write{
		table: s.tables.Users, key: familyKey(p.Asking.Family),
		update: "SET #askBeforeJoin = :on, #updatedAt = :at", only: "#ownerId = :owner",
		values: item{":on": flag(p.Asking.On), ":at": instant(p.At), ":owner": text(owner)},
	})
	if err == nil && !out.done {
		err = models.Conflict(models.ReasonMoved)
	}
	if err != nil {
		return models.User{}, err
	}
	return s.Person(ctx, owner)
}
