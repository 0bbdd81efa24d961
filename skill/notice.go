package skill

import (
	"context"

	"voicememo/models"
	"voicememo/skill/words"
)

// meet records the account's notice when the turn first reads the account. It leaves room
// for it within 30 seconds of speech.
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
		return // the next turn says it
	}
	t.teller, t.notice = u, text
	t.leaveRoom(text)
}

// leastRunes is how much of people's own text is always said.
const leastRunes = 20

// leaveRoom shortens people's own text so that another text fits before it.
func (t *turn) leaveRoom(text string) {
	room := len([]rune(text))
	for _, limit := range []*int{&t.speechRunes, &t.contentRunes, &t.namesRunes} {
		*limit = max(*limit-room, min(*limit, leastRunes))
	}
}

// wordNotice returns the sentences of an account's notice, or "" if it is out of date:
// the account has left the family or no longer owns it.
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
		return t.join(t.say(words.OwnerNow, nil), t.say(words.OwnerNext, nil)), nil
	case u.Notice == models.NoticeOwner && owns:
		return t.say(words.OwnerNow, nil), nil
	}
	return "", nil
}

// withNotice puts the account's notice before a spoken reply and records that it was
// said. In turns that have not read the account, it reads it, waiting at most NoteTime.
func (t *turn) withNotice(ctx context.Context, r Reply) Reply {
	if !t.req.speaks() || r.Core.Body.OutputSpeech == nil {
		return r
	}
	if t.linked.ended {
		r.Core.Body.Card = linkCard()
	}
	if t.linked.said != "" {
		return r.beginning(t.linked.said + t.say(words.Gap, nil))
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
	_ = t.Families.MarkTold(ctx, t.teller) // on failure, the next turn says it again
	if t.notice == "" {
		return r
	}
	return r.beginning(t.notice + t.say(words.Gap, nil))
}
