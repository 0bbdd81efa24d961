package family_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// TestNumbersAreWhole: every number has eight or ten digits and does not begin with 0.
func TestNumbersAreWhole(t *testing.T) {
	c := newCast(t)
	c.service.Rand = bytes.NewReader(make([]byte, 64))
	c.Advance(models.ConnectionLifetime)
	connection, err := c.service.ConnectionNumber(c.Ctx(), c.echo)
	c.OK(err)
	c.Same(connection.Number, "10000000")
	recovery, err := c.service.RecoveryNumber(c.Ctx(), c.echo)
	c.OK(err)
	c.Same(recovery, "1000000000")
}

// taken is a store in which another Echo has every number. It counts the tries.
type taken struct {
	family.Echos
	tries *int
}

func (s taken) SetConnection(context.Context, models.UserID, models.Connection, time.Time) error {
	*s.tries++
	return models.Conflict(models.ReasonCodesExhausted)
}

func (s taken) SetRecovery(context.Context, models.UserID, string, time.Time) error {
	*s.tries++
	return models.Conflict(models.ReasonCodesExhausted)
}

// TestNumbersTaken: if another Echo has a number, further numbers are tried, and after
// numberTries the call returns an error.
func TestNumbersTaken(t *testing.T) {
	c, tries := newCast(t), 0
	store := c.FamilyStore
	store.Echos = taken{store.Echos, &tries}
	service := family.NewService(store, c.MemoStore)
	c.Advance(models.ConnectionLifetime)
	service.Now = c.Now
	_, err := service.ConnectionNumber(c.Ctx(), c.echo)
	c.Refused(err, models.CodeConflict, models.ReasonCodesExhausted)
	c.Same(tries, 5)
	_, err = service.RecoveryNumber(c.Ctx(), c.echo)
	c.Refused(err, models.CodeConflict, models.ReasonCodesExhausted)
	c.Same(tries, 10)
}

// TestCheckNumbers: check numbers have two digits, and the open requests of a family have
// different ones.
func TestCheckNumbers(t *testing.T) {
	c := newCast(t)
	c.service.Rand = bytes.NewReader([]byte{100, 5, 5, 99})
	c.Same(c.Ask(c.stranger, c.owner).Check, "05") // there is no 100
	c.Same(c.Ask(c.Person("Another"), c.owner).Check, "99")
}

// TestSignInAgain: Ensure stores a changed e-mail address or picture, and keeps one that
// the profile lacks.
func TestSignInAgain(t *testing.T) {
	c := newCast(t)
	sign := func(p models.Profile) models.User {
		t.Helper()
		p.ID, p.Source = c.member.ID, models.SourceOIDC
		u, err := c.service.Ensure(c.Ctx(), p)
		c.OK(err)
		c.Same(u, c.Again(c.member))
		return u
	}
	const email, picture = "new@example.com", "https://pictures.example/1"
	u := sign(models.Profile{Name: "Other", Email: email})
	c.Same([]string{u.Name, u.Email, u.Picture}, []string{"Member", email, ""})
	u = sign(models.Profile{Picture: picture})
	c.Same([]string{u.Email, u.Picture}, []string{email, picture})
	u = sign(models.Profile{})
	c.Same([]string{u.Email, u.Picture}, []string{email, picture})
}

// TestKeptToTheSecond: a suspended account can come back until its EraseAt, and is erased
// from then on.
func TestKeptToTheSecond(t *testing.T) {
	c := newCast(t)
	c.Freeze()
	echo := c.Echo("Kept")
	number, err := c.service.RecoveryNumber(c.Ctx(), echo)
	c.OK(err)
	c.OK(c.service.Disable(c.Ctx(), echo.ID))
	c.Advance(c.Again(echo).EraseAt.Sub(c.Now()) - time.Second)
	c.OK(c.service.EraseDue(c.Ctx()))
	if _, err := c.service.ByRecovery(c.Ctx(), c.member, number); err != nil {
		t.Errorf("got %v a second before, want the account", err)
	}
	c.Advance(time.Second)
	_, err = c.service.ByRecovery(c.Ctx(), c.member, number)
	c.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	c.OK(c.service.EraseDue(c.Ctx()))
	_, err = c.service.Person(c.Ctx(), echo.ID)
	c.Refused(err, models.CodeNotFound, models.ReasonPerson)
}

