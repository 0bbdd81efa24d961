// Package invitetest tests that an engine's invite.Store fulfils the contract. Run is the
// conformance suite, and RunContention the suite about concurrent calls.
package invitetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// Run checks the contract of invite.Store. Each case gets a fresh engine.
func Run(t *testing.T, mk familytest.Maker) {
	for name, test := range map[string]func(*familytest.World){
		"issue and get":                               issueAndGet,
		"missing is an error":                         missing,
		"live digits are not overwritten":             issueOverLive,
		"digits that expired are replaced":            issueOverDead,
		"one invitation per family":                   issuePrevious,
		"a new invitation is not reserved":            issueOverBound,
		"free":                                        free,
		"links are added":                             addLink,
		"revoke":                                      revoke,
		"bind":                                        bind,
		"a ledger is saved once":                      ledger,
		"ledgers are separate":                        ledgers,
		"digits and links of one invitation":          redeemEither,
		"an admitted person ends the digits":          admittedEnds,
		"the end of a family ends its invitation":     familyEnds,
		"the invitation ends when its creator leaves": makerLeaves,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(familytest.NewWorld(t, mk))
		})
	}
}

// sheet returns an invitation with digits and one link that is not stored.
func sheet(w *familytest.World, owner models.User, digits string) []models.InviteCode {
	w.T.Helper()
	code := w.Invitation(owner)
	code.Code = digits
	return []models.InviteCode{code, linkOf(code, "of "+string(code.InviteID))}
}

// linkOf returns another link of an invitation.
func linkOf(code models.InviteCode, hash string) models.InviteCode {
	code.Code, code.Admits = models.LinkPrefix+hash, false
	return code
}

// gone checks that there is no code with the key.
func gone(w *familytest.World, key string) {
	w.T.Helper()
	w.Refused(must.Err(w.InviteStore.Get(w.Ctx(), key)), models.CodeNotFound, models.ReasonInviteNotValid)
}

// names checks which invitation is a family's present one.
func names(w *familytest.World, u models.User, id models.InviteID, key string, account models.UserID) {
	w.T.Helper()
	if f := w.FamilyOf(u); f.InviteID != id || f.InviteKey != key || f.InviteFor != account {
		w.T.Errorf("got the invitation %q, key %q, for %q, want %q, %q, %q", f.InviteID, f.InviteKey, f.InviteFor, id, key, account)
	}
}

func issueAndGet(w *familytest.World) {
	owner, other := w.Person("Taro"), w.Person("Hanako")
	want := sheet(w, owner, "0042")
	w.OK(w.InviteStore.Issue(w.Ctx(), want, ""))
	for _, c := range want {
		got, err := w.InviteStore.Get(w.Ctx(), c.Code)
		w.OK(err)
		w.Same(got, c)
	}
	names(w, owner, want[0].InviteID, "0042", "")
	link := sheet(w, other, "0043")[1:] // only the link
	w.OK(w.InviteStore.Issue(w.Ctx(), link, ""))
	got, err := w.InviteStore.Get(w.Ctx(), link[0].Code)
	w.OK(err)
	w.Same(got, link[0])
	names(w, other, link[0].InviteID, link[0].Code, "")
	gone(w, "0043")
}

func missing(w *familytest.World) {
	gone(w, "0000")
	gone(w, models.LinkPrefix+"none")
	w.Refused(w.InviteStore.Revoke(w.Ctx(), "f", "none"), models.CodeNotFound, models.ReasonInviteNotValid)
	w.Refused(w.InviteStore.Bind(w.Ctx(), "f", "none", "u"), models.CodeNotFound, models.ReasonInviteNotValid)
	codes := sheet(w, w.Person("Taro"), "0001")
	for i := range codes {
		codes[i].FamilyID = "nowhere"
	}
	w.Refused(w.InviteStore.Issue(w.Ctx(), codes, ""), models.CodeConflict, models.ReasonMoved)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "nowhere")), models.CodeNotFound, models.ReasonFamily)
}

func issueOverLive(w *familytest.World) {
	first, second := w.Person("Taro"), w.Person("Hanako")
	live := sheet(w, first, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), live, ""))
	w.Refused(w.InviteStore.Issue(w.Ctx(), sheet(w, second, "1234"), ""), models.CodeConflict, models.ReasonCodesExhausted)
	got, err := w.InviteStore.Get(w.Ctx(), "1234")
	w.OK(err)
	w.Same(got, live[0])
	names(w, second, "", "", "")
	names(w, first, live[0].InviteID, "1234", "")
}

func issueOverDead(w *familytest.World) {
	first, second := w.Person("Taro"), w.Person("Hanako")
	dead := sheet(w, first, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), dead, ""))
	w.Advance(models.InviteLifetime + time.Second)
	again := sheet(w, second, "1234")
	again[0].Admits = false
	w.OK(w.InviteStore.Issue(w.Ctx(), again, ""))
	got, err := w.InviteStore.Get(w.Ctx(), "1234")
	w.OK(err)
	w.Same(got, again[0])
	_, err = w.Redeem(w.Person("Jiro"), dead[0]) // with the code as read before
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

