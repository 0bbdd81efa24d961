package skill

import "context"

// wordRunes is how many characters of a search the reply repeats.
const wordRunes = 30

// find reads the memos that contain the search words, like the list. Words that may have
// been meant as a memo, such as "find a plumber", become one if nothing is found.
func find(ctx context.Context, t *turn) (Reply, error) {
	text, _ := cut(t.req.slot(searchSlot), maxSearch)
	if text == "" {
		return t.ask("", askSearch), nil
	}
	r := &reading{Text: text}
	if t.unless == "" {
		return t.readMore(ctx, r, "")
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	p, err := t.window(ctx, actor, r, 1)
	switch {
	case err != nil:
		return Reply{}, err
	case t.keeps(actor, r):
		return t.kept(ctx, actor, text)
	}
	t.state.Reading = r
	return t.showPart(ctx, actor, p, 0, ""), nil
}
