package skill

import (
	"context"
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
	"voicememo/skill/messages"
)

// remove puts the memo with a number into the trash. The number means the list
// as this session read it last; without a reading the list is read first.
func remove(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Reading == nil || len(t.state.Reading.Items) == 0 {
		return readToDelete(ctx, t)
	}
	number, ok := heardNumber(t.req.slot(numberSlot))
	if !ok {
		return t.ask("", askNumber), nil
	}
	ref, ok := t.state.Reading.ref(number)
	if !ok {
		last := strconv.Itoa(len(t.state.Reading.Items))
		return t.ask(t.say(messages.DeleteRange, messages.Args{"number": strconv.Itoa(number), "last": last}), askNumber), nil
	}
	if slices.Contains(t.state.Reading.Gone, number) {
		return t.gone(number), nil
	}
	return t.trash(ctx, number, ref)
}

// heardNumber reads a number in digits of any width.
func heardNumber(heard string) (int, bool) {
	n, err := strconv.Atoi(norm.NFKC.String(heard))
	return n, err == nil
}

func (t *turn) trash(ctx context.Context, number int, ref models.MemoRef) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	m, err := t.Memos.Trash(ctx, actor, ref)
	gone := models.IsReason(err, models.ReasonInTrash) || models.IsReason(err, models.ReasonMemo)
	if err != nil && !gone {
		return Reply{}, err
	}
	t.state.Reading.Gone = append(t.state.Reading.Gone, number)
	if gone {
		return t.gone(number), nil
	}
	return t.done(t.say(messages.Deleted, messages.Args{
		"number": strconv.Itoa(number), "content": t.short(m.Content, t.contentRunes), "days": strconv.Itoa(models.TrashDays),
	})), nil
}

// gone says that a memo was deleted before, in this session or by somebody else.
func (t *turn) gone(number int) Reply {
	return t.done(t.say(messages.DeletedGone, messages.Args{"number": strconv.Itoa(number)}))
}

// readToDelete reads the list, so that there are numbers to choose from.
func readToDelete(ctx context.Context, t *turn) (Reply, error) {
	t.state.Reading = nil
	p, err := t.readPage(ctx)
	if err != nil {
		return Reply{}, err
	}
	if p.none {
		return t.done(t.say(messages.ReadNone, nil)), nil
	}
	return t.showing(p, t.ask(p.speech, askNumber)), nil
}