func issuePrevious(w *familytest.World) {
	owner := w.Person("Taro")
	first, second := sheet(w, owner, "1111"), sheet(w, owner, "2222")
	w.OK(w.InviteStore.Issue(w.Ctx(), first, ""))
	for _, previous := range []models.InviteID{"", "another", second[0].InviteID} {
		w.Refused(w.InviteStore.Issue(w.Ctx(), second, previous), models.CodeConflict, models.ReasonMoved)
		names(w, owner, first[0].InviteID, "1111", "")
	}
	next := sheet(w, owner, "3333")
	w.OK(w.InviteStore.Issue(w.Ctx(), next, first[0].InviteID))
	names(w, owner, next[0].InviteID, "3333", "")
	for _, c := range first {
		w.Refused(must.Err(w.Redeem(w.Person("Jiro"), c)), models.CodeNotFound, models.ReasonInviteNotValid)
	}
	w.Refused(w.InviteStore.Issue(w.Ctx(), sheet(w, owner, "4444"), ""), models.CodeConflict, models.ReasonMoved)
}

func issueOverBound(w *familytest.World) {
	owner, guest := w.Person("Taro"), w.Person("Hanako")
	first := sheet(w, owner, "1111")
	w.OK(w.InviteStore.Issue(w.Ctx(), first, ""))
	w.OK(w.InviteStore.Bind(w.Ctx(), owner.FamilyID, first[0].InviteID, "another"))
	next := sheet(w, owner, "2222")
	w.OK(w.InviteStore.Issue(w.Ctx(), next, first[0].InviteID))
	names(w, owner, next[0].InviteID, "2222", "")
	w.OK(must.Err(w.Redeem(guest, next[0])))
}

func free(w *familytest.World) {
	live, dead := w.Person("Taro"), w.Person("Hanako")
	w.OK(w.InviteStore.Issue(w.Ctx(), sheet(w, dead, "0002"), ""))
	w.Advance(models.InviteLifetime + time.Second)
	w.OK(w.InviteStore.Issue(w.Ctx(), sheet(w, live, "0001"), ""))
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = fmt.Sprintf("%04d", i)
	}
	got, err := w.InviteStore.Free(w.Ctx(), keys, w.Now())
	w.OK(err)
	slices.Sort(got)
	w.Same(got, slices.Delete(slices.Clone(keys), 1, 2))
	none, err := w.InviteStore.Free(w.Ctx(), []string{"0001"}, w.Now())
	w.OK(err)
	w.Same(len(none), 0)
}

func addLink(w *familytest.World) {
	owner := w.Person("Taro")
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	another := linkOf(codes[0], "another")
	w.OK(w.InviteStore.AddLink(w.Ctx(), another))
	for _, c := range append(codes, another) {
		got, err := w.InviteStore.Get(w.Ctx(), c.Code)
		w.OK(err)
		w.Same(got, c)
	}
	names(w, owner, codes[0].InviteID, "1234", "")
	w.OK(must.Err(w.Families.Redeem(w.Ctx(), w.Person("Hanako"), another, models.WayLink, true)))
	w.OK(w.InviteStore.AddLink(w.Ctx(), linkOf(codes[0], "late"))) // to a used invitation: the link is not valid
	w.Refused(must.Err(w.Families.Redeem(w.Ctx(), w.Person("Jiro"), linkOf(codes[0], "late"), models.WayLink, true)), models.CodeNotFound, models.ReasonInviteNotValid)
}

func revoke(w *familytest.World) {
	owner, guest := w.Person("Taro"), w.Person("Hanako")
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	id := codes[0].InviteID
	refused := func(f models.FamilyID, id models.InviteID) {
		w.T.Helper()
		w.Refused(w.InviteStore.Revoke(w.Ctx(), f, id), models.CodeNotFound, models.ReasonInviteNotValid)
	}
	refused(guest.FamilyID, id)
	refused(owner.FamilyID, "another")
	refused(owner.FamilyID, "")
	names(w, owner, id, "1234", "")
	w.OK(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, id))
	names(w, owner, "", "", "")
	refused(owner.FamilyID, id)
	refused(owner.FamilyID, "")
	for _, c := range codes {
		w.Refused(must.Err(w.Redeem(guest, c)), models.CodeNotFound, models.ReasonInviteNotValid)
	}
	next := sheet(w, owner, "4321")
	w.OK(w.InviteStore.Issue(w.Ctx(), next, ""))
	w.OK(must.Err(w.Redeem(guest, next[0])))
	refused(owner.FamilyID, next[0].InviteID) // used
}

