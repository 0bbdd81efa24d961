package dynamo

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// accessOf returns the accesses of a world's engine, through its proxy.
func accessOf(w *familytest.World) Accesses { return w.FamilyStore.People.(familyStore).Access() }

// granted returns an access that begins now.
func granted(w *familytest.World, id models.AccessID) models.Access {
	return models.Access{
		ID: id, Kind: models.AccessSession, Name: "Firefox, Android", Scope: models.ScopeFull,
		Since: w.Now(), Until: w.Now().Add(90 * day), LastUsed: models.Day(w.Now()),
	}
}

// begin begins accesses of a person.
func begin(w *familytest.World, u models.User, ids ...models.AccessID) {
	w.T.Helper()
	for _, id := range ids {
		w.OK(accessOf(w).Begin(w.Ctx(), u.ID, granted(w, id), nil))
	}
}

// accessID returns an id as long as those of sessions.
func accessID(n int) models.AccessID { return models.AccessID(fmt.Sprintf("%016x", n)) }

// grantsOf checks that a person's item and list have these accesses and no others.
func grantsOf(w *familytest.World, u models.User, want ...models.AccessID) {
	w.T.Helper()
	list, err := accessOf(w).List(w.Ctx(), u.ID)
	w.OK(err)
	var listed []models.AccessID
	for _, a := range list {
		listed = append(listed, a.ID)
	}
	w.Same(listed, want)
	on := w.Again(u).Access
	for _, id := range want {
		if !w.Again(u).Grants(id) {
			w.T.Errorf("person lacks %s: got %v", id, on)
		}
	}
	if len(on) != len(want) {
		w.T.Errorf("got %v on the person, want %v", on, want)
	}
}

// detailsOf reads the item with the details of a person's accesses.
func detailsOf(w *familytest.World, db *DB, u models.UserID) item {
	w.T.Helper()
	it, err := db.get(w.Ctx(), db.tables.Users, accessKey(u))
	w.OK(err)
	return it
}

// TestAccessOfEarlierPeople: an item from before accesses has no map of them.
func TestAccessOfEarlierPeople(t *testing.T) {
	db, taro, now := documented(t)
	ctx, accesses := t.Context(), db.Access()
	a := models.Access{ID: accessID(1), Kind: models.AccessSession, Since: now, Until: now, LastUsed: models.Day(now)}
	if list, err := accesses.List(ctx, taro.ID); err != nil || len(list) > 0 {
		t.Errorf("got %v, %v, want none", list, err)
	}
	if err := accesses.Used(ctx, taro.ID, a.ID, now); err != nil {
		t.Errorf("Used: got %v", err)
	}
	if err := accesses.End(ctx, taro.ID, a.ID); !models.IsReason(err, models.ReasonAccess) {
		t.Errorf("end: got %v, want %s", err, models.ReasonAccess)
	}
	must.OK(t, accesses.Begin(ctx, taro.ID, a, []models.AccessID{accessID(2), models.OldAccess("1")}))
	list, err := accesses.List(ctx, taro.ID)
	if err != nil || len(list) != 1 || list[0] != a {
		t.Errorf("got %v, %v, want %v", list, err, a)
	}
	u, err := db.Families().Person(ctx, taro.ID)
	if err != nil || !u.Grants(a.ID) || u.Name != "山田太郎" {
		t.Errorf("Person: got %+v, %v", u, err)
	}
}

// TestEarlierPeopleBeginTogether: no access is lost if several requests make the map at
// the same time.
func TestEarlierPeopleBeginTogether(t *testing.T) {
	db, taro, now := documented(t)
	const n = 8
	familytest.Together(n, func(i int) {
		a := models.Access{ID: accessID(i), Kind: models.AccessSession, Since: now, Until: now, LastUsed: models.Day(now)}
		if err := db.Access().Begin(t.Context(), taro.ID, a, nil); err != nil {
			t.Error(err)
		}
	})
	if list, err := db.Access().List(t.Context(), taro.ID); err != nil || len(list) != n {
		t.Errorf("got %v, %v, want %d", list, err, n)
	}
}

