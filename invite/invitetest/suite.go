// Package invitetest proves that an engine's invite.Store keeps the contract:
// Run is the conformance suite, RunContention the one about many at once.
package invitetest

import (
	"fmt"
	"testing"
	"time"

	"voicememo/family/familytest"
	"voicememo/invite"
	"voicememo/models"
)

// Run checks every promise of invite.Store, each on a fresh engine.
func Run(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"issue and get":                  issueAndGet,
		"missing is an error":            missing,
		"a live code is not overwritten": issueOverLive,
		"a dead code is replaced whole":  issueOverDead,
		"one invitation per family":      issuePrevious,
		"free":                           free,
		"links are added":                addLink,
		"revoke":                         revoke,
		"a ledger is saved once":         ledger,
	} {
		t.Run(name, func(t *testing.T) { test(familytest.NewWorld(t, mk)) })
	}
	runRequests(t, mk)
}

func code(w *familytest.World, owner models.User, key string) models.InviteCode {
	return models.InviteCode{
		Code: key, FamilyID: owner.FamilyID, CreatedBy: owner.ID, CreatedAt: w.Now(),
		ExpiresAt: w.Now().Add(models.InviteLifetime).Truncate(time.Second), LinkHashes: []string{"a hash"},
	}
}

func issueAndGet(w *familytest.World) {
	owner := w.Person("Taro")
	want := code(w, owner, "0042")
	w.OK(w.InviteStore.Issue(w.Ctx(), want, ""))
	got, err := w.InviteStore.Get(w.Ctx(), "0042")
	w.OK(err)
	w.Same(got, want)
	if f := w.FamilyOf(owner); f.InviteKey != "0042" {
		w.T.Errorf("the family's invitation is %q", f.InviteKey)
	}
}

func missing(w *familytest.World) {
	_, err := w.InviteStore.Get(w.Ctx(), "0000")
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	w.Refused(w.InviteStore.AddLink(w.Ctx(), models.InviteCode{Code: "0000", FamilyID: "f"}, "h"), models.CodeNotFound, models.ReasonInviteNotValid)
	w.Refused(w.InviteStore.Revoke(w.Ctx(), "f", "0000"), models.CodeNotFound, models.ReasonInviteNotValid)
	_, err = w.InviteStore.Get(w.Ctx(), "0000")
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	c := code(w, models.User{ID: "nobody", FamilyID: "nowhere"}, "0001")
	w.Refused(w.InviteStore.Issue(w.Ctx(), c, ""), models.CodeConflict, models.ReasonMoved)
	_, err = w.InviteStore.Get(w.Ctx(), "0001")
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func issueOverLive(w *familytest.World) {
	first, second := w.Person("Taro"), w.Person("Hanako")
	live := code(w, first, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), live, ""))
	w.Refused(w.InviteStore.Issue(w.Ctx(), code(w, second, "1234"), ""), models.CodeConflict, models.ReasonCodesExhausted)
	got, err := w.InviteStore.Get(w.Ctx(), "1234")
	w.OK(err)
	w.Same(got, live)
	if f := w.FamilyOf(second); f.InviteKey != "" {
		w.T.Errorf("the refused family has invitation %q", f.InviteKey)
	}
}

func issueOverDead(w *familytest.World) {
	first, second, third := w.Person("Taro"), w.Person("Hanako"), w.Person("Ichiro")
	c := code(w, first, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), c, ""))
	_, _, err := w.Families.Join(w.Ctx(), third, c)
	w.OK(err)
	again := code(w, second, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), again, ""))
	got, err := w.InviteStore.Get(w.Ctx(), "1234")
	w.OK(err)
	w.Same(got, again)
	w.Advance(models.InviteLifetime + time.Second)
	last := code(w, first, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), last, "1234"))
	got, err = w.InviteStore.Get(w.Ctx(), "1234")
	w.OK(err)
	w.Same(got, last)
	// The same digits are another family's by now: a link to the one before must
	// not open it.
	w.Refused(w.InviteStore.AddLink(w.Ctx(), again, "a stranger's"), models.CodeNotFound, models.ReasonInviteNotValid)
}

