package conversation

import (
	"maps"
	"slices"

	"voicememo/models"
	"voicememo/skill/words"
)

// New returns a Conversation.
func New(s Services) *Conversation {
	c := &Conversation{Services: s, locales: words.NewLocales(), topic: topic{
		intents: map[string]answer{}, requests: map[string]answer{}, questions: map[string]question{}, repeats: map[string]answer{},
		continues: map[string]answer{}, touches: map[string]touch{}, undos: map[models.ActKind]undo{},
	}}
	for _, t := range topics() {
		maps.Copy(c.intents, t.intents)
		maps.Copy(c.requests, t.requests)
		maps.Copy(c.questions, t.questions)
		maps.Copy(c.repeats, t.repeats)
		maps.Copy(c.continues, t.continues)
		maps.Copy(c.touches, t.touches)
		maps.Copy(c.undos, t.undos)
		c.offers = append(c.offers, t.offers...)
	}
	return c
}

// topics returns all topics. The order is that of their offers: see launch.
func topics() []topic {
	return []topic{
		adding(), changing(), correcting(), clearing(), undoing(), touching(),
		requests(), connecting(), readingList(), naming(),
		inviting(), joining(), leaving(), listingMembers(), namingRooms(),
		launching(), listening(), courtesy(), events(),
	}
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