// TestAccessItem: the details have the attributes that the schema requires, and nothing
// of them is on the person.
func TestAccessItem(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	begin(w, u, accessID(1))
	it := detailsOf(w, db, u.ID)
	for _, required := range requiredOfUsers {
		if it[required] == nil {
			t.Errorf("%s is missing", required)
		}
	}
	w.Same(textOf(it["source"]), sourceAccess)
	w.Same(textOf(it["userId"]), "access#"+string(u.ID))
	person, err := db.get(w.Ctx(), db.tables.Users, personKey(u.ID))
	w.OK(err)
	if got, want := fieldsOf(fieldsOf(person[access])[string(accessID(1))]), (item{"used": date(w.Now())}); !same(got, want) {
		t.Errorf("on the person got %v, want %v", got, want)
	}
}

// TestLongAccessIDs: an id that no program made is not found, however long it is.
func TestLongAccessIDs(t *testing.T) {
	w, _ := world(t, plain)
	u := w.Person("Taro")
	begin(w, u, accessID(1))
	for _, n := range []int{0, maxAccessID + 1, 1 << 17} {
		id := models.AccessID(strings.Repeat("x", n))
		w.Refused(accessOf(w).End(w.Ctx(), u.ID, id), models.CodeNotFound, models.ReasonAccess)
		w.OK(accessOf(w).Used(w.Ctx(), u.ID, id, w.Now()))
	}
	grantsOf(w, u, accessID(1))
}

// TestAccessAnswersLost: a change whose answer was lost can be repeated.
func TestAccessAnswersLost(t *testing.T) {
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	u := w.Person("Taro")
	accesses, later := accessOf(w), w.Now().Add(3*day)
	first, second := granted(w, accessID(1)), granted(w, accessID(2))
	lost := func(name string, do func() error, want error) {
		t.Helper()
		s.after = times(1, func(in any) error {
			switch in.(type) {
			case *dynamodb.TransactWriteItemsInput, *dynamodb.UpdateItemInput:
				return errDead
			}
			return nil
		})
		if err := do(); !models.IsCode(err, models.CodeUnavailable) && name != "used" {
			t.Errorf("%s: got %v, want %s", name, err, models.CodeUnavailable)
		}
		if err := do(); !errors.Is(err, want) && (want == nil || !models.IsReason(err, models.ReasonAccess)) {
			t.Errorf("%s again: got %v, want %v", name, err, want)
		}
	}
	lost("begin", func() error { return accesses.Begin(w.Ctx(), u.ID, first, nil) }, nil)
	lost("begin in place of it", func() error { return accesses.Begin(w.Ctx(), u.ID, second, []models.AccessID{first.ID}) }, nil)
	lost("used", func() error { return accesses.Used(w.Ctx(), u.ID, second.ID, later) }, nil)
	w.Same(w.Again(u).Access, map[models.AccessID]models.Use{second.ID: {LastUsed: models.Day(later)}})
	lost("end", func() error { return accesses.End(w.Ctx(), u.ID, second.ID) }, models.NotFound(models.ReasonAccess))
	begin(w, u, first.ID)
	lost("end all", func() error { return accesses.EndAll(w.Ctx(), u.ID, later) }, nil)
	grantsOf(w, u)
	w.Same(w.Again(u).SessionsValidAfter, later)
}

// TestDeathOfAccess: whichever call is a process's last, person and details agree.
func TestDeathOfAccess(t *testing.T) {
	w, db := world(t, plain)
	stays, ends, begins := accessID(1), accessID(2), accessID(3)
	for name, c := range map[string]struct {
		do            func(Accesses, models.UserID) error
		before, after []models.AccessID
	}{
		"begin": {func(a Accesses, u models.UserID) error {
			return a.Begin(w.Ctx(), u, granted(w, begins), []models.AccessID{ends})
		}, []models.AccessID{stays, ends}, []models.AccessID{stays, begins}},
		"first": {func(a Accesses, u models.UserID) error { return a.Begin(w.Ctx(), u, granted(w, begins), nil) }, nil, []models.AccessID{begins}},
		"end":   {func(a Accesses, u models.UserID) error { return a.End(w.Ctx(), u, ends) }, []models.AccessID{stays, ends}, []models.AccessID{stays}},
		"all":   {func(a Accesses, u models.UserID) error { return a.EndAll(w.Ctx(), u, w.Now()) }, []models.AccessID{stays, ends}, nil},
	} {
		everyDeath(t, db, func(doomed *DB, at death) {
			u := w.Person("Taro")
			begin(w, u, c.before...)
			err := c.do(doomed.Access(), u.ID)
			want := c.after
			if list, _ := accessOf(w).List(w.Ctx(), u.ID); err != nil && len(list) == len(c.before) && w.Again(u).Grants(ends) == (len(c.before) > 0) {
				want = c.before
			}
			w.Advance(time.Second)
			grantsOf(w, u, want...)
			if t.Failed() {
				t.Fatalf("%s, %+v: %v", name, at, err)
			}
		})
	}
}

