package push_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/dynamo"
	store "voicememo/infra/dynamo/push"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// tables creates the tables of the core and of the module.
func tables(ctx context.Context, client *dynamodb.Client, environment string) error {
	return dynamo.CreateTables(ctx, client, environment, store.Tables()...)
}

// TestDamagedDue: a batch whose time cannot be read keeps no other person from being told.
// Reading that person says that the item is damaged.
func TestDamagedDue(t *testing.T) {
	client, environment := localengine.Environment(t, tables)
	s := store.Open(dynamo.Open(client, environment))
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, person := range []models.UserID{"taro", "hanako", "jiro", "saburo"} {
		must.OK(t, s.SaveBatch(t.Context(), push.Batch{Person: person, ID: "1-a", Due: at, Until: at}))
	}
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	for shard, due := range []string{"soon", "", "2026", "~"} {
		item := dynamo.Item{"userId": text("damaged" + due), "itemId": text("DUE#1#a"), "shard": text(fmt.Sprint(shard)), "dueAt": text(cmp.Or(due, "-")), "data": text("{}")}
		table := "alexa-voice-memo-" + environment + "-notices"
		must.OK(t, must.Err(client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: item})))
	}
	var people []models.UserID
	for end := time.Now().Add(time.Minute); len(people) < 8 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // the index lags
		var err error
		if people, _, err = s.Due(t.Context(), at, 100); err != nil {
			t.Fatal(err)
		}
	}
	if len(people) != 8 || !slices.Contains(people, "hanako") || !slices.Contains(people, "saburo") {
		t.Errorf("got %q, want four people and four that are damaged", people)
	}
	if _, err := s.Load(t.Context(), "damagedsoon"); !models.IsCode(err, models.CodeInternal) {
		t.Errorf("got %v, want Internal", err)
	}
}

func TestStore(t *testing.T) {
	pushtest.Suite(t, func(t *testing.T) push.Store {
		return store.Open(dynamo.Open(localengine.Environment(t, tables)))
	})
}
