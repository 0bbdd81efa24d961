package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// at returns the place of a home's memos.
func (h home) at(engine string) location.Location {
	if engine == "dynamodb" {
		return location.Location{Engine: engine, Name: h.flags[3]}
	}
	return location.Location{Engine: engine, Name: h.flags[len(h.flags)-1]}
}

// localSDK makes the SDK of this process use the engine of the tests.
func localSDK(t *testing.T) {
	t.Helper()
	setenv(t, localengine.Environ(localengine.ForTest(t)))
}

// TestRepair on either engine: the command names what is broken, and after the repair
// people see their memos as before.
func TestRepair(t *testing.T) {
	localSDK(t)
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			repair := func(wantCode int, flags ...string) string {
				t.Helper()
				out, code := h.runHere(t, "", append(append([]string{"repair"}, h.flags...), flags...)...)
				if code != wantCode {
					t.Errorf("repair %v: exit %d, want %d\n%s", flags, code, wantCode, out)
				}
				return out
			}
			s := h.serveHere(t)
			s.signIn("太郎").Call(http.MethodPost, "/api/memos", `{"content":"牛乳を買う"}`, http.StatusCreated)
			s.stop()
			if out := repair(0); out != "nothing to repair\n" {
				t.Errorf("for a consistent store it says:\n%s", out)
			}
			dropFamilies(t, h.at(engine))
			if out := repair(0, "--dry-run"); !strings.HasPrefix(out, "to repair  family ") || !strings.HasSuffix(out, "1 findings; without --dry-run they are repaired\n") {
				t.Errorf("a dry run says:\n%s", out)
			}
			if out := repair(0); !strings.HasPrefix(out, "repaired   family ") || !strings.HasSuffix(out, "1 findings, all repaired\n") {
				t.Errorf("the repair says:\n%s", out)
			}
			locationtest.Fill(t, h.at(engine).String(), []bulk.Record{{Memo: &models.Memo{ // its author does not exist
				UserID: "nobody", ID: "1752485415123aaaaaaaaaaaa", FamilyID: "nowhere", Content: "?", Timestamp: time.Now().UTC(), Version: 1,
			}}})
			if out := repair(cli.ExitFailed); !strings.Contains(out, "LEFT       1 memos have an author who is not there") || !strings.Contains(out, "1 of 1 findings could not be repaired") {
				t.Errorf("for a memo without an author it says:\n%s", out)
			}
			s = h.serveHere(t)
			defer s.stop()
			if got := s.signIn("太郎").Contents(); got != "牛乳を買う" {
				t.Errorf("after the repair Taro sees %q", got)
			}
			want, code := "LEFT ", cli.ExitFailed // with DynamoDB the server need not be stopped
			if engine == "sqlite" {
				want = "stop the server first"
			}
			if out := repair(code); !strings.Contains(out, want) {
				t.Errorf("while a server runs it says:\n%s", out)
			}
		})
	}
	out, code := home{}.run(t, "", "repair", "--data", t.TempDir())
	if code != cli.ExitConfiguration || !strings.Contains(out, "there is no voicememo.db in ") {
		t.Errorf("for an empty directory: exit %d\n%s", code, out)
	}
}

// dropFamilies removes every family.
func dropFamilies(t *testing.T, p location.Location) {
	t.Helper()
	s := locationtest.Open(t, p.String())
	var keys []bulk.Key
	err := s.Each(t.Context(), bulk.Families, func(records []bulk.Record) error {
		for _, r := range records {
			keys = append(keys, r.Key())
		}
		return nil
	})
	must.OK(t, errors.Join(err, s.Remove(t.Context(), bulk.Families, keys), s.Close()))
}

// TestServeCarriesOn: a server finishes interrupted moves without a request from a member
// of the family.
func TestServeCarriesOn(t *testing.T) {
	localSDK(t)
	h := homes(t)["dynamodb"]
	s := h.serveHere(t)
	taro, hanako := s.signIn("太郎"), s.signIn("花子")
	for n := range 3 {
		hanako.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"memo %d"}`, n), http.StatusCreated)
	}
	code := taro.Call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"].(string)
	s.stop()

	db := dynamo.Open(localengine.Client(localengine.ForTest(t)), h.at("dynamodb").Name)
	joinAtStore(t, db, code, models.UserID("dev#"+hash("花子")))
	if n, err := db.PendingMoves(t.Context()); n != 1 || err != nil {
		t.Fatalf("got %d families with pending moves, %v", n, err)
	}
	again := h.serveHere(t)
	defer again.stop()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for n, err := 1, error(nil); n > 0; n, err = db.PendingMoves(ctx) {
		must.OK(t, err)
		time.Sleep(20 * time.Millisecond)
	}
}

// joinAtStore adds a person to the family of a code, like a server that dies right after
// the transaction.
func joinAtStore(t *testing.T, db *dynamo.DB, code string, id models.UserID) {
	t.Helper()
	families := family.NewService(db.Families(), db.Memos())
	invitation, err := db.Invites().Get(t.Context(), code)
	must.OK(t, err)
	u, err := families.Person(t.Context(), id)
	must.OK(t, err)
	must.OK(t, must.Err(families.Redeem(t.Context(), u, invitation, models.WayDigits, true)))
}
