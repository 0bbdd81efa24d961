package skill

import (
	"context"
)

// wordRunes is how much of a search is said back.
const wordRunes = 30

// find reads the memos that contain what was heard, in the same way as the list.
func find(ctx context.Context, t *turn) (Reply, error) {
	text, _ := cut(t.req.slot(searchSlot), maxSearch)
	if text == "" {
		return t.ask("", askSearch), nil
	}
	return t.readMore(ctx, &reading{Text: text}, "")
}
