package skill

import (
	"context"
)

// wordRunes is how many characters of a search the reply repeats.
const wordRunes = 30

// find reads the memos that contain the search words, like the list.
func find(ctx context.Context, t *turn) (Reply, error) {
	text, _ := cut(t.req.slot(searchSlot), maxSearch)
	if text == "" {
		return t.ask("", askSearch), nil
	}
	return t.readMore(ctx, &reading{Text: text}, "")
}
