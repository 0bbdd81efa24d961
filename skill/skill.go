package skill

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/conversation"
)

// The defaults of Options.TurnTime and Options.NoteTime. Alexa waits 8 seconds for an
// answer, including network time.
const (
	defaultTurnTime = 5 * time.Second
	defaultNoteTime = 300 * time.Millisecond
)

// The errors of Handle, for requests that cannot be answered with speech.
var (
	ErrEnvelope    = alexa.ErrEnvelope
	ErrApplication = errors.New("skill: the request is for another skill")
	// ErrEvent is a skill event that could not be handled. Alexa repeats an event that
	// is not acknowledged for up to an hour ("Use skill events").
	ErrEvent = errors.New("skill: a skill event could not be handled")
)

// Links knows the people who have linked Echos in the Alexa app. *auth.Echos implements it.
type Links = conversation.Links

// Options configures a Skill. Memos, Families and Invites are required.
type Options struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service

	// Links knows the people who have linked Echos. Nil: no Echo can be linked, and no access
	// token is valid.
	Links Links

	// Modules are the parts of the program's modules in the skill.
	Modules []Module

	// ApplicationIDs are the ids of the skills that may call, as the developer
	// console shows them. AnyApplication accepts every skill: for development only.
	ApplicationIDs []string
	AnyApplication bool

	// Observe is called for each turn before its line is logged. intent is the intent,
	// the type of a request that has none, or "other" if the skill knows neither;
	// outcome is "ok" or the error's code; took is the time so far. Nil: not called.
	Observe func(intent, outcome string, took time.Duration)

	// TurnTime is how long an answer may take. 0: 5 seconds.
	TurnTime time.Duration

	// NoteTime is how long an answer may wait for work it does not need: recording that
	// the list was heard, and reading the account's notice. 0: 300 ms.
	NoteTime time.Duration

	Logger *slog.Logger     // nil: slog.Default
	Now    func() time.Time // nil: time.Now
}

// Skill answers Alexa requests. It is safe for concurrent use.
type Skill struct {
	Options
	conversation *conversation.Conversation
}

// New returns a Skill.
func New(o Options) *Skill {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.TurnTime == 0 {
		o.TurnTime = defaultTurnTime
	}
	if o.NoteTime == 0 {
		o.NoteTime = defaultNoteTime
	}
	return &Skill{o, conversation.New(conversation.Services{
		Memos: o.Memos, Families: o.Families, Invites: o.Invites, Links: o.Links, NoteTime: o.NoteTime,
	})}
}

// Handle answers one request. Its only errors are ErrEnvelope, ErrApplication and
// ErrEvent; every other failure becomes a spoken sentence.
func (s *Skill) Handle(ctx context.Context, raw []byte) ([]byte, error) {
	began := s.Now()
	req, err := alexa.Parse(raw)
	if err != nil {
		return nil, err
	}
	if !s.knows(req.ApplicationIDs()) {
		return nil, ErrApplication
	}
	ctx, cancel := context.WithTimeout(ctx, s.TurnTime)
	defer cancel()
	t := s.conversation.Turn(req, began)
	reply, err := s.answer(ctx, req, t, began)
	s.log(ctx, req, t, began, err)
	if err != nil && req.IsEvent() {
		return nil, ErrEvent
	}
	if err != nil {
		reply = t.Sorry(err)
	}
	if !conversation.Failed(err) {
		reply = t.WithNotice(ctx, reply)
	}
	return reply.MarshalJSON()
}

// answer answers a turn, and passes skill events to the modules. A panic becomes an internal
// error, so that the speaker hears a sentence and the server keeps running. An internal
// error after the deadline becomes models.CodeUnavailable; other codes stay as they
// are.
func (s *Skill) answer(ctx context.Context, req alexa.Request, t *conversation.Turn, began time.Time) (reply alexa.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			reply, err = alexa.Reply{}, models.Internalf("panic: %v\n%s", p, debug.Stack())
		}
		if models.IsCode(err, models.CodeInternal) && ctx.Err() != nil {
			err = models.Unavailable(err)
		}
	}()
	reply, err = t.Answer(ctx)
	if err == nil && req.IsEvent() && req.HasAccount() {
		err = s.offer(ctx, req, began)
	}
	return reply, err
}

// knows reports whether a request names at least one application, and only applications
// that may call. Comparisons take constant time.
func (s *Skill) knows(ids []string) bool {
	if s.AnyApplication {
		return true
	}
	for _, id := range ids {
		sum, found := sha256.Sum256([]byte(id)), 0
		for _, allowed := range s.ApplicationIDs {
			want := sha256.Sum256([]byte(allowed))
			found |= subtle.ConstantTimeCompare(sum[:], want[:])
		}
		if found != 1 {
			return false
		}
	}
	return len(ids) > 0
}

// log calls Observe and logs the turn's outcome, without anything that was said.
func (s *Skill) log(ctx context.Context, req alexa.Request, t *conversation.Turn, began time.Time, err error) {
	outcome, took := "ok", s.Now().Sub(began)
	if err != nil {
		outcome = string(models.AsError(err).Code)
	}
	if s.Observe != nil {
		s.Observe(t.Kind(), outcome, took)
	}
	attrs := []slog.Attr{
		slog.String("requestId", req.Body.RequestID), slog.String("type", req.Body.Type),
		slog.Int64("ms", took.Milliseconds()), slog.String("outcome", outcome),
	}
	s.Logger.LogAttrs(ctx, slog.LevelInfo, "turn", append(attrs, t.Notes()...)...)
	if conversation.Failed(err) {
		s.Logger.LogAttrs(ctx, slog.LevelError, "turn failed",
			slog.String("requestId", req.Body.RequestID), slog.String("error", err.Error()))
	}
}
