package skill_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"voicememo/memo"
	"voicememo/skill"
)

var memoQuery = memo.Query{}

// sendChanged sends requests after changing them.
func sendChanged(w *world, change func([]byte) []byte) func(context.Context, []byte) ([]byte, error) {
	return func(ctx context.Context, raw []byte) ([]byte, error) { return w.send(ctx, change(raw)) }
}

// FuzzHandle: whatever comes, the skill refuses the envelope or answers by the
// rules.
func FuzzHandle(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no golden files", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var turns []goldenTurn
		if err := json.Unmarshal(raw, &turns); err != nil {
			f.Fatal(err)
		}
		for _, turn := range turns {
			f.Add([]byte(turn.Request))
		}
	}
	f.Add([]byte(`{"request":{"type":"IntentRequest","requestId":"1","locale":"ja-JP","intent":{"name":"AddMemoIntent","slots":{"memoText":{"value":"]]><x>&\u0000\ud800"}}}},"session":{"user":{"userId":"amzn1.x"}}}`))
	w := newWorld(f, func(_ *world, o *skill.Options) { o.AnyApplication = true })
	lived(w)
	f.Fuzz(func(t *testing.T, raw []byte) {
		out, err := w.skill.Handle(t.Context(), raw)
		w.log.Reset()
		if err == nil {
			checkReply(t, raw, out)
		} else if !errors.Is(err, skill.ErrEnvelope) {
			t.Errorf("error %v", err)
		}
	})
}
