package conversation

import (
	"maps"
	"slices"

	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// New returns a Conversation of people who speak as the models do.
func New(s Services, m *understanding.Models) *Conversation {
	c := &Conversation{Services: s, locales: words.NewLocales(), models: m}
	for _, t := range topics() {
		c.add(t)
	}
	return c
}

// topics returns all topics. The order is that of their offers: see launch.
func topics() []topic {
	return []topic{
		adding(), changing(), clearing(), undoing(), touching(),
		requests(), connecting(), readingList(), naming(),
		inviting(), joining(), leaving(), listingMembers(), namingRooms(),
		launching(), courtesy(), events(),
	}
}

// add adds what another topic has.
func (t *topic) add(o topic) {
	merge(&t.intents, o.intents)
	merge(&t.requests, o.requests)
	merge(&t.questions, o.questions)
	merge(&t.repeats, o.repeats)
	merge(&t.continues, o.continues)
	merge(&t.touches, o.touches)
	merge(&t.undos, o.undos)
	t.offers = append(t.offers, o.offers...)
}

func merge[K comparable, V any](all *map[K]V, some map[K]V) {
	if *all == nil {
		*all = map[K]V{}
	}
	maps.Copy(*all, some)
}

// Intents lists the intents that have answers, for checks of the interaction models.
func (c *Conversation) Intents() []string { return slices.Collect(maps.Keys(c.intents)) }

// Questions returns the intent whose slot a bare answer to each question fills, "" if there
// is none, for checks of the interaction models.
func (c *Conversation) Questions() map[string]string {
	elicited := map[string]string{}
	for name, q := range c.questions {
		elicited[name] = q.elicits
	}
	return elicited
}
