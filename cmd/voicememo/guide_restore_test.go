package main

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
)

// household is a family with everything that a copy and a restore must not cost.
type household struct {
	*testing.T
	taro, hanako *browser
	left         *browser // of Taro, who signs out there after the state that is restored
	token        holder
	linked       linkTokens // of Taro's Echo
	lost         string     // the path of the memo that is lost
}

// serving starts a server for a household.
func serving(t *testing.T, h home) *served {
	t.Helper()
	return h.serveHere(t, "--alexa-link-secret-file", linkSecret(t, amazonSecret), "--alexa-link-redirect", amazonRedirect)
}

func newHousehold(t *testing.T, s *served) *household {
	t.Helper()
	f := &household{T: t, taro: s.signIn("Taro"), left: s.signIn("Taro"), hanako: s.signIn("Hanako")}
	code := f.taro.Call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"]
	f.hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	f.lost = fmt.Sprint("/api/memos/", f.taro.Call(http.MethodPost, "/api/memos", `{"content":"milk"}`, http.StatusCreated)["id"])
	f.token = s.holder(t, f.taro, "memos")
	f.taro.Call(http.MethodPut, "/api/me/notifications", `{"what":"family","quietFrom":21,"quietTo":6,"timeZone":"Europe/Berlin"}`, http.StatusOK)
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	must.OK(t, err)
	f.taro.Call(http.MethodPost, "/api/me/devices", fmt.Sprintf(`{"name":"Phone","subscription":{"endpoint":"https://push.example.net/x","expirationTime":null,"keys":{"p256dh":%q,"auth":%q}}}`,
		base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(make([]byte, 16))), http.StatusCreated)
	f.linked = amazon{s, f.taro}.link()
	f.speaks(s)
	return f
}

// speaks speaks to the Echo.
func (f *household) speaks(s *served) {
	f.Helper()
	tk := amazon{s, f.taro}.echo("amzn1.ask.account.LINKED")
	tk.AccessToken = f.linked.Access
	says(f.T, tk, "open family voice memo", "")
	says(f.T, tk, "who is in my family", "The owner is Taro")
}

// goesOn is what happens after the state that is restored.
func (f *household) goesOn(s *served) (late *browser) {
	f.Helper()
	f.taro.Call(http.MethodPut, "/api/me/seen", fmt.Sprintf(`{"until":%q}`, time.Now().UTC().Format(time.RFC3339)), http.StatusNoContent)
	f.left.Ask(http.MethodPost, "/auth/logout", "").Want(http.StatusNoContent)
	f.linked = amazon{s, f.taro}.refresh(f.linked.Refresh)
	f.loses()
	return s.signIn("Hanako")
}

// loses deletes a memo permanently.
func (f *household) loses() {
	f.Helper()
	for range 2 {
		f.taro.Call(http.MethodDelete, f.lost, "", http.StatusOK)
	}
	if got := f.taro.Contents(); strings.Contains(got, "milk") {
		f.Fatalf("got %q, want the memo lost", got)
	}
}

// unharmed checks that nothing was lost, and that of the browsers only the given one and
// those of the household are signed in.
func (f *household) unharmed(s *served, late ...*browser) {
	f.Helper()
	for _, b := range append(late, f.taro, f.hanako, f.left) {
		b.Home = s.url
	}
	if got := f.taro.Contents(); !strings.Contains(got, "milk") {
		f.Errorf("got the memos %q, want the lost one back", got)
	}
	for _, b := range append(late, f.hanako) {
		b.Ask(http.MethodGet, "/api/me", "").Want(http.StatusOK)
	}
	f.token.served = s
	f.token.ask(http.MethodGet, "/api/memos", "", http.StatusOK)
	told := f.taro.Call(http.MethodGet, "/api/me/notifications", "", http.StatusOK)
	if devices, _ := told["devices"].([]any); told["what"] != "family" || len(devices) != 1 {
		f.Errorf("got %v, want the settings and one device", told)
	}
	f.speaks(s)
	if f.linked = (amazon{s, f.taro}).refresh(f.linked.Refresh); f.linked.Access == "" {
		f.Errorf("got no tokens for the Echo: %s", f.linked.Error)
	}
}

// ended checks that a browser is signed out.
func ended(b *browser) {
	b.T.Helper()
	b.Ask(http.MethodGet, "/api/me", "").Want(http.StatusUnauthorized)
}

