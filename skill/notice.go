package skill

import (
	"context"

	"voicememo/models"
	"voicememo/skill/messages"
)

// meet takes note of what the account has to tell, when it is first read in a turn.
// What people wrote leaves room for it in the half minute that a reply may take.
func (t *turn) meet(ctx context.Context, u models.User) {
	if t.met || !t.req.speaks() {
		return
	}
	t.met = true
	if u.Notice == "" {
		return
	}
	text, err := t.wordNotice(ctx, u)
	if err != nil {
		return // the next turn tells it
	}
	t.teller, t.notice = u, text
	room := len([]rune(text))
	t.contentRunes, t.namesRunes = max(t.contentRunes-room, 0), max(t.namesRunes-room, 0)
}

// wordNotice words what an account has to tell; "": it has left the family, or does
// not own it any more.
func (t *turn) wordNotice(ctx context.Context, u models.User) (string, error) {
	f, err := t.Families.FamilyOf(ctx, u)
	if err != nil {
		return "", err
	}
	owns := f.OwnerID == u.ID
	switch {
	case u.Notice == models.NoticeJoined && !owns:
		moved, err := t.Memos.Count(ctx, u.ID)
		if err != nil {
			return "", err
		}
		return t.join(t.joined(f.Owner()), t.alongWith(moved)), nil
	case u.Notice == models.NoticeOwner && owns && f.Interim:
		return t.join(t.say(messages.OwnerNow, nil), t.say(messages.OwnerNext, nil)), nil
	case u.Notice == models.NoticeOwner && owns:
		return t.say(messages.OwnerNow, nil), nil
	}
	return "", nil
}

// withNotice lets a reply that is spoken begin with what the account has to tell, and
// keeps that it was told. What the account has to tell is also read in turns that
// need nothing else of it; they wait for that only briefly.
func (t *turn) withNotice(ctx context.Context, r Reply) Reply {
	if !t.req.speaks() || r.Core.Body.OutputSpeech == nil {
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	if !t.met {
		u, err := t.Families.Person(ctx, t.req.user())
		if err != nil {
			return r
		}
		t.meet(ctx, u)
	}
	if t.teller.Notice == "" {
		return r
	}
	_ = t.Families.MarkTold(ctx, t.teller) // if it cannot be kept, it is told again
	if t.notice == "" {
		return r
	}
	return r.beginning(t.notice + t.say(messages.Gap, nil))
}
