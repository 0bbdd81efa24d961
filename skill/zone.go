package skill

import (
	"context"
	"slices"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// list lists memos and takes the time zone of their family.
func (t *turn) list(ctx context.Context, actor models.User, q memo.Query) (memo.List, error) {
	list, err := t.Memos.List(ctx, actor, q)
	if err == nil {
		t.inZoneOf(list.Family)
	}
	return list, err
}

// inZoneOf takes the time zone of a family.
func (t *turn) inZoneOf(f models.Family) { t.zone, t.placed = models.Zone(f.TimeZone), true }

// place reads the time zone of the actor's family, unless this turn has read it.
func (t *turn) place(ctx context.Context, actor models.User) error {
	if t.placed {
		return nil
	}
	f, err := t.Families.Roster(ctx, actor)
	if err == nil {
		t.inZoneOf(f)
	}
	return err
}

// placeFor is place if one of the memos is so old that the words for its time depend on the
// zone.
func (t *turn) placeFor(ctx context.Context, actor models.User, memos []models.Memo) error {
	if slices.ContainsFunc(memos, func(m models.Memo) bool { return t.began.Sub(m.Timestamp) >= nearTime }) {
		return t.place(ctx, actor)
	}
	return nil
}

// expiring returns a number with the time at which it expires or, without a time zone, with how
// long it works. It is the line of a card.
func (t *turn) expiring(number string, until time.Time) string {
	if t.zone == nil {
		return number + "\n" + t.validFor(until)
	}
	return t.say(words.CardUntil, words.Args{"number": number, "time": until.In(t.zone).Format(t.say(words.Clock, nil))})
}
