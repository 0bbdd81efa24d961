package siege

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"

	"voicememo/tools/testkit/person"
)

// operation is something that a person does.
type operation struct {
	what string // for error messages
	call func(context.Context) answer
	want []int // the statuses that the model allows
	// done changes a model according to a successful answer, and returns an error if the
	// answer contradicts the model. Nil: nothing changes.
	done func(*model, answer) error
	// partial: the operation works memo by memo, so that it may happen in part.
	partial bool
	// again returns the operation that repeats this one with the same key. Nil: there is
	// no key.
	again func(happened bool) operation
}

// choices are the operations with their weights. Each returns false if it is not possible
// now.
var choices = []struct {
	weight int
	make   func(p *pod, who int) (operation, bool)
}{
	{22, (*pod).add}, {6, (*pod).addAgain}, {8, (*pod).voice}, {14, (*pod).edit}, {3, (*pod).editStale},
	{2, (*pod).editForeign}, {12, (*pod).trash}, {8, (*pod).restore}, {5, (*pod).remove}, {1, (*pod).trashAll},
	{1, (*pod).emptyTrash}, {4, (*pod).read}, {2, (*pod).export}, {3, (*pod).rename}, {2, (*pod).setAsks},
	{6, (*pod).join}, {12, (*pod).decide}, {3, (*pod).leave}, {2, (*pod).dismiss}, {3, (*pod).handOver}, {3, (*pod).connect},
}

// choose returns the next operation of one of the people.
func (p *pod) choose() operation {
	sum := 0
	for _, c := range choices {
		sum += c.weight
	}
	for {
		n := p.rand.IntN(sum)
		for _, c := range choices {
			if n -= c.weight; n >= 0 {
				continue
			}
			if o, ok := c.make(p, p.rand.IntN(peoplePerPod)); ok {
				return o
			}
			break
		}
	}
}

// pick returns a random element of a list; false: the list is empty.
func pick[T any](r *rand.Rand, all []T) (one T, ok bool) {
	if len(all) == 0 {
		return one, false
	}
	return all[r.IntN(len(all))], true
}

// pick returns a memo that the person sees and whose id is known.
func (p *pod) pick(who int, trashed bool) (label string, ok bool) {
	return pick(p.rand, slices.DeleteFunc(p.model.labels(who, trashed), func(label string) bool {
		return p.model.memos[label].id == ""
	}))
}

func (p *pod) path(label string) string { return "/api/memos/" + p.model.memos[label].id }

// as returns the call that sends one request of a person.
func (p *pod) as(who int, method, path, body string, headers ...string) func(context.Context) answer {
	return func(ctx context.Context) answer { return p.ask(ctx, who, method, path, body, headers...) }
}

// does returns an operation of one request.
func (p *pod) does(who int, what string, status int, done func(*model, answer) error, method, path, body string, headers ...string) operation {
	return operation{what: fmt.Sprint(who, " ", what), want: []int{status}, done: done, call: p.as(who, method, path, body, headers...)}
}

func (p *pod) ask(ctx context.Context, who int, method, path, body string, headers ...string) answer {
	return answer{Answer: p.people[who].Send(ctx, method, path, body, headers...)}
}

// agrees compares the memo of an answer with the model, and records its id.
func agrees(m *model, label string, a answer) error {
	if a.guessed {
		return nil
	}
	var got memoJSON
	if err := a.Into(&got); err != nil {
		return err
	}
	want := m.memos[label]
	if got.Content != want.content || got.Version != want.version || got.Deleted != want.trashed {
		return fmt.Errorf("got version %d, deleted %t: %s, want version %d, deleted %t: %s",
			got.Version, got.Deleted, got.Content, want.version, want.trashed, want.content)
	}
	want.id = got.ID
	m.memos[label] = want
	return nil
}

const mostMemos = 60 // of one person, so that lists stay short

func (p *pod) newLabel() string {
	p.serial++
	return fmt.Sprintf("p%dm%d", p.number, p.serial)
}

func (p *pod) add(who int) (operation, bool) {
	return p.addAs(who, p.newLabel(), p.added...), len(p.model.memos) < mostMemos
}

// addAs adds a memo with its label as the key.
func (p *pod) addAs(who int, label string, want ...int) operation {
	o := operation{
		what: fmt.Sprintf("%d adds %s", who, label), want: want,
		call: p.as(who, http.MethodPost, "/api/memos", person.JSON("content", label+" added"), "Idempotency-Key: "+label),
		done: func(m *model, a answer) error {
			m.memos[label] = memo{author: who, content: label + " added", version: 1}
			return agrees(m, label, a)
		},
	}
	o.again = func(happened bool) operation {
		if happened {
			return p.addAs(who, label, http.StatusOK)
		}
		return p.addAs(who, label, http.StatusCreated)
	}
	return o
}

