package dynamo

import (
	"context"
	"net/http"
	"time"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Client is the part of DynamoDB's API that the stores use: all the actions that a
// function's role needs on the tables. *dynamodb.Client implements it.
type Client interface {
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	DeleteItem(context.Context, *dynamodb.DeleteItemInput, ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// DB is the tables of one environment. It keeps no state in memory, so any number of
// processes may use the same tables.
type DB struct {
	client      Client
	environment string
	tables      Tables

	// Sample reports, for each memo that is added, whether its family is noted for
	// counting (see CountMemos). Nil: no family is.
	Sample func() bool

	// Now is the clock that says when the memos of a person have followed (see ahead). Nil:
	// time.Now.
	Now func() time.Time

	// after is time.After for the pauses between tries; nil means time.After itself.
	after func(time.Duration) <-chan time.Time
}

// AttemptTimeout bounds one HTTP exchange, the connection included; the SDK's retries
// come in addition, and the caller's context bounds them all.
const AttemptTimeout = 2 * time.Second

// Open returns a DB that uses client. environment is "dev", "stg", "prod" or another word
// that is part of the tables' names.
func Open(client Client, environment string) *DB {
	return &DB{client: client, environment: environment, tables: TablesOf(environment), Sample: sample}
}

// HTTPClient returns the HTTP client for DynamoDB: each attempt is bounded by
// AttemptTimeout, and connections are kept.
func HTTPClient() *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTimeout(AttemptTimeout).WithTransportOptions(func(t *http.Transport) {
		t.MaxIdleConnsPerHost = t.MaxIdleConns // all of them go to DynamoDB
	})
}

func (db *DB) now() time.Time {
	if db.Now == nil {
		return time.Now()
	}
	return db.Now()
}

// Close does nothing; every engine has a Close.
func (db *DB) Close() error { return nil }

// Memos returns the store of memos.
func (db *DB) Memos() memo.Store { return memoStore{db} }

// Families returns the store of people and families.
func (db *DB) Families() family.Store {
	s := familyStore{db}
	return family.Store{People: s, Membership: s, Requests: s, Echos: s}
}

// Invites returns the store of invite codes and ledgers.
func (db *DB) Invites() invite.Store { return inviteStore{db} }

// Each view is the DB itself with other methods.
type (
	memoStore   struct{ *DB }
	familyStore struct{ *DB }
	inviteStore struct{ *DB }
)

// pingKey is a key that nothing is ever stored under.
const pingKey = "ping"

// Ping reads from the tables of memos, people and invitations with one request. It does
// not need the other tables, which an environment of an earlier version may lack.
func (db *DB) Ping(ctx context.Context) error {
	keys := func(k item) types.KeysAndAttributes { return types.KeysAndAttributes{Keys: []item{k}} }
	_, err := db.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{
			db.tables.Memos:       keys(memoKey(models.MemoRef{UserID: pingKey, ID: pingKey})),
			db.tables.Users:       keys(personKey(pingKey)),
			db.tables.InviteCodes: keys(codeKey(pingKey)),
		},
	})
	return translate(err)
}
