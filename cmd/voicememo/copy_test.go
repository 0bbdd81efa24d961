package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/sizes"
)

// memosToCopy is how many memos the copied family has in an ordinary test run.
// MEMOTEST_COPY_MEMOS sets another number, at least 1,600.
const memosToCopy = 1600

// TestCopyThereAndBack moves a large family to DynamoDB and back. The copy is killed
// several times and resumes; in the end all records are equal. With the same keys, a session
// goes on.
func TestCopyThereAndBack(t *testing.T) {
	program.Needed(t)
	memos := sizes.Number(t, "MEMOTEST_COPY_MEMOS", memosToCopy)
	cloud := homes(t)["dynamodb"]
	w := watch(t, environmentOf(cloud))
	first, last := t.TempDir(), t.TempDir()
	s := home{flags: []string{"--data", first}}.serveHere(t)
	taro := s.signIn("太郎")
	taro.Call(http.MethodPost, "/api/memos", `{"content":"最初のメモ"}`, http.StatusCreated)
	s.stop()
	populate(t, first, memos)
	want := locationtest.Lines(t, onDisk(t, first))

	there := []string{"copy", "--from", "sqlite:" + first, "--to", "dynamodb:" + environmentOf(cloud)}
	held := home{env: w.env()}
	written, least := 0, 0
	for _, requests := range []int{memos / 250, memos / 125, memos / 250} { // of 25 memos each
		held.killedAt(t, w.holdAt(ofMemos("BatchWriteItem").from(requests)), there...)
		now := cloud.items(t)
		// Several requests are concurrent, and a record whose answer a killed run did not get
		// may be written again: a run may add nothing, but must remove nothing.
		if now == 0 || now < written || now >= len(want) {
			t.Fatalf("killed at request %d: got %d of %d records, want at least the previous %d", requests, now, len(want), written)
		}
		if written = now; least == 0 {
			least = now
		}
	}
	if written <= least {
		t.Errorf("got %d records after three killed runs, want more than the %d after the first", written, least)
	}
	cloud.copies(t, there...)
	if now := cloud.items(t); now != len(want)+1 { // the item with the details of Taro's session
		t.Errorf("got %d items of %d records", now, len(want))
	}

	back := []string{"copy", "--from", "dynamodb:" + environmentOf(cloud), "--to", "sqlite:" + last}
	w.holdAt(request(firstPage).from(2)) // the second reading ends after three quarters of the memos
	held.killAt(t, 10, back...)
	if now := len(locationtest.Lines(t, onDisk(t, last))); now == 0 || now >= len(want) {
		t.Errorf("killed on the way back: got %d of %d records", now, len(want))
	}
	cloud.copies(t, back...)
	if d := cmp.Diff(want, locationtest.Lines(t, onDisk(t, last))); d != "" {
		t.Error("after the way back:", d)
	}
	must.OK(t, os.Rename(filepath.Join(first, "session-keys.json"), filepath.Join(last, "session-keys.json")))
	s = home{flags: []string{"--data", last}}.serveHere(t)
	taro.Home = s.url
	taro.Ask(http.MethodGet, "/api/me", "").Want(http.StatusOK) // in the session of the first server
	s.stop()
	before, after := export(t, first), export(t, last)
	if before != after || strings.Count(after, `"content"`) < memos*9/10 {
		t.Errorf("got different exports of %d and %d bytes", len(before), len(after))
	}
}

// populate adds two members and this many memos to Taro's family, some of them edited,
// trashed and restored, and creates other families.
func populate(t *testing.T, dir string, memos int) {
	t.Helper()
	db, err := sqlite.Open(dir)
	must.OK(t, err)
	services := app.NewServices(app.SQLite(db))
	var owner models.User
	must.OK(t, db.Bulk().Each(t.Context(), bulk.People, func(people []bulk.Record) error { owner = *people[0].Person; return nil }))
	newcomer := func(id models.UserID, name string, source models.Source) models.User {
		u, err := services.Families.Ensure(t.Context(), models.Profile{ID: id, Name: name, Source: source})
		must.OK(t, err)
		return u
	}
	hanako, echo := newcomer("hanako", "花子", models.SourceOIDC), newcomer("amzn1.ask.account.KITCHEN", "台所のEcho", models.SourceAlexa)
	for _, u := range []models.User{hanako, echo} {
		invitation, err := services.Invites.Issue(t.Context(), owner)
		must.OK(t, err)
		_, err = services.Invites.RedeemCode(t.Context(), u, invitation.Code, invite.Web)
		must.OK(t, err)
	}
	_, err = services.Families.NameVoice(t.Context(), echo, "amzn1.ask.person.GRANDMA", "おばあちゃん")
	must.OK(t, err)
	for _, u := range []models.User{owner, owner, hanako, echo} {
		locationtest.Write(t, db.Bulk(), memosOf(u, owner.FamilyID, memos/4))
	}
	locationtest.Write(t, db.Bulk(), others(memos/16))
	change(t, services.Memos, hanako)
	must.OK(t, db.Close())
}