func issuePrevious(w *familytest.World) {
	owner := w.Person("Taro")
	w.OK(w.InviteStore.Issue(w.Ctx(), code(w, owner, "1111"), ""))
	w.Refused(w.InviteStore.Issue(w.Ctx(), code(w, owner, "2222"), ""), models.CodeConflict, models.ReasonMoved)
	_, err := w.InviteStore.Get(w.Ctx(), "2222")
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	w.OK(w.InviteStore.Issue(w.Ctx(), code(w, owner, "2222"), "1111"))
}

func free(w *familytest.World) {
	live, dead := w.Person("Taro"), w.Person("Hanako")
	expired := code(w, dead, "0002")
	w.OK(w.InviteStore.Issue(w.Ctx(), expired, ""))
	w.Advance(models.InviteLifetime + time.Second)
	w.OK(w.InviteStore.Issue(w.Ctx(), code(w, live, "0001"), ""))
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = fmt.Sprintf("%04d", i)
	}
	got, err := w.InviteStore.Free(w.Ctx(), keys, w.Now())
	w.OK(err)
	if len(got) != 99 {
		w.T.Errorf("%d are free, want 99", len(got))
	}
	for _, key := range got {
		if key == "0001" {
			w.T.Error("a live code is said to be free")
		}
	}
}

func addLink(w *familytest.World) {
	owner := w.Person("Taro")
	c := code(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), c, ""))
	w.OK(w.InviteStore.AddLink(w.Ctx(), c, "another"))
	got, err := w.InviteStore.Get(w.Ctx(), "1234")
	w.OK(err)
	if len(got.LinkHashes) != 2 {
		w.T.Errorf("the hashes are %v", got.LinkHashes)
	}
	_, _, err = w.Families.Join(w.Ctx(), w.Person("Hanako"), got)
	w.OK(err)
	w.Refused(w.InviteStore.AddLink(w.Ctx(), c, "late"), models.CodeNotFound, models.ReasonInviteNotValid)
}

func revoke(w *familytest.World) {
	owner := w.Person("Taro")
	c := code(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), c, ""))
	w.Refused(w.InviteStore.Revoke(w.Ctx(), "another family", "1234"), models.CodeNotFound, models.ReasonInviteNotValid)
	w.OK(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, "1234"))
	_, _, err := w.Families.Join(w.Ctx(), w.Person("Hanako"), c)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	used := code(w, owner, "4321")
	w.OK(w.InviteStore.Issue(w.Ctx(), used, "1234"))
	_, _, err = w.Families.Join(w.Ctx(), w.Person("Ichiro"), used)
	w.OK(err)
	w.Refused(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, "4321"), models.CodeNotFound, models.ReasonInviteNotValid)
}

func ledger(w *familytest.World) {
	empty, err := w.InviteStore.Ledger(w.Ctx(), "tries#u")
	w.OK(err)
	w.Same(empty, invite.Ledger{Name: "tries#u"})
	l := invite.Ledger{
		Name: "tries#u", ExpiresAt: w.Now().Add(time.Hour).Truncate(time.Second),
		Entries: []invite.Entry{{ID: "a", At: w.Now(), Amount: 3}, {ID: "b", At: w.Now(), Amount: 1}},
	}
	w.OK(w.InviteStore.SaveLedger(w.Ctx(), l))
	w.Refused(w.InviteStore.SaveLedger(w.Ctx(), l), models.CodeConflict, models.ReasonChanged)
	got, err := w.InviteStore.Ledger(w.Ctx(), "tries#u")
	w.OK(err)
	l.Version = 1
	w.Same(got, l)
	l.Entries = nil
	w.OK(w.InviteStore.SaveLedger(w.Ctx(), l))
	stale := invite.Ledger{Name: "never saved", Version: 3, ExpiresAt: l.ExpiresAt}
	w.Refused(w.InviteStore.SaveLedger(w.Ctx(), stale), models.CodeConflict, models.ReasonChanged)
}
