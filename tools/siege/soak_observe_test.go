package siege

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"voicememo/tools/testkit/person"
)

// seen is what the people of a pod see.
type seen struct {
	sights []string
	memos  map[string]memo // by label
}

// memoJSON is a memo as the API shows it.
type memoJSON struct {
	ID, UserID, FamilyID, Content, Timestamp string
	Version                                  int64
	Deleted                                  bool
}

// label returns the label at the beginning of the memo's text.
func (m memoJSON) label() string {
	label, _, _ := strings.Cut(m.Content, " ")
	return label
}

// meJSON is a person's view of themselves in the API.
type meJSON struct {
	User     struct{ UserID string }
	Settings struct{ AskBeforeJoin bool }
	Pending  *struct{ Name string }
	Family   struct {
		ID      string
		Members []struct {
			UserID, Name, Source string
			IsOwner              bool
		}
		Requests []struct{ UserID string }
	}
}

// look returns what the pod's people see now.
func (p *pod) look(ctx context.Context) (seen, error) {
	all := seen{memos: map[string]memo{}}
	for i, one := range p.model.people {
		if one.echo {
			continue
		}
		if err := p.lookAs(ctx, i, &all); err != nil {
			return seen{}, p.broken("what person %d sees: %v", i, err)
		}
	}
	slices.Sort(all.sights)
	return all, nil
}

func (p *pod) lookAs(ctx context.Context, viewer int, all *seen) error {
	var me meJSON
	if err := p.people[viewer].Send(ctx, http.MethodGet, "/api/me", "").Into(&me); err != nil {
		return err
	}
	owner, members := -1, []string(nil)
	for _, one := range me.Family.Members {
		who := p.who(one.UserID)
		if one.IsOwner {
			owner = who
		}
		members = append(members, player{echo: one.Source == "alexa", name: one.Name}.shown(who))
	}
	all.sights = append(all.sights, familySight(viewer, owner, members,
		me.Settings.AskBeforeJoin, len(me.Family.Requests), me.Pending != nil))
	for _, trashed := range []bool{false, true} {
		memos, err := pages(ctx, p.people[viewer], trashed, 1+p.rand.IntN(100))
		if err != nil {
			return err
		}
		for _, m := range memos {
			if m.FamilyID != me.Family.ID || m.Deleted != trashed {
				return fmt.Errorf("%s is shown with family %s and deleted %t in family %s", m.label(), m.FamilyID, m.Deleted, me.Family.ID)
			}
			one := memo{id: m.ID, author: p.who(m.UserID), content: m.Content, version: m.Version, trashed: trashed}
			all.memos[m.label()] = one
			all.sights = append(all.sights, one.sight(viewer, m.label()))
		}
	}
	return nil
}

// who returns the number of a person of the pod; -1: a stranger.
func (p *pod) who(id string) int {
	return slices.IndexFunc(p.people, func(one *person.Person) bool { return one.ID == id })
}

// pages reads a whole list, limit memos at a time. It returns an error if a memo comes
// twice, or if live memos are not ordered newest first.
func pages(ctx context.Context, by *person.Person, trashed bool, limit int) (all []memoJSON, err error) {
	found, cursor := map[string]bool{}, ""
	for {
		query := url.Values{"limit": {strconv.Itoa(limit)}, "deleted": {strconv.FormatBool(trashed)}}
		if cursor != "" {
			query.Set("cursor", cursor)
		}
		var page struct {
			Memos      []memoJSON
			NextCursor string
		}
		if err := by.Send(ctx, http.MethodGet, "/api/memos?"+query.Encode(), "").Into(&page); err != nil {
			return nil, err
		}
		for _, m := range page.Memos {
			if found[m.ID] {
				return nil, fmt.Errorf("%s is listed twice", m.label())
			}
			if n := len(all); n > 0 && !trashed && m.Timestamp > all[n-1].Timestamp {
				return nil, fmt.Errorf("%s of %s is listed after %s of %s", m.label(), m.Timestamp, all[n-1].label(), all[n-1].Timestamp)
			}
			found[m.ID] = true
			all = append(all, m)
		}
		if cursor = page.NextCursor; cursor == "" {
			return all, nil
		}
	}
}

// settle compares what is seen with the model. This decides whether the operation with an
// unknown outcome has happened; an add is then repeated with its key.
func (p *pod) settle(ctx context.Context) error {
	now, err := p.look(ctx)
	if err != nil {
		return err
	}
	p.counts.compared.Add(1)
	before := p.model
	for i, one := range p.candidates(now) {
		if !slices.Equal(one.sights(), now.sights) {
			continue
		}
		p.model = one.clone()
		for label, m := range now.memos {
			p.model.memos[label] = m
		}
		return p.settled(ctx, i > 0)
	}
	return p.broken("what people see differs from the model:\n%s", difference(before.sights(), now.sights))
}

// candidates lists the possible models, beginning with the one in which the operation
// with an unknown outcome has not happened.
func (p *pod) candidates(now seen) []model {
	all := []model{p.model}
	if p.lost == nil || p.lost.done == nil {
		return all
	}
	for _, status := range p.lost.want {
		if status >= http.StatusMultipleChoices {
			continue
		}
		after := p.model.clone()
		_ = p.lost.done(&after, answer{Answer: person.Answer{Status: status}, guessed: true})
		if p.lost.partial {
			all = append(all, partly(p.model, after, now))
		}
		all = append(all, after)
	}
	return all
}

// partly returns before, but with those memos of after that are seen as in after.
func partly(before, after model, now seen) model {
	out := before.clone()
	for label := range before.memos {
		there, is := now.memos[label]
		changed, left := after.memos[label]
		switch {
		case !is && !left:
			delete(out.memos, label)
		case is && left && there.version == changed.version:
			out.memos[label] = changed
		}
	}
	return out
}

// settled counts the operation whose outcome was unknown, and repeats an add.
func (p *pod) settled(ctx context.Context, happened bool) error {
	o := p.lost
	if p.lost = nil; o == nil {
		return nil
	}
	if o.done != nil && happened {
		p.counts.happened.Add(1)
	} else if o.done != nil {
		p.counts.not.Add(1)
	}
	if o.again == nil {
		return nil
	}
	p.counts.repeated.Add(1)
	_, err := p.step(ctx, o.again(happened))
	return err
}

// difference lists the lines that do not occur equally often in both.
func difference(want, got []string) string {
	count := map[string]int{}
	for _, line := range want {
		count[line]--
	}
	for _, line := range got {
		count[line]++
	}
	var out []string
	for line, n := range count {
		switch {
		case n < 0:
			out = append(out, "  want "+line)
		case n > 0:
			out = append(out, "  got  "+line)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