// typist is a shell in which the commands of a page are entered. In place of aws it has a
// program that only notes its arguments.
type typist struct {
	*testing.T
	dir string
	env []string
}

func newTypist(t *testing.T, env []string) typist {
	t.Helper()
	program.Needed(t)
	s := typist{t, t.TempDir(), env}
	bin := filepath.Join(s.dir, "bin")
	must.OK(t, os.MkdirAll(bin, 0o700))
	must.OK(t, os.Symlink(binary, filepath.Join(bin, "voicememo")))
	//nolint:gosec // a program
	must.OK(t, os.WriteFile(filepath.Join(bin, "aws"), []byte("#!/bin/sh\necho \"$*\" >>"+filepath.Join(s.dir, "aws.log")+"\n"), 0o700))
	s.env = append(s.env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Chdir(s.dir)
	return s
}

// enter enters commands and returns what they print, and the calls of aws. Only doctor, which
// is not given the flags of a server, may report that it found something.
func (s typist) enter(commands string) (output string, calls []string) {
	s.Helper()
	strict := "set -e\n"
	if strings.Contains(commands, "doctor") {
		strict = ""
	}
	shell := exec.CommandContext(s.Context(), "bash", "-c", strict+commands)
	shell.Env = append(os.Environ(), s.env...)
	out, err := shell.CombinedOutput()
	if err != nil && strict != "" || strings.Contains(string(out), "not found") {
		s.Fatalf("%s\n%v\n%s", commands, err, out)
	}
	noted, err := os.ReadFile("aws.log")
	if err != nil && !os.IsNotExist(err) {
		s.Fatal(err)
	}
	_ = os.Remove("aws.log")
	return string(out), strings.Split(strings.TrimSpace(string(noted)), "\n")
}

// shBlock is a block of commands, which may belong to an item of a list.
var shBlock = regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```")

// blocksOf returns the commands of the blocks of a page from a text to another one, with an
// environment in place of prod.
func blocksOf(t *testing.T, page, from, to, environment string) (blocks []string) {
	t.Helper()
	_, below, found := strings.Cut(text(t, page), from)
	below, _, end := strings.Cut(below, to)
	if !found || !end {
		t.Fatalf("%s: got no text from %q to %q", page, from, to)
	}
	for _, block := range shBlock.FindAllStringSubmatch(below, -1) {
		lines := regexp.MustCompile(`(?m)^ +`).ReplaceAllString(block[1], "")
		blocks = append(blocks, strings.ReplaceAll(lines, "prod", environment))
	}
	return blocks
}

// frozen is the tables of an environment as of a moment, by name.
type frozen map[string][]map[string]types.AttributeValue

func freeze(t *testing.T, h home) frozen {
	t.Helper()
	then, names := frozen{}, dynamo.TablesOf(environmentOf(h))
	for _, table := range []string{names.Memos, names.Users, names.InviteCodes} {
		out, err := h.client().Scan(t.Context(), &dynamodb.ScanInput{TableName: &table})
		must.OK(t, err)
		then[table] = out.Items
	}
	return then
}

var restoreCall = regexp.MustCompile(`^dynamodb restore-table-to-point-in-time --restore-date-time \S+ --source-table-name (\S+) --target-table-name (\S+)$`)

// awsRestores does what a call of aws does to tables: it restores one, with its keys and
// indexes alone.
func (then frozen) awsRestores(t *testing.T, client *dynamodb.Client, call string) bool {
	t.Helper()
	names := restoreCall.FindStringSubmatch(call)
	if names == nil {
		return false
	}
	source, err := client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &names[1]})
	must.OK(t, err)
	in := &dynamodb.CreateTableInput{
		TableName: &names[2], KeySchema: source.Table.KeySchema, AttributeDefinitions: source.Table.AttributeDefinitions, BillingMode: types.BillingModePayPerRequest,
	}
	for _, x := range source.Table.GlobalSecondaryIndexes {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{IndexName: x.IndexName, KeySchema: x.KeySchema, Projection: x.Projection})
	}
	_, err = client.CreateTable(t.Context(), in)
	for _, it := range then[names[1]] {
		if err == nil {
			_, err = client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &names[2], Item: it})
		}
	}
	must.OK(t, err)
	return true
}

// TestGuideOfRestoreToAPoint: the commands with which memos are restored to a point in time
// bring the memos back and end no session, token or linked Echo, and no device is lost. What
// was ended since stays ended.
func TestGuideOfRestoreToAPoint(t *testing.T) {
	h := homes(t)["dynamodb"]
	blocks := blocksOf(t, infraReadme, "## Restore to a point in time", "**A table itself", environmentOf(h))
	term := newTypist(t, h.env)
	s := serving(t, h)
	f := newHousehold(t, s)
	then := freeze(t, h)
	late := f.goesOn(s)
	s.stop()
	restored, printed := 0, ""
	for _, block := range blocks {
		out, calls := term.enter(block)
		printed += out
		for _, call := range calls {
			if then.awsRestores(t, h.client(), call) {
				restored++
			}
		}
	}
	for _, want := range []string{"Both locations have the same contents.", "3 people are in both and keep ", "has no table of module push, so what dynamodb:" + environmentOf(h) + " has of it stays"} {
		if !strings.Contains(printed, want) || restored != 3 {
			t.Errorf("got %d restored tables and\n%s\nwant 3 and %q", restored, printed, want)
		}
	}
	f.unharmed(serving(t, h), late)
	ended(f.left)
}

// infraReadme and operations are pages whose commands are followed.
const (
	infraReadme = "../../infra/README.md"
	operations  = "../../docs/operations.md"
)

// TestGuideOfBackupOfTables is TestGuideOfRestoreToAPoint for a backup in a file.
func TestGuideOfBackupOfTables(t *testing.T) {
	h := homes(t)["dynamodb"]
	blocks := blocksOf(t, operations, "**With DynamoDB** point-in-time", "Each engine accepts", environmentOf(h))
	backup, restore, _ := strings.Cut(blocks[0], "\n")
	term := newTypist(t, h.env)
	s := serving(t, h)
	f := newHousehold(t, s)
	term.enter(backup)
	late := f.goesOn(s)
	s.stop()
	term.enter(restore)
	f.unharmed(serving(t, h), late)
	ended(f.left)
}

// TestGuideOfRestore: the same on one machine, where the file has the sign-ins of its day.
func TestGuideOfRestore(t *testing.T) {
	command := regexp.MustCompile("`(voicememo restore FILE --data ./data)`").FindStringSubmatch(text(t, operations))
	if command == nil {
		t.Fatal("got no command")
	}
	term, h := newTypist(t, nil), home{flags: []string{"--data", "./data"}}
	s := serving(t, h)
	f := newHousehold(t, s)
	term.enter("voicememo backup --data ./data --to memos.db")
	f.loses()
	s.stop()
	term.enter(strings.Replace(command[1], "FILE", "memos.db", 1))
	f.unharmed(serving(t, h), f.left)
}

// TestGuideOfMovingUp: after the commands with which one machine moves to DynamoDB, and those
// with which it moves back, no person has to sign in.
func TestGuideOfMovingUp(t *testing.T) {
	cloud := homes(t)["dynamodb"]
	environment := environmentOf(cloud) + "-moved"
	pages := map[string][]string{}
	for page, ends := range map[string][2]string{operations: {"## Moving up (and back)", "**Interrupted?**"}, infraReadme: {"**Moving from one machine.**", "## What differs"}} {
		pages[page] = blocksOf(t, page, ends[0], ends[1], environment)
	}
	term := newTypist(t, cloud.env)
	s := serving(t, home{flags: []string{"--data", "./data"}})
	f := newHousehold(t, s)
	f.left.Ask(http.MethodPost, "/auth/logout", "").Want(http.StatusNoContent)
	s.stop()
	servers := 0
	for _, block := range pages[operations] {
		commands, server, serves := strings.Cut("\n"+block, "\nvoicememo serve ")
		term.enter(commands)
		if serves {
			servers++
			s := serving(t, home{flags: strings.Fields(server), env: cloud.env})
			f.unharmed(s)
			ended(f.left)
			s.stop()
		}
	}
	check.Equal(t, servers, 2, "servers")
	_, rest, _ := strings.Cut(pages[infraReadme][0], "\n") // after the same copy
	_, calls := term.enter(rest)
	if file := regexp.MustCompile(`put-secret-value --secret-id SessionKeysId --secret-string file://(\S+)`).FindStringSubmatch(strings.Join(calls, "\n")); file == nil || text(t, file[1]) != text(t, "data/session-keys.json") {
		t.Errorf("got %q, want the keys of the sessions stored", calls)
	}
}
