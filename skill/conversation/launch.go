package conversation

import (
	"context"

	"voicememo/internal/parallel"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// launching is the topic of opening the skill.
func launching() topic {
	return topic{requests: map[string]answer{alexa.LaunchRequest: asSpeaker(launch)}}
}

// launch greets and asks what to do. The first models.Greetings times it says how to
// leave a memo. It asks whether an Echo that is linked moves to its person's family. If there are memos that the speaker has not heard, it asks whether to
// read them. Instead of these questions, it asks an owner whether to admit the person who
// has waited longest, and otherwise a voice heard for the first time for its name.
func launch(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	var (
		list  memo.List
		waits string
	)
	err := parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			list, err = t.Memos.List(ctx, actor, memo.Query{Limit: newsLimit + 1, Done: new(bool)})
			return err
		},
		func(ctx context.Context) (err error) {
			waits, err = waitingWords(ctx, t, actor)
			return err
		},
	)
	if err != nil {
		return alexa.Reply{}, err
	}
	inZoneOf(t, list.Family)
	numberScreen(t, list)
	reply, err := welcome(ctx, t, actor, list, t.Join(greetingOf(t, actor), introductionOf(t, actor), waits))
	if err != nil {
		return alexa.Reply{}, err
	}
	countIntroduction(ctx, t, actor)
	return withList(ctx, t, actor, reply), nil
}

// welcome greets and asks the question that is due.
func welcome(ctx context.Context, t *Turn, actor models.User, list memo.List, greeting string) (alexa.Reply, error) {
	for _, offer := range t.offers {
		if reply, ok, err := offer(ctx, t, actor, list, greeting); ok || err != nil {
			return reply, err
		}
	}
	return t.Ask(greeting, understanding.AskMenu), nil
}

// greetingOf returns the greeting, with the speaker's name if the voice has one.
func greetingOf(t *Turn, actor models.User) string {
	if name := actor.Skill.Voices[t.Voice()]; name != "" {
		return t.Say(words.Hello, words.Args{"who": t.Who(name)})
	}
	return t.Say(words.Welcome, nil)
}

// introductionOf returns the sentence that says how to leave a memo, while the account has
// heard it less than models.Greetings times.
func introductionOf(t *Turn, actor models.User) string {
	if actor.Skill.Greeted >= models.Greetings {
		return ""
	}
	return t.Say(words.Introduction, nil)
}

// countIntroduction records that the account hears the introduction, if it is due. It waits
// at most NoteTime for that.
func countIntroduction(ctx context.Context, t *Turn, actor models.User) {
	if actor.Skill.Greeted >= models.Greetings {
		return
	}
	brief, cancel := context.WithTimeout(ctx, t.NoteTime)
	defer cancel()
	_ = t.Families.MarkGreeted(brief, actor) // on failure, the next launch says it once more
}

// waitingWords says whose answer the account's own request waits for, or returns "" if no
// request is open.
func waitingWords(ctx context.Context, t *Turn, actor models.User) (string, error) {
	if !actor.Membership.Request.Open(t.began) {
		return "", nil
	}
	f, request, err := t.Families.Waiting(ctx, actor)
	switch {
	case models.IsCode(err, models.CodeNotFound): // it has been decided
		return "", nil
	case err != nil:
		return "", err
	}
	key, check := words.Waits, ""
	if device(f.Owner()) {
		key = words.WaitsEcho
	}
	if request.Check != "" {
		check = t.Say(words.CheckIs, words.Args{"check": t.Digits(request.Check)})
	}
	return t.Join(t.Say(key, words.Args{"who": t.Who(f.Owner().Name)}), check), nil
}
