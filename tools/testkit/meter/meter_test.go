package meter

import (
	"context"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/services"
)

// TestCost: overlapping requests are not counted as sequential.
func TestCost(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(int64(ms)) }
	m := &Meter{requests: []Request{
		{From: at(0), To: at(2), Read: 1}, {From: at(2), To: at(9), Read: 0.5}, {From: at(3), To: at(5), Write: 5},
		{From: at(4), To: at(6), Read: 1}, {From: at(6), To: at(8), Write: 1},
	}}
	if got, want := m.Cost(), (Cost{Requests: 5, Sequential: 3, Read: 2.5, Write: 6}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if m.Reset(); m.Cost() != (Cost{}) {
		t.Errorf("got %+v, want nothing left", m.Cost())
	}
}

// TestMeter: an added memo and a page are recorded with their capacity by table and index.
func TestMeter(t *testing.T) {
	_, environment := localengine.Environment(t, func(ctx context.Context, c *dynamodb.Client, e string) error {
		return dynamo.CreateTables(ctx, c, e)
	})
	m := &Meter{}
	db := dynamo.Open(m.Client(localengine.ForTest(t)), environment)
	db.Sample = nil
	all := services.Over(db)
	taro, err := all.Families.Ensure(t.Context(), models.Profile{ID: "taro", Name: "太郎", Source: models.SourceOIDC})
	if err != nil {
		t.Fatal(err)
	}
	m.Reset()
	if _, _, err := all.Memos.Add(t.Context(), taro, memo.Draft{Content: "牛乳を買う", Key: "k"}); err != nil {
		t.Fatal(err)
	}
	if c := m.Cost(); c.Write != 5 {
		t.Errorf("got %+v, want 5 WCU", c)
	}
	var written float64
	for _, r := range m.Requests() {
		for _, u := range r.Used {
			if strings.HasSuffix(u.Table, "-memos") {
				written += u.Write
			}
		}
	}
	if math.Abs(written-3) > 1e-9 {
		t.Errorf("got %v WCU of the memos and their index, want 3", written)
	}
	m.Reset()
	if _, err := all.Memos.List(t.Context(), taro, memo.Query{}); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, r := range m.Requests() {
		for _, u := range r.Used {
			found = found || u.Index != "" && u.Read > 0
		}
		if r.Status != http.StatusOK || r.To.Before(r.From) {
			t.Errorf("got %+v", r)
		}
	}
	if !found {
		t.Errorf("got %+v, want a read of the index", m.Requests())
	}
}
