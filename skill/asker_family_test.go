package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/family"
	"voicememo/models"
)

// handedOver is a family store in which another member has just become the owner.
type handedOver struct{ family.Store }

func (s handedOver) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	f, err := s.Store.Roster(ctx, id)
	f.OwnerID = "another"
	return f, err
}

// TestAskerIsTheOwnersAlone checks that an account that has just stopped being the
// owner is not asked about a request.
func TestAskerIsTheOwnersAlone(t *testing.T) {
	w := newWorld(t)
	w.asking()
	w.applies("太郎")
	if a := w.launch(w.talk("ja-JP")); !strings.Contains(a.Speech, "太郎") {
		t.Errorf("got %q, want the owner asked about 太郎", a.Speech)
	}
	w.with(withFamilies(func(s family.Store) family.Store { return storeOf(handedOver{s}) }))
	if a := w.launch(w.talk("ja-JP")); strings.Contains(a.Speech, "太郎") {
		t.Errorf("got %q, want nothing of 太郎", a.Speech)
	}
}
