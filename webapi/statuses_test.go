package webapi

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/webapi/contracttest"
)

// checkingStatuses returns an Options.Observe that calls the one of o, and that fails the
// test at its end if a route answered with a status that the contract does not name. Every
// site uses it, so that all tests of this package check statuses.
func checkingStatuses(t testing.TB, o Options) func(method, route string, status int, took time.Duration) {
	t.Helper()
	var mu sync.Mutex
	unnamed := map[string]bool{}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, answer := range slices.Sorted(maps.Keys(unnamed)) {
			t.Errorf("openapi.yaml does not name %s", answer)
		}
	})
	doc := loadContract(t)
	return func(method, route string, status int, took time.Duration) {
		if _, extra := o.Extra[strings.TrimSuffix(route, "*")]; !extra && !doc.NamesStatus(method, route, status) {
			mu.Lock()
			unnamed[fmt.Sprintf("%s %s: status %d", method, route, status)] = true
			mu.Unlock()
		}
		if o.Observe != nil {
			o.Observe(method, route, status, took)
		}
	}
}

// uncounted are the operations without a limit for each person.
var uncounted = map[string]bool{"listAccess": true, "endAccess": true, "deleteAccount": true, "logoutEverywhere": true}

// TestContractNamesTheStatusesOfItsKind: each operation names the statuses of the
// middleware, and of refused parameters and bodies.
func TestContractNamesTheStatusesOfItsKind(t *testing.T) {
	for route, op := range loadContract(t).Operations() {
		method, _, _ := strings.Cut(route, " ")
		must := contracttest.Statuses(method, op, !uncounted[op.OperationID])
		switch contracttest.Need(op) {
		case models.NeedRead, models.NeedMemo, models.NeedMemos, models.NeedFamily:
			must = append(must, http.StatusNotFound) // the account may have been closed meanwhile
		}
		for _, status := range must {
			if op.Responses.Status(status) == nil {
				t.Errorf("%s: openapi.yaml does not name %d", route, status)
			}
		}
	}
}

// TestContractNamesTheStatusesOfProblems: a status that the contract names is in the table
// of statuses, one of HTTP itself, or a success.
func TestContractNamesTheStatusesOfProblems(t *testing.T) {
	known := map[int]bool{
		http.StatusOK: true, http.StatusCreated: true, http.StatusAccepted: true, http.StatusNoContent: true,
		http.StatusFound: true, http.StatusSeeOther: true, http.StatusNotModified: true, http.StatusPermanentRedirect: true,
		http.StatusMisdirectedRequest: true,
	}
	for _, status := range statuses {
		known[status] = true
	}
	for route, op := range loadContract(t).Operations() {
		for text := range op.Responses.Map() {
			if status, err := strconv.Atoi(text); err != nil || !known[status] {
				t.Errorf("%s: got status %s, want one that the server has", route, text)
			}
		}
	}
}