// TestAccessWithoutDetails: an access whose details are lost can be ended.
func TestAccessWithoutDetails(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	begin(w, u, accessID(1), accessID(2))
	w.OK(must.Err(db.remove(w.Ctx(), write{table: db.tables.Users, key: accessKey(u.ID)})))
	w.OK(accessOf(w).End(w.Ctx(), u.ID, accessID(1)))
	w.OK(accessOf(w).Begin(w.Ctx(), u.ID, granted(w, accessID(3)), []models.AccessID{accessID(2)}))
	grantsOf(w, u, accessID(3))
}

// TestDetailsEnd: the details of ended accesses are removed completely.
func TestDetailsEnd(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	entries := func() (ids []models.AccessID) {
		details := fieldsOf(detailsOf(w, db, u.ID)[accessEntries])
		for id := range details {
			ids = append(ids, models.AccessID(id))
		}
		return ids
	}
	begin(w, u, accessID(1), models.OldAccess("1"))
	w.OK(accessOf(w).Begin(w.Ctx(), u.ID, granted(w, accessID(2)), []models.AccessID{accessID(1), models.OldAccess("1")}))
	w.Same(entries(), []models.AccessID{accessID(2)})
	begin(w, u, models.OldAccess("2"), models.OldAccess("3"))
	w.OK(accessOf(w).End(w.Ctx(), u.ID, accessID(2)))
	w.OK(accessOf(w).End(w.Ctx(), u.ID, models.OldAccess("2")))
	w.Same(entries(), []models.AccessID{models.OldAccess("3")})
	w.OK(accessOf(w).EndAll(w.Ctx(), u.ID, w.Now()))
	if it := detailsOf(w, db, u.ID); it != nil {
		t.Errorf("got %v, want none", it)
	}
}

// TestListIsWhatIsGranted: details of an access that the person's item does not have are
// not listed.
func TestListIsWhatIsGranted(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	begin(w, u, accessID(1), accessID(2))
	e := db.editPerson(u.ID)
	e.remove(e.at(access, string(accessID(1))))
	w.OK(must.Err(db.update(w.Ctx(), e.write())))
	grantsOf(w, u, accessID(2))
}

// TestEndedMeanwhile: an old id that began and ended between the reading of a Begin and
// its writing stays as ended.
func TestEndedMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	u, id := w.Person("Taro"), models.OldAccess("1")
	begin(w, u, accessID(1))
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
			s.before = nil
			w.OK(db.Access().Begin(w.Ctx(), u.ID, granted(w, id), nil))
			w.OK(db.Access().End(w.Ctx(), u.ID, id))
		}
		return nil
	}
	w.Refused(accessOf(w).Begin(w.Ctx(), u.ID, granted(w, id), nil), models.CodeNotFound, models.ReasonAccess)
	if w.Again(u).Grants(id) {
		t.Error("got an ended access, want none")
	}
}

// TestEndedInPlaceMeanwhile: an access that a Begin is to end may end before it.
func TestEndedInPlaceMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	u := w.Person("Taro")
	begin(w, u, accessID(1), models.OldAccess("1"))
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
			s.before = nil
			w.OK(db.Access().EndAll(w.Ctx(), u.ID, w.Now()))
		}
		return nil
	}
	w.OK(accessOf(w).Begin(w.Ctx(), u.ID, granted(w, accessID(2)), []models.AccessID{accessID(1), models.OldAccess("1")}))
	grantsOf(w, u, accessID(2))
}

// TestErasedWithAccess: the details are deleted together with the account, even after
// several batches of memos.
func TestErasedWithAccess(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	fill(t, db, u, 2*memosPerMove, w.Now())
	begin(w, u, accessID(1))
	w.OK(w.Families.Close(w.Ctx(), u))
	for _, key := range []item{accessKey(u.ID), personKey(u.ID)} {
		it, err := db.get(w.Ctx(), db.tables.Users, key)
		w.OK(err)
		if it != nil {
			t.Errorf("%v is left", it)
		}
	}
}
