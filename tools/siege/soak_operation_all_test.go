package siege

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"voicememo/tools/testkit/person"
)

// deletedJSON is how many memos were deleted, and how many memos of the trash were kept.
type deletedJSON struct{ Deleted, Kept int }

// agreesOn compares the numbers of an answer with those of the model.
func agreesOn(a answer, want deletedJSON) error {
	if a.guessed {
		return nil
	}
	var got deletedJSON
	if err := a.Into(&got); err != nil || got != want {
		return errors.Join(fmt.Errorf("got %+v, want %+v", got, want), err)
	}
	return nil
}

func (p *pod) trashAll(who int) (operation, bool) {
	return operation{
		what: fmt.Sprintf("%d trashes all", who), want: []int{http.StatusOK}, partial: true,
		call: p.as(who, http.MethodDelete, "/api/memos", ""),
		done: func(m *model, a answer) error {
			all := m.labels(who, false)
			for _, label := range all {
				m.change(label, func(one *memo) { one.trashed = true })
			}
			return agreesOn(a, deletedJSON{Deleted: len(all)})
		},
	}, true
}

func (p *pod) emptyTrash(who int) (operation, bool) {
	return operation{
		what: fmt.Sprintf("%d empties the trash", who), want: []int{http.StatusOK}, partial: true,
		call: p.as(who, http.MethodDelete, "/api/memos?deleted=true", ""),
		done: func(m *model, a answer) error {
			var n deletedJSON
			for _, label := range m.labels(who, true) {
				if !m.mayRemove(who, label) {
					n.Kept++
					continue
				}
				delete(m.memos, label)
				n.Deleted++
			}
			return agreesOn(a, n)
		},
	}, true
}

// read reads the list in small pages.
func (p *pod) read(who int) (operation, bool) {
	trashed := p.rand.IntN(3) == 0
	limit := 1 + p.rand.IntN(20)
	return p.reading(who, fmt.Sprintf("%d reads %d at a time, trash %t", who, limit, trashed), trashed,
		func(ctx context.Context) ([]memoJSON, error) { return pages(ctx, p.people[who], trashed, limit) })
}

func (p *pod) export(who int) (operation, bool) {
	return p.reading(who, fmt.Sprintf("%d exports", who), false, func(ctx context.Context) ([]memoJSON, error) {
		var all struct{ Memos []memoJSON }
		err := p.ask(ctx, who, http.MethodGet, "/api/export?format=json", "").Into(&all)
		return all.Memos, err
	})
}

// reading returns an operation that must find the memos of the model.
func (p *pod) reading(who int, what string, trashed bool, get func(context.Context) ([]memoJSON, error)) (operation, bool) {
	var got []memoJSON
	var wrong error
	return operation{
		what: what, want: []int{http.StatusOK},
		call: func(ctx context.Context) answer {
			got, wrong = get(ctx)
			if failed, ok := errors.AsType[*person.Error](wrong); ok {
				return answer{Answer: failed.Answer, void: true}
			}
			return answer{Answer: person.Answer{Status: http.StatusOK}}
		},
		done: func(m *model, _ answer) error {
			if wrong != nil {
				return wrong
			}
			var found []string
			for _, one := range got {
				found = append(found, one.label())
				if known, ok := m.memos[one.label()]; ok {
					known.id = one.ID
					m.memos[one.label()] = known
				}
			}
			slices.Sort(found)
			if want := m.labels(who, trashed); !slices.Equal(found, want) {
				return fmt.Errorf("got %v, want %v", found, want)
			}
			return nil
		},
	}, true
}

// confirmed returns an answer of the skill, with an unknown outcome if it lacks a text.
func confirmed(a answer, text string) answer {
	if a.Status == http.StatusOK && !strings.Contains(a.Body, text) {
		a.Status = http.StatusServiceUnavailable
	}
	return a
}

var connectionNumber = regexp.MustCompile(`\b\d{4} \d{4}\b`)

// connect adds the Echo, if it is alone, to a person's family.
func (p *pod) connect(who int) (operation, bool) {
	echo := peoplePerPod
	p.serial++
	id := fmt.Sprintf("connect-%d-%d", p.number, p.serial)
	return operation{
		what: fmt.Sprintf("%d connects the Echo", who), want: []int{http.StatusOK},
		call: func(ctx context.Context) answer {
			said := answer{Answer: p.people[echo].Say(ctx, id, "ConnectIntent", "", "")}
			number := connectionNumber.FindString(said.Body)
			if number == "" {
				return void(confirmed(said, "a number"))
			}
			return p.ask(ctx, who, http.MethodPost, "/api/family/echos", person.JSON("number", number))
		},
		done: func(m *model, _ answer) error { m.enter(echo, m.people[who].in); return nil },
	}, p.model.owns(who) && p.model.owns(echo)
}

// void marks an answer to a request that changes nothing visible.
func void(a answer) answer {
	a.void = true
	return a
}
