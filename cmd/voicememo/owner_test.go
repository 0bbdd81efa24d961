package main

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
)

// TestOwner on either engine: the operator lists the members of a family and makes one of
// them its owner. Other requests are refused with a sentence.
func TestOwner(t *testing.T) {
	localSDK(t)
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			s := h.serveHere(t)
			taro, hanako := s.signIn("太郎"), s.signIn("花子")
			code := taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"]
			hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
			code = taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"]
			h.talk(t, fmt.Sprintf("招待コード %s で参加", code), "はい")
			family := hanako.Call(http.MethodGet, "/api/me", "", http.StatusOK)["family"].(map[string]any)["id"].(string)
			hanako.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusForbidden)

			o := commander{t, h, family}
			o.everything(h.at(engine).String())
			hanako.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated) // immediately
			taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusForbidden)
			o.lists(o.owner(0, "--to", o.id(o.owner(0), "太郎")), "太郎", "花子", "エコー")
			s.stop()

			o.everything(h.at(engine).String())
			s = h.serveHere(t)
			defer s.stop()
			s.signIn("花子").Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)
			s.signIn("太郎").Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusForbidden)
		})
	}
}

// everything lists Taro's family, makes Hanako its owner, and tries what is refused.
func (o commander) everything(at string) {
	o.t.Helper()
	before := o.owner(0)
	o.lists(before, "太郎", "花子", "エコー")
	if again := o.owner(0); again != before {
		o.t.Errorf("listing has changed the family:\n%s%s", before, again)
	}
	o.lists(o.owner(0, "--to", o.id(before, "花子")), "花子", "太郎", "エコー")
	o.lists(o.owner(0, "--to", o.id(before, "花子")), "花子", "太郎", "エコー") // a repeat
	o.refused("an Echo cannot become the owner", "--to", o.id(before, "エコー"))
	o.refused("is not a member of family "+o.family, "--to", "nobody")
	o.family = "none"
	o.refused("there is no family none in "+at, "--to", o.id(before, "太郎"))
	o.refused("there is no family none in " + at)
}

// commander runs the owner command for one family.
type commander struct {
	t      *testing.T
	home   home
	family string
}

// owner runs the command.
func (o commander) owner(wantCode int, flags ...string) string {
	o.t.Helper()
	args := append([]string{"owner", "--family", o.family}, o.home.flags...)
	out, code := o.home.runHere(o.t, "", append(args, flags...)...)
	if code != wantCode {
		o.t.Errorf("owner %v: exit %d, want %d\n%s", flags, code, wantCode, out)
	}
	return withoutAudit(out)
}

var auditLine = regexp.MustCompile(`(?m)^.*msg=audit.*\n`)

// withoutAudit returns an output without the audit lines, which a command that opens the
// store writes to standard error.
func withoutAudit(out string) string { return auditLine.ReplaceAllString(out, "") }

// refused checks that the command is refused with one sentence.
func (o commander) refused(sentence string, flags ...string) {
	o.t.Helper()
	if out := o.owner(cli.ExitConfiguration, flags...); !strings.Contains(out, sentence) || strings.Count(out, "\n") != 1 {
		o.t.Errorf("owner %v: got %q, want %q", flags, out, sentence)
	}
}

// lists checks that a list shows one owner and these other members.
func (o commander) lists(out, owner string, others ...string) {
	o.t.Helper()
	if !regexp.MustCompile(` owner +`+owner+`\n`).MatchString(out) || strings.Count(out, "\n") != 2+len(others) || strings.Count(out, " owner ") != 1 {
		o.t.Errorf("%s is not the owner with %d other members:\n%s", owner, len(others), out)
	}
	for _, name := range others {
		if o.id(out, name) == "" {
			o.t.Errorf("%s is not listed:\n%s", name, out)
		}
	}
}

// id finds a member's id in a list.
func (o commander) id(out, name string) string {
	o.t.Helper()
	for line := range strings.Lines(out) {
		if fields := strings.Fields(line); fields[len(fields)-1] == name {
			return fields[0]
		}
	}
	o.t.Fatalf("%s is not in\n%s", name, out)
	return ""
}

// TestOwnerOfNothing: the command creates no data directory.
func TestOwnerOfNothing(t *testing.T) {
	localSDK(t)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		args []string
		want string
		code int
	}{
		"no family":         {[]string{"--data", dir}, "--family", cli.ExitConfiguration},
		"an empty folder":   {[]string{"--family=f", "--data", dir}, "there is no voicememo.db in ", cli.ExitConfiguration},
		"no tables":         {[]string{"--family=f", "--store=dynamodb", "--environment=nowhere"}, "tables create --environment nowhere", cli.ExitConfiguration},
		"wrong environment": {[]string{"--family=f", "--store=dynamodb", "--environment=a b"}, "--environment", cli.ExitConfiguration},
	} {
		t.Run(name, func(t *testing.T) {
			if _, stderr, code := runHere(append([]string{"owner"}, c.args...)...); code != c.code || !strings.Contains(stderr, c.want) {
				t.Errorf("exit %d, %q", code, stderr)
			}
		})
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
		t.Errorf("%v was created: %v", made, err)
	}
}
