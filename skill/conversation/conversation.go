package conversation

import (
	"context"
	"maps"
	"slices"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// Links knows the people who have linked Echos in the Alexa app. *auth.Echos implements it.
type Links interface {
	// Linked returns the person who has granted an access token, and its access.
	// Unauthenticated: the token is not valid, or the access has ended.
	Linked(ctx context.Context, token string) (models.User, models.AccessID, error)
	// Unlink ends the access of a link. It does nothing if the access has ended already.
	Unlink(ctx context.Context, l models.Link) error
}

// Services are what turns work on.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service

	// Links is nil if no Echo can be linked. No access token is valid then.
	Links Links

	// NoteTime is how long an answer may wait for work it does not need.
	NoteTime time.Duration
}

// Conversation answers turns. It is safe for concurrent use.
type Conversation struct {
	Services
	locales words.Locales
	models  *understanding.Models
	topic   // all topics together
}

// New returns a Conversation of people who speak as the models do.
func New(s Services, m *understanding.Models) *Conversation {
	c := &Conversation{Services: s, locales: words.NewLocales(), models: m}
	for _, t := range topics() {
		c.topic.add(t)
	}
	return c
}

// topics returns all topics. The order is that of their offers: see launch.
func topics() []topic {
	return []topic{
		adding(), finding(), changing(), clearing(), undoing(), touching(),
		requests(), connecting(), readingList(), naming(),
		inviting(), joining(), recovering(), leaving(), listingMembers(), namingRooms(),
		launching(), answering(), helping(), events(),
	}
}

// answer answers a turn.
type answer func(ctx context.Context, t *Turn) (alexa.Reply, error)

// topic is something that people talk about with the skill. The zero value of each field
// is usable.
type topic struct {
	intents   map[string]answer // by intent
	requests  map[string]answer // by type of request, for those that are no intents
	questions map[string]question
	repeats   map[string]answer // by state.Last: what "repeat" says
	continues map[string]answer // by state.Last: what "more" says instead of more memos
	touches   map[string]touch  // by the action of a touch
	undos     map[models.ActKind]undo
	offers    []offer
}

// question says how to take an answer (yes, no, a bare phrase) that has no intent of
// its own.
type question struct {
	elicits  string // the intent whose slot a bare phrase fills; "": none
	yes, no  answer
	again    answer // answers "repeat"; nil: the question is asked again
	personal bool   // only the voice that was asked may answer
}

// undo is how acts of a kind are taken back.
type undo struct {
	// back takes an act back and returns the sentence that says so.
	back func(ctx context.Context, t *Turn, actor models.User, a act) (string, error)
	// after answers the turn that took an act back, said says which. ok is false if there is
	// nothing else to do. nil: there never is.
	after func(ctx context.Context, t *Turn, actor models.User, a act, said string) (reply alexa.Reply, ok bool, err error)
}

// touch changes a memo whose button was touched, and returns the sentence that says so.
type touch func(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef) (string, error)

// offer is a question that a launch may ask after a greeting. ok is false if it is not due.
type offer func(ctx context.Context, t *Turn, actor models.User, list memo.List, greeting string) (reply alexa.Reply, ok bool, err error)

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
