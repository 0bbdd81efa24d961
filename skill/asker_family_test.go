package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/skill"
)

// handedOver is a family service whose actor has just stopped being the owner.
type handedOver struct{ skill.Families }

func (s handedOver) FamilyOf(ctx context.Context, actor models.User) (models.Family, error) {
	f, err := s.Families.FamilyOf(ctx, actor)
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
	w.skill.Families = handedOver{w.skill.Families}
	if a := w.launch(w.talk("ja-JP")); strings.Contains(a.Speech, "太郎") {
		t.Errorf("got %q, want nothing of 太郎", a.Speech)
	}
}