func bind(w *familytest.World) {
	owner, other := w.Person("Taro"), w.Person("Hanako")
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	id := codes[0].InviteID
	refused := func(f models.FamilyID, id models.InviteID, account models.UserID) {
		w.T.Helper()
		w.Refused(w.InviteStore.Bind(w.Ctx(), f, id, account), models.CodeNotFound, models.ReasonInviteNotValid)
	}
	refused(owner.FamilyID, "another", "a")
	refused(other.FamilyID, id, "a")
	refused(other.FamilyID, "", "a")
	names(w, owner, id, "1234", "")
	for range 2 {
		w.OK(w.InviteStore.Bind(w.Ctx(), owner.FamilyID, id, "a"))
		names(w, owner, id, "1234", "a")
	}
	refused(owner.FamilyID, id, "b")
	names(w, owner, id, "1234", "a")
	w.OK(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, id))
	refused(owner.FamilyID, id, "a")
	names(w, owner, "", "", "")
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

func ledgers(w *familytest.World) {
	at := w.Now()
	for _, name := range []string{"live", "exposure#web", "exposure#alexa", "tries#太郎 \"'"} {
		l := invite.Ledger{Name: name, Entries: []invite.Entry{{ID: name, At: at, Amount: 7}}, ExpiresAt: at.Add(time.Hour).Truncate(time.Second)}
		w.OK(w.InviteStore.SaveLedger(w.Ctx(), l))
		got, err := w.InviteStore.Ledger(w.Ctx(), name)
		w.OK(err)
		l.Version = 1
		w.Same(got, l)
	}
	got, err := w.InviteStore.Ledgers(w.Ctx(), "live", "unknown", "exposure#web")
	w.OK(err)
	w.Same([]string{got[0].Name, got[1].Name, got[2].Name}, []string{"live", "unknown", "exposure#web"})
	w.Same([]int64{got[0].Version, got[1].Version, got[2].Version}, []int64{1, 0, 1})
	gone(w, "live") // a ledger is not an invitation
}

// redeemEither: after one code of an invitation is used, none of them is valid.
func redeemEither(w *familytest.World) {
	for n := range 3 {
		owner := w.Person("Taro")
		codes := sheet(w, owner, fmt.Sprint(5550+n))
		w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
		codes = append(codes, linkOf(codes[0], fmt.Sprint("another ", n)))
		w.OK(w.InviteStore.AddLink(w.Ctx(), codes[2]))
		w.OK(must.Err(w.Families.Redeem(w.Ctx(), w.Person("Hanako"), codes[n], models.WayLink, true)))
		names(w, owner, "", "", "")
		for _, c := range codes {
			w.Refused(must.Err(w.Families.Redeem(w.Ctx(), w.Person("Jiro"), c, models.WayLink, true)), models.CodeNotFound, models.ReasonInviteNotValid)
		}
	}
}

// admittedEnds: admitting a person does not change a code's record, but the digits they
// used are not valid any more.
func admittedEnds(w *familytest.World) {
	owner := w.AskingOwner("Taro")
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	asker := w.Person("Hanako")
	w.OK(must.Err(w.Redeem(asker, codes[0])))
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, asker.ID)))
	for _, c := range codes {
		got, err := w.InviteStore.Get(w.Ctx(), c.Code)
		w.OK(err)
		w.Same(got, c)
		w.Refused(must.Err(w.Redeem(w.Person("Jiro"), got)), models.CodeNotFound, models.ReasonInviteNotValid)
	}
}

func familyEnds(w *familytest.World) {
	owner, other := w.Person("Taro"), w.Person("Hanako")
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	w.Join(owner, other)
	w.Refused(must.Err(w.Redeem(w.Person("Jiro"), codes[0])), models.CodeNotFound, models.ReasonInviteNotValid)
	w.Refused(w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, codes[0].InviteID), models.CodeNotFound, models.ReasonInviteNotValid)
	w.Refused(w.InviteStore.Bind(w.Ctx(), owner.FamilyID, codes[0].InviteID, "a"), models.CodeNotFound, models.ReasonInviteNotValid)
	w.Refused(w.InviteStore.Issue(w.Ctx(), sheet(w, models.User{ID: owner.ID}, "4321"), codes[0].InviteID), models.CodeConflict, models.ReasonMoved)
}

func makerLeaves(w *familytest.World) {
	owner := w.Person("Taro")
	heir := w.Join(w.Person("Hanako"), owner)
	codes := sheet(w, owner, "1234")
	w.OK(w.InviteStore.Issue(w.Ctx(), codes, ""))
	w.OK(w.Families.Transfer(w.Ctx(), owner, heir.ID))
	asker := w.Person("Ichiro")
	_, err := w.Families.Redeem(w.Ctx(), asker, codes[1], models.WayLink, false) // still a member
	w.OK(err)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), owner)))
	for _, c := range codes {
		w.Refused(must.Err(w.Redeem(w.Person("Jiro"), c)), models.CodeNotFound, models.ReasonInviteNotValid)
	}
	_, err = w.Families.Allow(w.Ctx(), heir, asker.ID) // the asker had asked in time
	w.OK(err)
}
