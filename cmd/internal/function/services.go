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
	"voicememo/internal/parallel"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Services are the services over the tables of one environment.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
	DB       *dynamo.DB
	Audit    audit.Log // logs the events of Memos and Families; other services may use it for theirs

	// Warmed is closed when the first reads have ended, or their time is over.
	Warmed <-chan struct{}
}

// Open returns the services over the tables of an environment. Their requests and attempts to
// join are counted in sink, and the first reads begin in the background. The audit lines
// have hashes keyed with VOICEMEMO_AUDIT_KEY; without it they have no hashes.
func Open(ctx context.Context, environment string, account Account, sink *emf.Sink) Services {
	db := dynamo.Open(account.DynamoDB(metrics.Calls(sink)), environment)
	s := newServices(db, account, sink)
	s.Warmed = warm(ctx, sink.Logger(), func(ctx context.Context) error {
		_, err := db.Families().Person(ctx, absent)
		return err
	}, func(ctx context.Context) error {
		_, err := db.Memos().List(ctx, memo.Listing{Family: models.Family{ID: absent}, Limit: 1})
		return err
	})
	return s
}

// OpenLive is Open for the function of open pages, which reads no lists: its first reads are
// of a person and of a connection.
func OpenLive(ctx context.Context, environment string, account Account, sink *emf.Sink) Services {
	db := dynamo.Open(account.DynamoDB(metrics.Calls(sink)), environment)
	s := newServices(db, account, sink)
	s.Warmed = warm(ctx, sink.Logger(), func(ctx context.Context) error {
		_, err := db.Families().Person(ctx, absent)
		return err
	}, func(ctx context.Context) error {
		_, err := db.Connections().Get(ctx, absent)
		return err
	})
	return s
}

func newServices(db *dynamo.DB, account Account, sink *emf.Sink) Services {
	s := Services{Families: family.NewService(db.Families(), db.Memos()), DB: db}
	s.Memos = memo.NewService(db.Memos(), s.Families)
	s.Invites = invite.NewService(db.Invites(), s.Families, s.Memos)
	s.Invites.Tried = sink.Join
	s.Audit = audit.New(sink.Logger(), []byte(account.getenv("VOICEMEMO_AUDIT_KEY")))
	s.Families.Happened, s.Memos.Happened = s.Audit.Happened, s.Audit.Happened // of invitations nothing is logged
	return s
}

// WarmTime is how long the start may wait for its requests. Lambda limits a start to ten
// seconds.
const WarmTime = 3 * time.Second

// absent is an account, a family and a connection that never exist, so that the reads cost
// as little as possible.
const absent = "start"

// warm reads in the background and closes warmed when the reads have ended. A start has
// more CPU than most functions have afterwards, so the TLS handshakes and the first run of
// the SDK's code happen here. There are two reads because a first answer reads two things
// at the same time, and each needs a connection. If DynamoDB is unavailable, the function
// starts anyway, and its requests fail until it is available.
func warm(ctx context.Context, logger *slog.Logger, reads ...func(context.Context) error) (warmed <-chan struct{}) {
	for i, read := range reads {
		reads[i] = func(ctx context.Context) error {
			err := read(ctx)
			if models.IsCode(err, models.CodeNotFound) {
				return nil
			}
			return err
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(ctx, WarmTime)
		defer cancel()
		if err := parallel.Do(ctx, reads...); err != nil {
			logger.Error("dynamodb does not answer at the start", "error", err.Error())
		}
	}()
	return done
}
