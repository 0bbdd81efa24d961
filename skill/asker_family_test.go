package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
)

// handedOver is a memo service whose actor has just stopped being the family's owner.
type handedOver struct{ skill.Memos }

func (s handedOver) List(ctx context.Context, actor models.User, q memo.Query) (memo.List, error) {
	list, err := s.Memos.List(ctx, actor, q)
	list.Family.OwnerID = "another"
	return list, err
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
	w.skill.Memos = handedOver{w.skill.Memos}
	if a := w.launch(w.talk("ja-JP")); strings.Contains(a.Speech, "太郎") {
		t.Errorf("got %q, want nothing of 太郎", a.Speech)
	}
}
