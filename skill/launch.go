package skill

import (
	"context"
	"strconv"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/models/parallel"
	"voicememo/skill/words"
)

// newsLimit is the highest number of memos that a greeting states. The memos counted
// are one page.
const newsLimit = 20

// launch greets and asks what to do. The first models.Greetings times it says how to
// leave a memo. It asks whether an Echo that is linked moves to its person's family. If there are memos that the speaker has not heard, it asks whether to
// read them. Instead of these questions, it asks an owner whether to admit the person who
// has waited longest, and otherwise a voice heard for the first time for its name.
func launch(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	var (
		list  memo.List
		waits string
	)
	err = parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			list, err = t.Memos.List(ctx, actor, memo.Query{Limit: newsLimit + 1, Done: new(bool)})
			return err
		},
		func(ctx context.Context) (err error) {
			waits, err = t.waiting(ctx, actor)
			return err
		},
	)
	if err != nil {
		return Reply{}, err
	}
	t.inZoneOf(list.Family)
	t.numberScreen(list)
	reply, err := t.welcome(ctx, actor, list, t.join(t.greeting(actor), t.introduction(actor), waits))
	if err != nil {
		return Reply{}, err
	}
	t.countIntroduction(ctx, actor)
	return t.withList(ctx, actor, reply), nil
}

// welcome greets and asks the question that is due.
func (t *turn) welcome(ctx context.Context, actor models.User, list memo.List, greeting string) (Reply, error) {
	asker, found, err := t.firstAsker(ctx, actor, list.Family)
	switch {
	case err != nil:
		return Reply{}, err
	case found:
		return t.askAbout(greeting, asker), nil
	case t.elsewhereLinked(ctx, actor):
		return t.askToMove(greeting), nil
	}
	if news := t.news(actor, list); news != "" {
		return t.ask(t.join(greeting, news), askNews), nil
	}
	stranger, err := t.stranger(ctx, actor)
	switch {
	case err != nil:
		return Reply{}, err
	case stranger:
		return t.ask(t.join(greeting, t.say(words.NewVoice, nil)), askName), nil
	}
	return t.ask(greeting, askMenu), nil
}

// greeting returns the greeting, with the speaker's name if the voice has one.
func (t *turn) greeting(actor models.User) string {
	if name := actor.Voices[t.voice()]; name != "" {
		return t.say(words.Hello, words.Args{"who": t.who(name)})
	}
	return t.say(words.Welcome, nil)
}

// introduction returns the sentence that says how to leave a memo, while the account has
// heard it less than models.Greetings times.
func (t *turn) introduction(actor models.User) string {
	if actor.Greeted >= models.Greetings {
		return ""
	}
	return t.say(words.Introduction, nil)
}

// countIntroduction records that the account hears the introduction, if it is due. It waits
// at most NoteTime for that.
func (t *turn) countIntroduction(ctx context.Context, actor models.User) {
	if actor.Greeted >= models.Greetings {
		return
	}
	brief, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	_ = t.Families.MarkGreeted(brief, actor) // on failure, the next launch says it once more
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
	if m.UserID != actor.ID {
		return false
	}
	if actor.Source != models.SourceAlexa {
		return t.ownOfPerson(actor, m)
	}
	me := t.askedVoice(actor)
	_, room := actor.Rooms[m.SpokenBy]
	return m.SpokenBy == "" || room || me == "" || m.SpokenBy == me.Mark(actor.ID)
}

// isNew reports whether a memo is new to a speaker who last heard the list at since.
func (t *turn) isNew(actor models.User, m models.Memo, since time.Time) bool {
	return m.Timestamp.After(since) && !t.ownMemo(actor, m)
}

// news says how many memos others have added since the speaker last heard the list,
// counted on the newest page; "": none. For a speaker who has never heard the list, it
// counts all memos of others, and calls them new only if the list also has memos of their
// own.
func (t *turn) news(actor models.User, list memo.List) string {
	since := t.lastHeard(actor)
	count, open := 0, list.Next != ""
	for _, m := range list.Memos {
		if t.isNew(actor, m, since) {
			count++
		}
	}
	if last := len(list.Memos) - 1; last >= 0 {
		open = open && list.Memos[last].Timestamp.After(since)
	}
	if count == 0 {
		return ""
	}
	keys := words.NewMemos
	if since.IsZero() && count == len(list.Memos) {
		keys = words.AllMemos
	}
	return t.say(keys.Key(min(count, newsLimit+1), newsLimit, open), words.Args{"count": strconv.Itoa(min(count, newsLimit))})
}
