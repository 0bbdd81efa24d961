package skill

import (
	"context"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/messages"
)

// newsLimit is the highest number of memos that a greeting states. The memos counted
// are one page.
const newsLimit = 20

// launch greets, says how many memos there are and whose answer the account waits for,
// and asks what to do. Instead of that question, it asks a voice heard for the first
// time for its name, and an owner whether to admit the person who has waited longest.
func launch(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: newsLimit + 1})
	if err != nil {
		return Reply{}, err
	}
	waits, err := t.waiting(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	greeting := t.join(t.greeting(actor), t.news(actor, list), waits)
	stranger, err := t.stranger(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	if stranger {
		return t.ask(t.join(greeting, t.say(messages.NewVoice, nil)), askName), nil
	}
	asker, found, err := t.firstAsker(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	if found {
		return t.askAbout(greeting, asker), nil
	}
	return t.ask(greeting, askMenu), nil
}

// greeting returns the greeting, with the speaker's name if the voice has one.
func (t *turn) greeting(actor models.User) string {
	if name := actor.Voices[t.voice()]; name != "" {
		return t.say(messages.Hello, messages.Args{"who": t.who(name)})
	}
	return t.say(messages.Welcome, nil)
}

// stranger reports whether to ask the speaking voice for its name. It records that
// first, so that a voice is asked once even if it does not answer.
func (t *turn) stranger(ctx context.Context, actor models.User) (bool, error) {
	if t.voice() == "" {
		return false, nil
	}
	if _, met := actor.Voices[t.voice()]; met {
		return false, nil
	}
	_, err := t.Families.MarkVoiceAsked(ctx, actor, t.voice())
	if models.IsReason(err, models.ReasonTooManyVoices) {
		return false, nil
	}
	return err == nil, err
}

// ownMemo reports whether a memo is by the speaker. Several people share an Echo: a
// memo by another recognised voice of the same Echo is new to this one.
func (t *turn) ownMemo(actor models.User, m models.Memo) bool {
	mark := t.voice().Mark(actor.ID)
	return m.UserID == actor.ID && (m.SpokenBy == mark || m.SpokenBy == "" || mark == "")
}

// news says how many memos others have added since the account last heard the list,
// counted on the newest page. For an account that has never heard the list, it says how
// long the list is.
func (t *turn) news(actor models.User, list memo.List) string {
	count, open := len(list.Memos), list.Next != ""
	keys := messages.AllMemos
	if since := actor.LastReadAt; !since.IsZero() {
		keys, count = messages.NewMemos, 0
		for _, m := range list.Memos {
			if m.Timestamp.After(since) && !t.ownMemo(actor, m) {
				count++
			}
		}
		last := len(list.Memos) - 1
		open = open && (last < 0 || list.Memos[last].Timestamp.After(since))
	}
	return t.say(keys.Key(min(count, newsLimit+1), newsLimit, open), messages.Args{"count": strconv.Itoa(min(count, newsLimit))})
}
