package family_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/models"
)

// returning is a store in which a kept account comes back between the read that found it
// due and its closing.
type returning struct {
	family.Membership
	back func()
}

func (s returning) Close(ctx context.Context, c family.Close) error {
	s.back()
	return s.Membership.Close(ctx, c)
}

// TestBackBeforeErasure: an account that is used again, or whose memos are recovered, just
// before it is closed is not erased.
func TestBackBeforeErasure(t *testing.T) {
	for name, back := range map[string]func(w *familytest.World, echo models.User, number string){
		"the Echo joins": func(w *familytest.World, echo models.User, _ string) { w.Join(echo, w.Person("Owner")) },
		"the memos are recovered": func(w *familytest.World, _ models.User, number string) {
			_, err := w.Families.Recover(w.Ctx(), w.Person("Finder"), number)
			w.OK(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := familytest.NewWorld(t, sqlitetest.Fresh)
			echo := w.Echo("Echo")
			number, err := w.Families.RecoveryNumber(w.Ctx(), echo)
			w.OK(err)
			w.Add(echo, "kept")
			w.OK(w.Families.Disable(w.Ctx(), echo.ID))
			w.Advance(models.KeepFor - time.Minute)
			once := sync.OnceFunc(func() { back(w, w.Again(echo), number) })
			store := w.FamilyStore
			store.Membership = returning{store.Membership, once}
			service := family.NewService(store, w.MemoStore)
			service.Now = func() time.Time { return w.Now().Add(2 * time.Minute) }
			w.OK(service.EraseDue(w.Ctx()))
			if w.Again(echo).Closing {
				t.Error("got the account erased, want it kept")
			}
		})
	}
}