// memosOf returns n memos of a member.
func memosOf(u models.User, f models.FamilyID, n int) []bulk.Record {
	records := make([]bulk.Record, n)
	for i := range records {
		at := time.Now().Add(-time.Duration(i) * time.Minute).Truncate(time.Millisecond)
		records[i].Memo = &models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("%013d%s", at.UnixMilli(), rand.Text()[:12])), FamilyID: f,
			Content: fmt.Sprintf("図書館の本を返す 📚 %d", i), Timestamp: at, CreatedByName: u.Name, Version: 1,
		}
	}
	return records
}

// others returns n people, each with a family of one and a memo.
func others(n int) []bulk.Record {
	now := time.Now().Truncate(time.Second)
	var memos, people, families []bulk.Record
	for i := range n {
		u := models.User{
			ID: models.UserID(fmt.Sprintf("other-%d", i)), FamilyID: models.FamilyID(fmt.Sprintf("family-%d", i)), IsOwner: true,
			Name: "よそのひと", Source: models.SourceOIDC, CreatedAt: now, UpdatedAt: now, Membership: models.Membership{JoinedAt: now, MoveEpoch: 1},
		}
		memos = append(memos, bulk.Record{Memo: &models.Memo{
			UserID: u.ID, ID: "1752485415123aaaaaaaaaaaa", FamilyID: u.FamilyID, Content: "🥛", Timestamp: now, Version: 1,
		}})
		people = append(people, bulk.Record{Person: &u})
		families = append(families, bulk.Record{Family: &models.Family{ID: u.FamilyID, OwnerID: u.ID, MemberIDs: []models.UserID{u.ID}, CreatedAt: now}})
	}
	return slices.Concat(memos, people, families)
}

// change edits, trashes, restores and marks memos as done, as a member may.
func change(t *testing.T, memos *memo.Service, by models.User) {
	t.Helper()
	list, err := memos.List(t.Context(), by, memo.Query{Limit: memo.MaxLimit})
	must.OK(t, err)
	for i, m := range list.Memos {
		switch i % 8 {
		case 0, 4:
			_, err = memos.Edit(t.Context(), by, m.Ref(), "👩‍👩‍👧 é “引用” \\ "+m.Content, m.Version)
		case 3, 5:
			_, err = memos.Done(t.Context(), by, m.Ref(), true, m.Version)
		}
		if k := i % 8; err == nil && (k == 1 || k == 2 || k == 5) {
			_, err = memos.Trash(t.Context(), by, m.Ref())
		}
		if err == nil && i%8 == 2 {
			_, err = memos.Restore(t.Context(), by, m.Ref())
		}
		must.OK(t, err)
	}
}

// onDisk is a data directory that no server has open, opened for each reading.
func onDisk(t *testing.T, dir string) bulk.Store { return disk{t: t, dir: dir} }

type disk struct {
	bulk.Store
	t   *testing.T
	dir string
}

// Each implements bulk.Store.
func (d disk) Each(ctx context.Context, kind bulk.Kind, visit func([]bulk.Record) error) error {
	db, err := sqlite.Open(d.dir)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Bulk().Each(ctx, kind, visit)
}

func environmentOf(h home) string { return h.flags[3] }

// tables returns the records of a home on the local engine.
func (h home) tables() bulk.Store { return dynamo.Bulk(h.client(), environmentOf(h)) }

func (h home) client() *dynamodb.Client {
	return localengine.Client(strings.TrimPrefix(h.env[0], localengine.EndpointVariable+"="))
}

// items counts the items in the tables of a home on the local engine.
func (h home) items(t *testing.T) (n int) {
	t.Helper()
	tables := dynamo.TablesOf(environmentOf(h))
	for _, table := range []string{tables.Memos, tables.Users, tables.InviteCodes} {
		pages := dynamodb.NewScanPaginator(h.client(), &dynamodb.ScanInput{TableName: &table, Select: types.SelectCount})
		for pages.HasMorePages() {
			page, err := pages.NextPage(t.Context())
			must.OK(t, err)
			n += int(page.Count)
		}
	}
	return n
}

// copies runs a complete copy and returns the output.
func (h home) copies(t *testing.T, args ...string) string {
	t.Helper()
	out, code := h.run(t, "", args...)
	if code != 0 || !strings.Contains(out, "Both locations have the same contents.") {
		t.Fatalf("%v: exit %d\n%s", args, code, out)
	}
	return out
}

var copied = regexp.MustCompile(`^copying: .*\((\d+) %\)$`)

// killAt copies until so much of what was missing is copied, and kills the
// program there.
func (h home) killAt(t *testing.T, percent int, args ...string) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), h.env...)
	stderr, err := cmd.StderrPipe()
	must.OK(t, err)
	must.OK(t, cmd.Start())
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		found := copied.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		if n, _ := strconv.Atoi(found[1]); n >= percent {
			_ = cmd.Process.Kill()
			break
		}
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
		t.Fatalf("it ended with %v before it was killed", cmd.ProcessState)
	}
}

// export serves a directory, signs in and exports Taro's family.
func export(t *testing.T, dir string) string {
	t.Helper()
	s := home{flags: []string{"--data", dir}}.serveHere(t)
	defer s.stop()
	return s.signIn("太郎").Ask(http.MethodGet, "/api/export?format=json", "").Want(http.StatusOK).Body
}
