package metrics_test

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"voicememo/cmd/internal/metrics"
	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/invite/invitetest"
	"voicememo/memo"
	"voicememo/memo/memotest"
	"voicememo/models"
)

// calls are the store calls that a sink has received.
type calls struct {
	metrics.Sink
	mu   sync.Mutex
	seen map[string][]string // outcomes by store and method
	took time.Duration       // the shortest
}

func (c *calls) StoreCall(store, method, outcome string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := store + "." + method
	if c.seen[key] = append(c.seen[key], outcome); took < c.took {
		c.took = took
	}
}

// aheadStore is a store that can read ahead.
type aheadStore struct{ memo.Store }

func (aheadStore) ReadAhead(context.Context, memo.Listing) (any, error) { return "page", nil }

// TestReadAhead: a store that can read ahead still can when it is wrapped, which is
// reported.
func TestReadAhead(t *testing.T) {
	c := &calls{seen: map[string][]string{}, took: time.Hour}
	ahead, ok := metrics.Memos(aheadStore{}, c).(memo.Ahead)
	if !ok {
		t.Fatal("got a store that cannot read ahead")
	}
	got, err := ahead.ReadAhead(t.Context(), memo.Listing{})
	if got != "page" || err != nil || !slices.Equal(c.seen["memos.ReadAhead"], []string{metrics.OK}) {
		t.Errorf("ReadAhead: got %v, %v and the reports %v, want page and one report", got, err, c.seen)
	}
}

// TestDecorated: wrapped stores keep the contracts, and report each of their methods with
// all its outcomes.
func TestDecorated(t *testing.T) {
	c := &calls{seen: map[string][]string{}, took: time.Hour}
	fresh := func(t *testing.T) (memo.Store, family.Store, invite.Store) {
		m, f, i := sqlitetest.Fresh(t)
		return metrics.Memos(m, c), metrics.Families(f, c), metrics.Invites(i, c)
	}
	t.Run("memo", func(t *testing.T) { memotest.Run(t, fresh) })
	t.Run("family", func(t *testing.T) { familytest.Run(t, fresh) })
	t.Run("invite", func(t *testing.T) { invitetest.Run(t, fresh) })
	memos, _, _ := fresh(t)
	if _, ok := memos.(memo.Ahead); ok {
		t.Error("got a store that reads ahead over one that does not")
	}
	if done, err := memos.Settle(t.Context(), models.Family{}, 1); err != nil || !done { // on SQLite memos never lag
		t.Errorf("settled %v: got %v", done, err)
	}

	stores := map[string]reflect.Type{
		"memos": reflect.TypeFor[memo.Store](), "families": reflect.TypeFor[family.Store](), "invites": reflect.TypeFor[invite.Store](),
	}
	methods := 0
	for name, store := range stores {
		for method := range store.Methods() {
			methods++
			if !slices.Contains(c.seen[name+"."+method.Name], metrics.OK) {
				t.Errorf("got no report of %s.%s", name, method.Name)
			}
		}
	}
	if len(c.seen) != methods {
		t.Errorf("got reports of %d methods, want %d", len(c.seen), methods)
	}
	for _, refused := range []string{"memos.Update", "families.Person", "invites.Get"} {
		if !slices.Contains(c.seen[refused], string(models.CodeNotFound)) {
			t.Errorf("got no report of a refused %s", refused)
		}
	}
	if c.took <= 0 {
		t.Errorf("got a call of %s", c.took)
	}
}
