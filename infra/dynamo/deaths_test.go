package dynamo

import (
	"os"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/enginetest/familytest"
)

// deathsVar is the variable that, if it is "all", makes everyDeath let processes die at
// every call.
const deathsVar = "MEMOTEST_DEATHS"

// death is the point at which a process dies: at the call after a number of others,
// before the call arrives or before its answer does.
type death struct {
	after   int
	arrives bool
	writes  bool // calls that only read do not count
}

// everyDeath calls try with a process that dies, once for each point at which it can die,
// and finally with one that survives.
//
// A dead process leaves the result of its writes, whether or not it received the answer
// to the last one. So dying right before each write tries every state that a death can
// leave. With MEMOTEST_DEATHS=all it dies at every call, reads included, once before the
// call arrives and once before its answer does.
func everyDeath(t *testing.T, db *DB, try func(doomed *DB, at death)) {
	t.Helper()
	if os.Getenv(deathsVar) != "all" {
		eachDeath(db, death{writes: true}, try)
		return
	}
	eachDeath(db, death{}, try)
	eachDeath(db, death{arrives: true}, try)
}

func eachDeath(db *DB, at death, try func(doomed *DB, at death)) {
	for dies := true; dies; at.after++ {
		doomed, dead := dying(db, at)
		try(doomed, at)
		dies = dead()
	}
}

// dying is a process on the tables of db. All calls after its death fail.
func dying(db *DB, at death) (doomed *DB, dead func() bool) {
	var mu sync.Mutex
	calls, isDead := 0, false
	p := proxy{client: db.client}
	p.before = func(in any) error {
		mu.Lock()
		defer mu.Unlock()
		if isDead {
			return errDead
		}
		if at.writes && !writes(in) {
			return nil
		}
		calls++
		isDead = calls > at.after
		if isDead && !at.arrives {
			return errDead
		}
		return nil
	}
	p.after = func(any) error {
		mu.Lock()
		defer mu.Unlock()
		if isDead {
			return errDead
		}
		return nil
	}
	doomed = &DB{client: p, tables: db.tables, after: atOnce}
	return doomed, func() bool { mu.Lock(); defer mu.Unlock(); return isDead }
}

// writes reports whether a request may change anything.
func writes(in any) bool {
	switch in.(type) {
	case *dynamodb.GetItemInput, *dynamodb.BatchGetItemInput, *dynamodb.QueryInput:
		return false
	}
	return true
}

// atOnce is time.After without a wait.
func atOnce(time.Duration) <-chan time.Time {
	c := make(chan time.Time, 1)
	c <- time.Time{}
	return c
}

// hasten makes the world's stores retry without a wait.
func hasten(w *familytest.World) { w.FamilyStore.People.(familyStore).after = atOnce }
