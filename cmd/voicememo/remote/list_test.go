package remote

import (
	"testing"

	"voicememo/cmd/internal/client"
	"voicememo/tools/testkit/check"
)

// TestEmptyLists: an empty list says of which memos there are none.
func TestEmptyLists(t *testing.T) {
	done, open := true, false
	for _, c := range []struct {
		done   *bool
		en, ja string
	}{
		{nil, "There are no memos.\n", "メモはありません。\n"},
		{&done, "No memo is done.\n", "済みのメモはありません。\n"},
		{&open, "There are no memos that are not done. --all also lists those that are.\n", "済みでないメモはありません。--all を付けると、済みのメモも表示します。\n"},
	} {
		for want, words := range map[string]clientWords{c.en: clientIn("en"), c.ja: clientIn("ja")} {
			check.Equal(t, words.list(client.List{}, client.Query{Done: c.done}, true), want)
		}
	}
}