// TestConnectedToTheSecond: a connection number can be used until it expires.
func TestConnectedToTheSecond(t *testing.T) {
	c := newCast(t)
	c.Freeze()
	number, err := c.service.ConnectionNumber(c.Ctx(), c.Echo("New"))
	c.OK(err)
	if life := number.ExpiresAt.Sub(c.Now()); life > models.ConnectionLifetime || life <= models.ConnectionLifetime-time.Second {
		t.Errorf("got %v to live, want %v", life, models.ConnectionLifetime)
	}
	c.Advance(number.ExpiresAt.Sub(c.Now()) - time.Millisecond)
	if _, err := c.service.ByConnection(c.Ctx(), c.member, number.Number); err != nil {
		t.Errorf("got %v at last, want the Echo", err)
	}
	c.Advance(time.Millisecond)
	_, err = c.service.ByConnection(c.Ctx(), c.member, number.Number)
	c.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

// failingDue is a store with accounts to be erased, some of which cannot be read.
type failingDue struct {
	family.Store
	due []models.UserID
	bad models.UserID
}

func (s failingDue) Due(context.Context, time.Time) ([]models.UserID, error) { return s.due, nil }

func (s failingDue) Person(ctx context.Context, id models.UserID) (models.User, error) {
	if id == s.bad {
		return models.User{}, errAway
	}
	return s.Store.Person(ctx, id)
}

// TestEraseDueGoesOn: EraseDue erases the other accounts if one fails, ignores one that
// does not exist, and stops when its context ends.
func TestEraseDueGoesOn(t *testing.T) {
	c := newCast(t)
	c.OK(c.service.Disable(c.Ctx(), c.echo.ID))
	c.Advance(models.KeepFor + time.Second)
	store := c.FamilyStore
	failing := failingDue{c.FamilyStore, []models.UserID{"nobody", c.member.ID, c.echo.ID}, c.member.ID}
	store.People, store.Echos = failing, failing
	service := family.NewService(store, c.MemoStore)
	service.Now = c.Now
	left, leave := context.WithCancel(c.Ctx())
	leave()
	if err := service.EraseDue(left); !models.IsCode(err, models.CodeUnavailable) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the error of the ended context", err)
	}
	c.Same(c.Again(c.echo).Closing, false)
	if err := service.EraseDue(c.Ctx()); !errors.Is(err, errAway) {
		t.Errorf("got %v, want %v", err, errAway)
	}
	_, err := c.service.Person(c.Ctx(), c.echo.ID)
	c.Refused(err, models.CodeNotFound, models.ReasonPerson)
}

// TestMayJoin: only an owner with other members must hand over first.
func TestMayJoin(t *testing.T) {
	c := newCast(t)
	c.Refused(c.service.MayJoin(c.Ctx(), c.owner), models.CodeConflict, models.ReasonHandOverFirst)
	c.OK(c.service.MayJoin(c.Ctx(), c.member))
	c.OK(c.service.MayJoin(c.Ctx(), c.stranger))
}

// moving is a store in which every change returns ReasonMoved for a while.
type moving struct {
	family.Membership
	late *int
}

func (s moving) Transfer(ctx context.Context, t family.Transfer) error {
	if *s.late--; *s.late >= 0 {
		return models.Conflict(models.ReasonMoved)
	}
	return s.Membership.Transfer(ctx, t)
}

// TestChangesAreDecidedAgain: a change that another one overtook is decided again, until
// ten tries or the end of the context.
func TestChangesAreDecidedAgain(t *testing.T) {
	c, late := newCast(t), 0
	store := c.FamilyStore
	store.Membership = moving{store.Membership, &late}
	service := family.NewService(store, c.MemoStore)
	service.Now = c.Now
	late = 10
	c.Refused(service.Transfer(c.Ctx(), c.owner, c.member.ID), models.CodeConflict, models.ReasonMoved)
	late = 9
	c.OK(service.Transfer(c.Ctx(), c.owner, c.member.ID))
	left, leave := context.WithCancel(c.Ctx())
	late = 1
	leave()
	if err := service.Transfer(left, c.member, c.owner.ID); err == nil {
		t.Error("got nil, want the error of the ended context")
	}
}

// slowEraser is an Eraser that needs several calls for an account and may fail.
type slowEraser struct {
	limits []int
	calls  int // how many calls it needs
	err    error
}

func (e *slowEraser) Erase(_ context.Context, _ models.UserID, limit int) (bool, error) {
	e.limits = append(e.limits, limit)
	return len(e.limits) >= e.calls, e.err
}

// TestCloseErasesInBatches: each batch has as many memos as fit into a transaction of
// DynamoDB beside the person, until the store is done or fails.
func TestCloseErasesInBatches(t *testing.T) {
	c := newCast(t)
	eraser := &slowEraser{calls: 3}
	service := family.NewService(c.FamilyStore, eraser)
	service.Now = c.Now
	c.OK(service.Close(c.Ctx(), c.member))
	c.Same(eraser.limits, []int{99, 99, 99})
	*eraser = slowEraser{calls: 3, err: errAway}
	if err := service.Close(c.Ctx(), c.stranger); !errors.Is(err, errAway) || len(eraser.limits) != 1 {
		t.Errorf("got %v after %d calls, want %v after the first", err, len(eraser.limits), errAway)
	}
}
