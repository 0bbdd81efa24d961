package skill

import (
	"context"
	"strconv"
	"strings"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/words"
)

// recoveryDigits is how many digits a recovery number has.
const recoveryDigits = 10

// reasonRecovery selects the sentence for a recovery number without memos; the
// service's own reason is about invite codes.
const reasonRecovery models.Reason = "recovery"

// recoverMemos reads a recovery number back and asks whether it is right, so that a
// misheard number does not count as an attempt.
func recoverMemos(_ context.Context, t *turn) (Reply, error) {
	heard := t.req.slot(recoverySlot)
	if heard == "" {
		return t.ask("", askRecovery), nil
	}
	return t.readNumber(heard), nil
}

func (t *turn) readNumber(heard string) Reply {
	number, ok := recoveryNumber(heard)
	if !ok {
		return t.ask(t.say(words.RecoveryFormat, nil), askRecovery)
	}
	t.state.Number = number
	return t.ask("", askBack)
}

// recoveryNumber parses a recovery number in digits of any width or in kanji, with any
// separators. No recovery number begins with 0.
func recoveryNumber(heard string) (string, bool) {
	number, err := invite.ParseNumber(strings.NewReplacer("、", "", ",", "", "。", "", ".", "").Replace(heard))
	return number, err == nil && len(number) == recoveryDigits && number[0] != '0'
}

// bringBack moves the memos of the confirmed number to the account's family.
func bringBack(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Number == "" {
		return t.ask("", askRecovery), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	entry, err := t.Invites.AddEcho(ctx, actor, t.state.Number)
	switch {
	case models.IsReason(err, models.ReasonInviteNotValid):
		return Reply{}, models.NotFound(reasonRecovery)
	case err != nil:
		return Reply{}, err
	}
	t.forgetList()
	return t.done(t.broughtBack(entry.Brought)), nil
}

func (t *turn) broughtBack(memos int) string {
	switch memos {
	case 0:
		return t.say(words.RecoveredNone, nil)
	case 1:
		return t.say(words.RecoveredOne, nil)
	}
	return t.say(words.RecoveredCount, words.Args{"count": strconv.Itoa(memos)})
}

// recoveryNote returns the end of the card of an Echo's first memo: the number that
// restores its memos. The number is shown once. If it cannot be made now, the next
// memo's card has it.
func (t *turn) recoveryNote(ctx context.Context, actor models.User) string {
	if t.linked.ended { // the reply has another card
		return ""
	}
	number, err := t.Families.RecoveryNumber(ctx, actor)
	if err != nil {
		t.note("recovery", string(models.AsError(err).Code))
		return ""
	}
	if number == "" {
		return ""
	}
	return "\n\n" + t.say(words.RecoveryCard, words.Args{"number": written(number)}) +
		"\n" + t.say(words.RecoveryWhy, nil)
}
