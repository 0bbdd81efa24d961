package skill

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/words"
)

// join reads an invite code back and asks whether it is right, so that a misheard code
// does not count as an attempt.
func join(_ context.Context, t *turn) (Reply, error) {
	heard := t.req.slot(codeSlot)
	if heard == "" {
		return t.ask("", askCode), nil
	}
	return t.readCode(heard), nil
}

func (t *turn) readCode(heard string) Reply {
	code, ok := heardCode(heard)
	if !ok {
		return t.ask(t.say(words.CodeFormat, nil), askCode)
	}
	t.state.Code = code
	return t.ask("", askJoin)
}

// heardCode parses a code that may have lost its leading zeros.
func heardCode(heard string) (string, bool) {
	code, err := invite.ParseDigits(padded(heard))
	return code, err == nil
}

// padded removes separators and restores the zeros lost when a code is heard as a number:
// 0012 arrives as 12. It accepts both kanji for zero.
func padded(heard string) string {
	heard = strings.NewReplacer("零", "〇", " ", "", "　", "", "-", "", "、", "", ",", "").Replace(heard)
	return strings.Repeat("0", max(4-utf8.RuneCountInString(heard), 0)) + heard
}

// redeem joins the family of the confirmed code, or files a request with its owner.
func redeem(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Code == "" {
		return t.ask("", askCode), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	entry, err := t.Invites.RedeemCode(ctx, actor, t.state.Code, invite.Alexa)
	if err != nil {
		return Reply{}, err
	}
	if entry.Asked() {
		return t.filed(entry), nil
	}
	t.forgetList()
	joined := models.Act{Kind: models.ActJoined, Family: entry.Family.ID}
	if err := t.record(ctx, actor, joined); err != nil {
		t.note("act", string(models.AsError(err).Code)) // the session can still undo it
	}
	t.remember(actor, fromAccount(joined))
	return t.done(t.join(t.joined(entry.Family.Owner()), t.alongWith(entry.Brought), t.say(words.JoinedMistake, nil))), nil
}

// joined says whose family the account is in now. An owner that is an Echo without a
// name is not named.
func (t *turn) joined(owner models.User) string {
	owner.Name = calledName(owner)
	if device(owner) {
		return t.say(words.JoinedEcho, nil)
	}
	return t.say(words.Joined, words.Args{"who": t.who(owner.Name)})
}

func (t *turn) alongWith(brought int) string {
	switch brought {
	case 0:
		return ""
	case 1:
		return t.say(words.JoinedOne, nil)
	}
	return t.say(words.JoinedCount, words.Args{"count": strconv.Itoa(brought)})
}
