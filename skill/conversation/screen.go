package conversation

import (
	"context"
	"maps"
	"slices"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
)

// withList adds a screen with the list to the reply, if the device has a screen: the
// memos that the session has numbered, after those it added since. If it has numbered
// none, it numbers the newest. The rows can be touched, so the session of a reply that
// would end it stays open without a microphone, as long as Alexa shows the screen. If the
// memos cannot be read, the reply stays as it is: its speech is correct without a screen.
func withList(ctx context.Context, t *Turn, actor models.User, r alexa.Reply) alexa.Reply {
	if !t.req.HasScreen() || numberNewest(ctx, t, actor) != nil {
		return r
	}
	memos, err := listedMemos(ctx, t, actor)
	if err != nil {
		return r
	}
	if len(memos) == 0 {
		return withNone(t, r, t.state.Reading)
	}
	if placeFor(ctx, t, actor, memos) != nil {
		return r
	}
	r = r.Draw(drawnList(t, memos))
	if r.Mic == alexa.MicClosed {
		r.Mic = alexa.MicAbsent
		t.state.lapse("")
		t.state.Voice = speaking(t)
	}
	r.Core.SessionAttributes = t.state.attributes()
	return r
}

// speaking returns the fingerprint of the voice that touches of this turn's screen count
// as: the one that spoke last.
func speaking(t *Turn) string {
	if voice := t.Voice(); voice != "" {
		return fingerprint(string(voice))
	}
	return t.put
}

// numberNewest numbers the newest memos that are not done, and those of this turn, unless
// the session has a reading.
func numberNewest(ctx context.Context, t *Turn, actor models.User) error {
	if r := t.state.Reading; r != nil && (len(r.Items) > 0 || r.Next != "") {
		return nil
	}
	list, err := listMemos(ctx, t, actor, memo.Query{Limit: screenRows, Done: new(bool)})
	if err != nil {
		return err
	}
	list.Memos = newestFirst(slices.Concat(slices.Collect(maps.Values(t.seen)), list.Memos))
	numberScreen(t, list)
	return nil
}

// numberScreen numbers memos that only a screen shows, as the session's reading.
func numberScreen(t *Turn, list memo.List) {
	if !t.req.HasScreen() || len(list.Memos) == 0 {
		return
	}
	r := &reading{Next: list.Next}
	for _, m := range list.Memos {
		r.add(m.Ref())
	}
	saw(t, list.Memos...)
	t.state.Reading = r
}

// listedMemos returns the memos that the screen shows: those that this session added and has
// not numbered, newest first, then the numbered ones. It reads those that this turn has
// not seen, and leaves out memos that are gone.
func listedMemos(ctx context.Context, t *Turn, actor models.User) ([]models.Memo, error) {
	if t.state.Reading == nil {
		return nil, nil
	}
	refs := append(unnumbered(t), t.state.Reading.Items...)
	missing := slices.DeleteFunc(slices.Clone(refs), func(ref models.MemoRef) bool {
		_, seen := t.seen[ref]
		return seen
	})
	for some := range slices.Chunk(missing, memo.MaxSeveral) {
		memos, err := t.Memos.Get(ctx, actor, some)
		if err != nil {
			return nil, err
		}
		saw(t, memos...)
	}
	memos := make([]models.Memo, 0, len(refs))
	for _, ref := range refs {
		if m, ok := t.seen[ref]; ok {
			memos = append(memos, m)
		}
	}
	return memos, nil
}

// newestFirst sorts memos in list order and removes duplicates, of which the first stays.
func newestFirst(memos []models.Memo) []models.Memo {
	slices.SortStableFunc(memos, func(a, b models.Memo) int {
		switch {
		case a.Ref() == b.Ref():
			return 0
		case a.Position().Before(b.Position()):
			return -1
		}
		return 1
	})
	return slices.CompactFunc(memos, func(a, b models.Memo) bool { return a.Ref() == b.Ref() })
}
