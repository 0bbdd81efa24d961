package operator_test

import (
	"slices"
	"testing"

	"voicememo/auth"
	"voicememo/cmd/internal/operator"
	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// house is an operator's view of a store with people in it.
type house struct {
	t *testing.T
	operator.Services
}

func newHouse(t *testing.T) house {
	t.Helper()
	db, err := sqlite.Open(t.TempDir())
	must.OK(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return house{t, operator.Services{
		Families: family.NewService(db.Families(), db.Memos()), Access: auth.NewAccesses(db.Access()), Bulk: db.Bulk(),
	}}
}

// person creates an account.
func (h house) person(id, name string, source models.Source) models.User {
	h.t.Helper()
	u, err := h.Families.Ensure(h.t.Context(), models.Profile{ID: models.UserID(id), Name: name, Email: id + "@example.com", Source: source})
	must.OK(h.t, err)
	return u
}

// signIn begins an access.
func (h house) signIn(u models.User) models.AccessID {
	h.t.Helper()
	a, err := h.Access.Begin(h.t.Context(), u, auth.Grant{Kind: models.AccessSession, Lifetime: auth.SessionMax})
	must.OK(h.t, err)
	return a.ID
}

// refuses checks the reason of a refusal.
func (h house) refuses(want models.Reason, err error) {
	h.t.Helper()
	if !models.IsReason(err, want) {
		h.t.Errorf("got %v, want reason %s", err, want)
	}
}

// TestPeople: the people who sign in are listed by name with their number of accesses;
// Echos and closing accounts are not listed.
func TestPeople(t *testing.T) {
	h := newHouse(t)
	taro, jiro := h.person("taro", "太郎", models.SourceOIDC), h.person("jiro", "Jiro", models.SourceOIDC)
	h.person("amzn1.ask.account.A", "エコー", models.SourceAlexa)
	must.OK(t, h.Families.Close(t.Context(), h.person("gone", "Gone", models.SourceOIDC)))
	h.signIn(taro)
	h.signIn(taro)
	got, err := h.People(t.Context())
	want := []operator.Person{
		{ID: jiro.ID, Name: "Jiro", Email: "jiro@example.com"}, {ID: taro.ID, Name: "太郎", Email: "taro@example.com", Accesses: 2},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// TestAccesses: an operator ends accesses, with events that have no actor. Unknown people
// and accesses are refused.
func TestAccesses(t *testing.T) {
	h := newHouse(t)
	var happened []models.Event
	taro := h.person("taro", "太郎", models.SourceOIDC)
	first, second, third := h.signIn(taro), h.signIn(taro), h.signIn(taro)
	h.Access.Happened = func(e models.Event) { happened = append(happened, e) }
	ids := func() (ids []models.AccessID) {
		t.Helper()
		all, err := h.Accesses(t.Context(), taro.ID)
		must.OK(t, err)
		for _, a := range all {
			ids = append(ids, a.ID)
		}
		slices.Sort(ids)
		return ids
	}
	must.OK(t, h.EndAccess(t.Context(), taro.ID, first))
	want := []models.AccessID{second, third}
	if slices.Sort(want); !slices.Equal(ids(), want) {
		t.Errorf("got %v, want %v", ids(), want)
	}
	h.refuses(models.ReasonAccess, h.EndAccess(t.Context(), taro.ID, first))
	if err := h.EndAll(t.Context(), taro.ID); err != nil || len(ids()) != 0 {
		t.Errorf("got %v, %v after the end of all", ids(), err)
	}
	if len(happened) != 2 || happened[0] != (models.Event{Kind: models.EventAccessEnded, Person: taro.ID, Access: first}) ||
		happened[1] != (models.Event{Kind: models.EventSignedOutEverywhere, Person: taro.ID}) {
		t.Errorf("got events %v", happened)
	}
	_, err := h.Accesses(t.Context(), "nobody")
	h.refuses(models.ReasonPerson, err)
	h.refuses(models.ReasonPerson, h.EndAccess(t.Context(), "nobody", first))
	h.refuses(models.ReasonPerson, h.EndAll(t.Context(), "nobody"))
}

// TestMembers: members are listed with their owner, and another member can become owner.
func TestMembers(t *testing.T) {
	h := newHouse(t)
	taro := h.person("taro", "太郎", models.SourceOIDC)
	got, err := h.Members(t.Context(), taro.FamilyID)
	if err != nil || len(got) != 1 || got[0].ID != taro.ID || got[0].Name != "太郎" || !got[0].IsOwner || got[0].JoinedAt.IsZero() {
		t.Errorf("got %v, %v", got, err)
	}
	check.Equal(t, h.SetOwner(t.Context(), taro.FamilyID, taro.ID), nil, "the owner again")
	_, err = h.Members(t.Context(), "none")
	h.refuses(models.ReasonFamily, err)
	h.refuses(models.ReasonFamily, h.SetOwner(t.Context(), "none", taro.ID))
	h.refuses(models.ReasonPerson, h.SetOwner(t.Context(), taro.FamilyID, "nobody"))
}
