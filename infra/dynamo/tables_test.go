package dynamo

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go"

	"voicememo/models"
	"voicememo/tools/testkit/localengine"
)

func TestTables(t *testing.T) {
	client, environment := tables(t)
	if err := CreateTables(t.Context(), client, environment); err != nil {
		t.Errorf("second CreateTables: got %v", err)
	}
	infos, err := DescribeTables(t.Context(), client, environment)
	if err != nil {
		t.Fatal(err)
	}
	names := TablesOf(environment)
	for i, want := range []TableInfo{
		{Name: names.Memos, TTL: "purgeAt"}, {Name: names.Users}, {Name: names.InviteCodes, TTL: "expiresAt"},
	} {
		if got := infos[i]; got.Name != want.Name || got.Status != "ACTIVE" || got.TTL != want.TTL {
			t.Errorf("got %+v, want %+v, active", got, want)
		}
	}
	if got := infos[0].Indexes; len(got) != 1 || got[0] != familyIndex {
		t.Errorf("indexes of memos: got %v", got)
	}
}

// forever is an engine on which TTL cannot be switched on.
type forever struct {
	Admin
	err error
}

func (f forever) UpdateTimeToLive(context.Context, *dynamodb.UpdateTimeToLiveInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateTimeToLiveOutput, error) {
	return nil, f.err
}

// TestTablesWithoutTTL: if TTL cannot be switched on, all tables are made, the error
// names the tables that need TTL, and a second call finishes.
func TestTablesWithoutTTL(t *testing.T) {
	environment, names := "", Tables{}
	client, _ := localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, e string) error {
		environment, names = e, TablesOf(e)
		err := CreateTables(ctx, forever{client, &smithy.GenericAPIError{Code: "UnknownOperationException", Message: "secret"}}, e)
		if err == nil {
			t.Error("got no error")
			return nil
		}
		for _, part := range []string{names.Memos + " by purgeAt", names.InviteCodes + " by expiresAt", "run the same command again", "UnknownOperationException"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("got %q, want %q in it", err, part)
			}
		}
		if strings.Contains(err.Error(), names.Users) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %q, with more than it should say", err)
		}
		return nil
	})
	if err := CreateTables(t.Context(), client, environment); err != nil {
		t.Errorf("repeating: got %v", err)
	}
	infos, err := DescribeTables(t.Context(), client, environment)
	if err != nil || len(infos) != 3 {
		t.Fatal(infos, err)
	}
	for i, ttl := range []string{"purgeAt", "", "expiresAt"} {
		if infos[i].Status != "ACTIVE" || infos[i].TTL != ttl {
			t.Errorf("got %+v, want it active with TTL %q", infos[i], ttl)
		}
	}
}

func TestMissingTables(t *testing.T) {
	client := localengine.Client(localengine.ForTest(t))
	infos, err := DescribeTables(t.Context(), client, "nowhere")
	if err != nil || len(infos) != 3 || infos[0].Status != "" {
		t.Errorf("got %+v, %v", infos, err)
	}
	if err := Open(client, "nowhere").Ping(t.Context()); !models.IsCode(err, models.CodeInternal) {
		t.Errorf("Ping: got %v", err)
	}
}
