package conversation

import (
	"context"
	"slices"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// newsLimit is the highest number of memos that a greeting states. The memos counted
// are one page.
const newsLimit = 20

// screenRows is how many memos are read and numbered at a time for a screen.
const screenRows = newsLimit + 1

// listMemos lists memos and takes the time zone of their family.
func listMemos(ctx context.Context, t *Turn, actor models.User, q memo.Query) (memo.List, error) {
	list, err := t.Memos.List(ctx, actor, q)
	if err == nil {
		inZoneOf(t, list.Family)
	}
	return list, err
}

// inZoneOf takes the time zone of a family.
func inZoneOf(t *Turn, f models.Family) { t.Zone, t.placed = models.Zone(f.TimeZone), true }

// placeFamily reads the time zone of the actor's family, unless this turn has read it.
func placeFamily(ctx context.Context, t *Turn, actor models.User) error {
	if t.placed {
		return nil
	}
	f, err := t.Families.Roster(ctx, actor)
	if err == nil {
		inZoneOf(t, f)
	}
	return err
}

// placeFor is place if one of the memos is so old that the words for its time depend on the
// zone.
func placeFor(ctx context.Context, t *Turn, actor models.User, memos []models.Memo) error {
	if slices.ContainsFunc(memos, func(m models.Memo) bool { return t.began.Sub(m.Timestamp) >= words.NearTime }) {
		return placeFamily(ctx, t, actor)
	}
	return nil
}

// saw records memos as they are after this turn's changes, so that the screen shows them
// without another read.
func saw(t *Turn, memos ...models.Memo) {
	if t.seen == nil {
		t.seen = map[models.MemoRef]models.Memo{}
	}
	for _, m := range memos {
		t.seen[m.Ref()] = m
	}
}