// addAgain repeats an earlier add with its key.
func (p *pod) addAgain(who int) (operation, bool) {
	label, ok := p.pick(who, p.rand.IntN(4) == 0)
	one := p.model.memos[label]
	if !ok || one.author != who {
		return operation{}, false
	}
	o := p.addAs(who, label, http.StatusOK)
	o.what, o.again = o.what+" again", nil
	o.done = func(m *model, a answer) error { return agrees(m, label, a) }
	return o, true
}

// voice makes the Echo add a memo, while another person is in its family to see it.
func (p *pod) voice(int) (operation, bool) {
	echo := peoplePerPod
	if p.model.owns(echo) || len(p.model.memos) >= mostMemos {
		return operation{}, false
	}
	return p.say(echo, p.newLabel()), true
}

func (p *pod) say(echo int, label string) operation {
	o := operation{
		what: fmt.Sprintf("%d says %s", echo, label), want: []int{http.StatusOK},
		call: func(ctx context.Context) answer {
			return confirmed(answer{Answer: p.people[echo].Say(ctx, label, "AddMemoIntent", "memoText", label+" spoken")}, label)
		},
		done: func(m *model, _ answer) error {
			m.memos[label] = memo{author: echo, content: label + " spoken", version: 1}
			return nil
		},
	}
	o.again = func(bool) operation { return p.say(echo, label) }
	return o
}

func (p *pod) edit(who int) (operation, bool) {
	label, ok := p.pick(who, false)
	p.serial++
	content := fmt.Sprintf("%s edited %d", label, p.serial)
	return p.change(who, label, "edits", http.MethodPut, person.JSON("content", content),
		func(one *memo) { one.content = content }), ok
}

// change returns an operation that changes a memo, half the time with a version.
func (p *pod) change(who int, label, verb, method, body string, do func(*memo)) operation {
	var headers []string
	if p.rand.IntN(2) == 0 {
		headers, verb = []string{p.version(label, 0)}, verb+" this version of"
	}
	return operation{
		what: fmt.Sprintf("%d %s %s", who, verb, label), want: []int{http.StatusOK}, call: p.as(who, method, p.path(label), body, headers...),
		done: func(m *model, a answer) error {
			m.change(label, do)
			if method == http.MethodDelete {
				return nil // the answer does not contain the memo
			}
			return agrees(m, label, a)
		},
	}
}

// version returns the header that names the present version plus more.
func (p *pod) version(label string, more int64) string {
	return fmt.Sprintf(`If-Match: "%d"`, p.model.memos[label].version+more)
}

func (p *pod) editStale(who int) (operation, bool) {
	label, ok := p.pick(who, false)
	return p.does(who, "edits another version of "+label, http.StatusPreconditionFailed, nil,
		http.MethodPut, p.path(label), person.JSON("content", "never"), p.version(label, 1)), ok
}

// editForeign tries to edit a memo of a family that the person is not in.
func (p *pod) editForeign(who int) (operation, bool) {
	labels := slices.DeleteFunc(slices.Sorted(maps.Keys(p.model.memos)), func(label string) bool {
		return p.model.memos[label].id == "" || p.model.lists(who, p.model.memos[label])
	})
	label, ok := pick(p.rand, labels)
	return p.does(who, "edits the foreign "+label, http.StatusNotFound, nil, http.MethodPut, p.path(label), person.JSON("content", "never")), ok
}

func (p *pod) trash(who int) (operation, bool) {
	label, ok := p.pick(who, false)
	return p.change(who, label, "trashes", http.MethodDelete, "", func(one *memo) { one.trashed = true }), ok
}

func (p *pod) restore(who int) (operation, bool) {
	label, ok := p.pick(who, true)
	return p.does(who, "restores "+label, http.StatusOK, func(m *model, a answer) error {
		m.change(label, func(one *memo) { one.trashed = false })
		return agrees(m, label, a)
	}, http.MethodPut, p.path(label)+"/restore", ""), ok
}

// remove deletes a memo permanently, which its author and the owner may do.
func (p *pod) remove(who int) (operation, bool) {
	label, ok := p.pick(who, true)
	o := p.change(who, label, "removes", http.MethodDelete, "", nil)
	o.done = func(m *model, _ answer) error { delete(m.memos, label); return nil }
	if !p.model.mayRemove(who, label) {
		o.want, o.done = []int{http.StatusForbidden}, nil
	}
	return o, ok
}

func (m model) mayRemove(who int, label string) bool {
	return m.owns(who) || m.memos[label].author == who
}
