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
	"voicememo/skill/understanding"
)

// The defaults of Options.TurnTime and Options.NoteTime. Alexa waits 8 seconds for an
// answer, including network time.
const (
	defaultTurnTime = 5 * time.Second
	defaultNoteTime = 300 * time.Millisecond
)

// The errors of Handle, for requests that cannot be answered with speech.
var (
	ErrEnvelope    = errors.New("skill: not the envelope of an Alexa request")
	ErrApplication = errors.New("skill: the request is for another skill")
	// ErrEvent is a skill event that could not be handled. Alexa repeats an event that
	// is not acknowledged for up to an hour ("Use skill events").
	ErrEvent = errors.New("skill: a skill event could not be handled")
)

// Memos is the part of the memo service that the skill uses. *memo.Service implements
// it.
type Memos interface {
	Add(ctx context.Context, actor models.User, d memo.Draft) (m models.Memo, created bool, err error)
	Repeats(ctx context.Context, actor models.User, d memo.Draft) (bool, error)
	List(ctx context.Context, actor models.User, q memo.Query) (memo.List, error)
	Get(ctx context.Context, actor models.User, refs []models.MemoRef) ([]models.Memo, error)
	Trash(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error)
	TrashEach(ctx context.Context, actor models.User, refs []models.MemoRef, before ...func(context.Context) error) (trashed, already []models.Memo, err error)
	RestoreEach(ctx context.Context, actor models.User, refs []models.MemoRef) (restored, already []models.Memo, err error)
	DoneEach(ctx context.Context, actor models.User, refs []models.MemoRef, done bool, before ...func(context.Context) error) (changed, already []models.Memo, err error)
	Count(ctx context.Context, author models.UserID) (int, error)
}

// Families is the part of the family service that the skill uses: accounts and their
// families. *family.Service implements it.
type Families interface {
	People
	Memberships
}

// Memberships are the methods of Families that concern a family and its members.
type Memberships interface {
	FamilyOf(ctx context.Context, actor models.User) (models.Family, error)
	Roster(ctx context.Context, actor models.User) (models.Family, error)
	Leave(ctx context.Context, actor models.User) (models.FamilyID, error)
	Askers(ctx context.Context, f models.Family) ([]family.Asker, error)
	Allow(ctx context.Context, actor models.User, asker models.UserID) (brought int, err error)
	Refuse(ctx context.Context, actor models.User, asker models.UserID) error
	Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error)
	ConnectionNumber(ctx context.Context, actor models.User) (models.Connection, error)
	Link(ctx context.Context, person, echo models.User, link models.Link, move bool) (outcome family.Linked, brought int, err error)
	MarkLinkTold(ctx context.Context, echo models.User) error
	EndLink(ctx context.Context, echo models.User, told bool) (now models.User, left bool, err error)
}

// People are the methods of Families that concern one account.
type People interface {
	Person(ctx context.Context, id models.UserID) (models.User, error)
	Ensure(ctx context.Context, p models.Profile) (models.User, error)
	Rename(ctx context.Context, actor models.User, name string) (models.User, error)
	NameVoice(ctx context.Context, actor models.User, voice models.VoiceID, name string) (models.User, error)
	MarkVoiceAsked(ctx context.Context, actor models.User, voice models.VoiceID) (models.User, error)
	UnnameVoice(ctx context.Context, actor models.User, voice models.VoiceID) error
	NameRoom(ctx context.Context, actor models.User, device models.DeviceID, name string) (models.User, error)
	NameEcho(ctx context.Context, actor models.User, echo models.UserID, room models.VoiceMark, name string) (models.User, error)
	MarkListened(ctx context.Context, actor models.User, voice models.VoiceID, at time.Time) error
	MarkGreeted(ctx context.Context, actor models.User) error
	RecordAct(ctx context.Context, actor models.User, voice models.VoiceID, a models.Act) error
	ForgetAct(ctx context.Context, actor models.User, voice models.VoiceID) error
	RecoveryNumber(ctx context.Context, actor models.User) (string, error)
	MarkTold(ctx context.Context, actor models.User) error
	Disable(ctx context.Context, id models.UserID) error
}

// Invites is the part of the invite service that the skill uses: invitations and
// numbers. *invite.Service implements it.
type Invites interface {
	Issue(ctx context.Context, actor models.User) (invite.Invitation, error)
	RedeemCode(ctx context.Context, actor models.User, digits string, surface invite.Surface) (models.Entry, error)
	AddEcho(ctx context.Context, actor models.User, number string) (models.Entry, error)
}

// Options configures a Skill. Memos, Families and Invites are required.
type Options struct {
	Memos    Memos
	Families Families
	Invites  Invites

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
	handlers      []handler
	errorHandlers []errorHandler
	questions     map[string]question
	locales       locales
	kinds         map[string]bool // kinds of turns
	matchers      *matchers
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
	s := &Skill{
		Options: o, handlers: handlers(), errorHandlers: errorHandlers(),
		questions: questions(), locales: newLocales(),
		matchers: &matchers{loaded: map[string]*understanding.Matcher{}},
	}
	s.kinds = kinds(s.handlers)
	return s
}

// Handle answers one request. Its only errors are ErrEnvelope, ErrApplication and
// ErrEvent; every other failure becomes a spoken sentence.
func (s *Skill) Handle(ctx context.Context, raw []byte) ([]byte, error) {
	began := s.Now()
	req, err := parseRequest(raw)
	if err != nil {
		return nil, err
	}
	if !s.knows(req.applicationIDs()) {
		return nil, ErrApplication
	}
	ctx, cancel := context.WithTimeout(ctx, s.TurnTime)
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

// answer calls the first handler that accepts the turn. A panic becomes an internal
// error, so that the speaker hears a sentence and the server keeps running. An internal
// error after the deadline becomes models.CodeUnavailable; other codes stay as they
// are.
func (s *Skill) answer(ctx context.Context, t *turn) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = models.Internalf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	reply, err = s.route(ctx, t)
	if models.IsCode(err, models.CodeInternal) && ctx.Err() != nil {
		err = models.Unavailable(err)
	}
	return reply, err
}

// route calls the first handler that accepts the turn.
func (s *Skill) route(ctx context.Context, t *turn) (Reply, error) {
	for _, h := range s.handlers {
		if h.isFor(t) {
			return h.answer(ctx, t)
		}
	}
	return Reply{}, models.Internalf("skill: no handler for %s", t.kind())
}

// failed reports whether an error is a fault of the server, not a refusal.
func failed(err error) bool {
	return models.IsCode(err, models.CodeInternal) || models.IsCode(err, models.CodeUnavailable)
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
