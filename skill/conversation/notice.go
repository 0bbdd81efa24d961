package conversation

import (
	"context"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// meet records the account's notice when the turn first reads the account. It leaves room
// for it within 30 seconds of speech.
func meet(ctx context.Context, t *Turn, u models.User) {
	if t.met || !t.req.Speaks() {
		return
	}
	t.met = true
	if u.Echo.Notice == "" {
		return
	}
	text, err := wordNotice(ctx, t, u)
	if err != nil {
		return // the next turn says it
	}
	t.teller, t.notice = u, text
	leaveRoom(t, text)
}

// wordNotice returns the sentences of an account's notice, or "" if it is out of date:
// the account has left the family or no longer owns it.
func wordNotice(ctx context.Context, t *Turn, u models.User) (string, error) {
	f, err := t.Families.FamilyOf(ctx, u)
	if err != nil {
		return "", err
	}
	owns := f.OwnerID == u.ID
	switch {
	case u.Echo.Notice == models.NoticeJoined && !owns:
		moved, err := t.Memos.CountOf(ctx, u.ID)
		if err != nil {
			return "", err
		}
		return t.Join(joinedWords(t, f.Owner()), alongWith(t, words.JoinedMemos, moved)), nil
	case u.Echo.Notice == models.NoticeOwner && owns && f.Interim:
		return t.Join(t.Say(words.OwnerNow, nil), t.Say(words.OwnerNext, nil)), nil
	case u.Echo.Notice == models.NoticeOwner && owns:
		return t.Say(words.OwnerNow, nil), nil
	}
	return "", nil
}

// WithNotice puts the account's notice before a spoken reply and records that it was
// said. In turns that have not read the account, it reads it, waiting at most NoteTime.
func (t *Turn) WithNotice(ctx context.Context, r alexa.Reply) alexa.Reply {
	if !t.req.Speaks() || !r.Speaks() {
		return r
	}
	if t.linked.ended {
		r = r.WithLinkCard()
	}
	if t.linked.said != "" {
		return r.Beginning(t.linked.said + t.Say(words.Gap, nil))
	}
	ctx, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	if !t.met {
		u, err := t.Families.Person(ctx, t.req.User())
		if err != nil {
			return r
		}
		meet(ctx, t, u)
	}
	if t.teller.Echo.Notice == "" {
		return r
	}
	_ = t.Families.MarkTold(ctx, t.teller) // on failure, the next turn says it again
	if t.notice == "" {
		return r
	}
	return r.Beginning(t.notice + t.Say(words.Gap, nil))
}
