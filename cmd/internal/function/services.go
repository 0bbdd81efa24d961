package function

import (
	"context"
	"log/slog"
	"time"

	"voicememo/cmd/internal/audit"
	"voicememo/cmd/internal/metrics"
	"voicememo/cmd/internal/metrics/emf"
	"voicememo/family"
	"voicememo/infra/dynamo"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Services are the rules over the tables of one environment.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
	DB       *dynamo.DB
	Audit    audit.Log // writes down what happens by Memos and Families, for other services to be told the same

	// Warmed is closed when the first read has ended, or its time is up.
	Warmed <-chan struct{}
}

// Open makes the services over the tables of an environment, counts their calls
// and tries to join in sink, and begins the first read in the background. The hashes of
// the audit lines are by the key VOICEMEMO_AUDIT_KEY; without it the lines have none.
func Open(ctx context.Context, environment string, account Account, sink *emf.Sink) Services {
	db := dynamo.Open(account.DynamoDB(), environment)
	memos, people := metrics.Memos(db.Memos(), sink), metrics.Families(db.Families(), sink)
	s := Services{Families: family.NewService(people, memos), DB: db, Warmed: warm(ctx, people, sink.Logger())}
	s.Memos = memo.NewService(memos, s.Families)
	s.Invites = invite.NewService(metrics.Invites(db.Invites(), sink), s.Families, s.Memos)
	s.Invites.Tried = sink.Join
	s.Audit = audit.New(sink.Logger(), []byte(account.getenv("VOICEMEMO_AUDIT_KEY")))
	s.Families.Happened, s.Memos.Happened = s.Audit.Happened, s.Audit.Happened
	return s
}

// WarmTime is how long the start may wait for what it asks. Lambda gives a start
// ten seconds.
const WarmTime = 3 * time.Second

// nobody is an account that never exists, so that a read costs no more than it must.
const nobody = "start"

// warm reads once in the background and closes warmed when that has ended.
// Lambda gives a start more CPU than most functions have afterwards, so this is
// the time to shake hands and to run the SDK's code for the first time. If
// DynamoDB is away the function starts all the same, and says so to whoever asks.
func warm(ctx context.Context, people family.Store, logger *slog.Logger) (warmed <-chan struct{}) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(ctx, WarmTime)
		defer cancel()
		if _, err := people.Person(ctx, nobody); err != nil && !models.IsCode(err, models.CodeNotFound) {
			logger.Error("dynamodb does not answer at the start", "error", err.Error())
		}
	}()
	return done
}
