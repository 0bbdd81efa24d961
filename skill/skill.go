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
)

// deadline is how long an answer may take. Alexa waits 8 seconds, the way to us
// and back included.
const deadline = 5 * time.Second

// defaultNoteTime is the NoteTime of Options without one.
const defaultNoteTime = 300 * time.Millisecond

// The only errors of Handle: requests nobody can be spoken to about.
var (
	ErrEnvelope    = errors.New("skill: not the envelope of an Alexa request")
	ErrApplication = errors.New("skill: the request is for another skill")
	// ErrEvent is a skill event that could not be dealt with. Unless it is
	// acknowledged, Alexa delivers it again for up to an hour ("Use skill events").
	ErrEvent = errors.New("skill: a skill event could not be dealt with")
)

// Memos is what the skill does with memos; *memo.Service does it.
type Memos interface {
	Add(ctx context.Context, actor models.User, d memo.Draft) (m models.Memo, created bool, err error)
	Repeats(ctx context.Context, actor models.User, d memo.Draft) (bool, error)
	List(ctx context.Context, actor models.User, q memo.Query) (memo.List, error)
	Get(ctx context.Context, actor models.User, refs []models.MemoRef) ([]models.Memo, error)
	Trash(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error)
	TrashEach(ctx context.Context, actor models.User, refs []models.MemoRef) (int, error)
	RestoreEach(ctx context.Context, actor models.User, refs []models.MemoRef) (restored, already []models.Memo, err error)
	Count(ctx context.Context, author models.UserID) (int, error)
}

// Families is what the skill uses of the family service: accounts, and the families they
// are in. *family.Service implements it.
type Families interface {
	People
	Memberships
}

// Memberships are the methods of Families that concern a family and who is in it.
type Memberships interface {
	FamilyOf(ctx context.Context, actor models.User) (models.Family, error)
	Leave(ctx context.Context, actor models.User) (models.FamilyID, error)
	Askers(ctx context.Context, f models.Family) ([]family.Asker, error)
	Allow(ctx context.Context, actor models.User, asker models.UserID) (brought int, err error)
	Refuse(ctx context.Context, actor models.User, asker models.UserID) error
	Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error)
	ConnectionNumber(ctx context.Context, actor models.User) (models.Connection, error)
}

// People are the methods of Families that concern one account.
type People interface {
	Person(ctx context.Context, id models.UserID) (models.User, error)
	Ensure(ctx context.Context, p models.Profile) (models.User, error)
	Rename(ctx context.Context, actor models.User, name string) (models.User, error)
	NameVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error)
	MarkVoiceAsked(ctx context.Context, actor models.User, voice models.VoiceID) (models.User, error)
	MarkListened(ctx context.Context, actor models.User) error
	RecordDeletion(ctx context.Context, actor models.User, refs []models.MemoRef) error
	RecoveryNumber(ctx context.Context, actor models.User) (string, error)
	MarkTold(ctx context.Context, actor models.User) error
	Disable(ctx context.Context, id models.UserID) error
}

// Invites is what the skill does with invitations and numbers; *invite.Service does it.
type Invites interface {
	Issue(ctx context.Context, actor models.User) (invite.Invitation, error)
	RedeemCode(ctx context.Context, actor models.User, digits string, surface invite.Surface) (models.Entry, error)
	AddEcho(ctx context.Context, actor models.User, number string) (models.Entry, error)
}

// Options is what a Skill is made of.
type Options struct {
	Memos    Memos
	Families Families
	Invites  Invites

	// ApplicationIDs are the ids of the skills that may call, as the developer
	// console shows them. AnyApplication lets everybody in: development only.
	ApplicationIDs []string
	AnyApplication bool

	// Observe is told of each turn before its line is logged: the intent, or the
	// request's type where there is none, "other" if the skill knows neither; "ok"
	// or the error's code; and the time until then. Nil: nobody counts.
	Observe func(intent, outcome string, took time.Duration)

	// NoteTime is how long an answer may wait for what it does not need: until it is
	// noted that the list was heard, and for what the account has to be told. 0: 300 ms.
	NoteTime time.Duration

	Logger *slog.Logger     // nil: slog.Default
	Now    func() time.Time // nil: time.Now
}

// Skill answers Alexa requests. It is safe for concurrent use.
type Skill struct {
	Options
	handlers      []handler
	errorHandlers []errorHandler
	questions     map[string]question
	locales       locales
	kinds         map[string]bool // of turns
}

// New makes a Skill.
func New(o Options) *Skill {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NoteTime == 0 {
		o.NoteTime = defaultNoteTime
	}
	s := &Skill{
		Options: o, handlers: handlers(), errorHandlers: errorHandlers(),
		questions: questions(), locales: newLocales(),
	}
	s.kinds = kinds(s.handlers)
	return s
}

// Handle answers one request. Its errors are ErrEnvelope, ErrApplication and ErrEvent;
// everything else that goes wrong is a spoken sentence.
func (s *Skill) Handle(ctx context.Context, raw []byte) ([]byte, error) {
	began := s.Now()
	req, err := parseRequest(raw)
	if err != nil {
		return nil, err
	}
	if !s.knows(req.applicationIDs()) {
		return nil, ErrApplication
	}
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	t := s.newTurn(req, began)
	reply, err := s.answer(ctx, t)
	s.log(ctx, t, err)
	if err != nil && req.isSkillEvent() {
		return nil, ErrEvent
	}
	if err != nil {
		reply = s.answerError(t, err)
	}
	if !failed(err) {
		reply = t.withNotice(ctx, reply)
	}
	return reply.MarshalJSON()
}

// answer asks the handlers in turn. A panic is an internal error: the speaker
// hears a sentence, and a server goes on. An unknown error in a turn whose time is
// over comes from that; a refusal stays what it is.
func (s *Skill) answer(ctx context.Context, t *turn) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = models.Internalf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for _, h := range s.handlers {
		if h.isFor(t) {
			reply, err = h.answer(ctx, t)
			break
		}
	}
	if models.IsCode(err, models.CodeInternal) && ctx.Err() != nil {
		err = models.Unavailable(err)
	}
	return reply, err
}

// failed reports whether a turn went wrong on our side.
func failed(err error) bool {
	return models.IsCode(err, models.CodeInternal) || models.IsCode(err, models.CodeUnavailable)
}

// knows reports whether a request names at least one application and only ones
// that may call. Each comparison takes the same time wherever the ids differ.
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

// log tells what became of a turn, without anything that was said; first to who
// counts.
func (s *Skill) log(ctx context.Context, t *turn, err error) {
	outcome, body, took := "ok", t.req.Body, s.Now().Sub(t.began)
	if err != nil {
		outcome = string(models.AsError(err).Code)
	}
	if s.Observe != nil {
		s.Observe(t.kind(), outcome, took)
	}
	attrs := []slog.Attr{
		slog.String("requestId", body.RequestID), slog.String("type", body.Type), slog.String("intent", body.Intent.Name),
		slog.Int64("ms", took.Milliseconds()), slog.String("outcome", outcome),
	}
	s.Logger.LogAttrs(ctx, slog.LevelInfo, "turn", append(attrs, t.notes...)...)
	if failed(err) {
		s.Logger.LogAttrs(ctx, slog.LevelError, "turn failed",
			slog.String("requestId", body.RequestID), slog.String("error", err.Error()))
	}
}
