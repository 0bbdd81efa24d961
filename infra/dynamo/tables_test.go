package dynamo

import (
	"testing"

	"voicememo/infra/dynamo/localengine"
	"voicememo/models"
)

func TestTables(t *testing.T) {
	client, environment := tables(t)
	if err := CreateTables(t.Context(), client, environment); err != nil {
		t.Errorf("making them again: %v", err)
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
		t.Errorf("the indexes of the memos are %v", got)
	}
}

func TestMissingTables(t *testing.T) {
	client := localengine.Client(localengine.ForTest(t))
	infos, err := DescribeTables(t.Context(), client, "nowhere")
	if err != nil || len(infos) != 3 || infos[0].Status != "" {
		t.Errorf("got %+v, %v", infos, err)
	}
	if err := Open(client, "nowhere").Ping(t.Context()); !models.IsCode(err, models.CodeInternal) {
		t.Errorf("ping says %v", err)
	}
}
