package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/program"
)

// built is the programs that the tests attack.
var built targets

func TestMain(m *testing.M) {
	program.MainNeeded()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "attack-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	built = targets{dir: dir}
	if err := built.build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if os.Getenv("GORACE") == "" { // by default each process waits a second at its end
		_ = os.Setenv("GORACE", "atexit_sleep_ms=20")
	}
	return m.Run()
}

// TestAttacks plays the short form of every attack.
func TestAttacks(t *testing.T) {
	short := built
	short.common = newCommon(built)
	t.Cleanup(func() {
		if err := short.common.close(); err != nil {
			t.Errorf("got %v, want that the common places hold", err)
		}
	})
	for _, a := range attacks() {
		for _, at := range a.at {
			if a.long {
				continue
			}
			t.Run(a.name+"/"+string(at), func(t *testing.T) {
				t.Parallel()
				tried, err := short.play(t.Context(), a, at, 1, false)
				if err != nil {
					t.Fatalf("got %v, want that it holds", err)
				}
				if strings.HasPrefix(tried, "0 tries") {
					t.Error("got no tries")
				}
			})
		}
	}
}

// TestTable checks that every attack has a unique name, a description and a place.
func TestTable(t *testing.T) {
	var names []string
	for _, a := range attacks() {
		if slices.Contains(names, a.name) || a.name == "" || a.what == "" || len(a.at) == 0 || a.play == nil {
			t.Errorf("got %+v, want a name of its own, words, a place and a function", a)
		}
		names = append(names, a.name)
	}
}

// TestFailures checks that a breach, a secret or crash in a log, and an attack that
// cannot be played end the run with a line that says so.
func TestFailures(t *testing.T) {
	held := attack{name: "held", at: []place{server, webFunction}, play: func(p *play) { p.note("nothing") }}
	for name, c := range map[string]struct {
		play func(*play)
		want string // in the error; "": it holds
	}{
		"held":   {func(*play) {}, ""},
		"breach": {func(p *play) { p.breach("the door is %s", "open") }, "the door is open"},
		"in a goroutine": {func(p *play) {
			p.together(3, func(i int) {
				if i == 1 {
					p.breach("the second is in")
				}
			})
		}, "the second is in"},
		"panic":              {func(*play) { panic("oh") }, "cannot be played: oh"},
		"kit":                {func(p *play) { p.Fatalf("no %d", 1) }, "cannot be played: no 1"},
		"kit that goes on":   {func(p *play) { p.Errorf("no %d", 2) }, "cannot be played: no 2"},
		"failure":            {func(p *play) { p.must(errors.New("no 3")) }, "cannot be played: no 3"},
		"while it ends":      {func(p *play) { p.Cleanup(func() { p.must(errors.New("no 4")) }) }, "cannot be played: no 4"},
		"secret in a log":    {withLog("level=INFO token=abcdef", "abcdef"), `the log has the secret "abcdef"`},
		"no secret in a log": {withLog("level=INFO", "abcdef"), ""},
		"panic in a log":     {withLog("panic: oh"), "the log tells of a crash"},
		"status in a log":    {withLog(`{"status":500}`), "the log tells of a crash"},
		"race in a log":      {withLog("WARNING: DATA RACE"), "the log tells of a crash"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			all := []attack{held, {name: "second", at: []place{server}, play: c.play}, held}
			err := built.playAll(t.Context(), &out, all, settings{short: true})
			played := strings.Count(out.String(), " held ")
			if c.want == "" && (err != nil || played != 5) {
				t.Errorf("got %v and %d lines, want that all hold: %s", err, played, &out)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || played != 2 || !strings.Contains(out.String(), "NOT HELD")) {
				t.Errorf("got %v, want %q after two lines: %s", err, c.want, &out)
			}
		})
	}
}

// withLog returns an attack whose program has written a log.
func withLog(log string, secrets ...string) func(*play) {
	return func(p *play) {
		p.secret(secrets...)
		p.logs = append(p.logs, func() string { return log })
	}
}

// TestWants checks that the attacks' own checks find breaches and nothing else.
func TestWants(t *testing.T) {
	wait := `{"reason":"wait","retryAt":"2026-01-02T03:04:05Z"}`
	for name, c := range map[string]struct {
		check func(*play)
		holds bool
	}{
		"status":             {func(p *play) { reply{p: p, status: 404}.want(404, 409) }, true},
		"another status":     {func(p *play) { reply{p: p, status: 200}.want(404, 409) }, false},
		"refusal":            {func(p *play) { answer(p, 429, wait, "Retry-After", "3").refusedFor("wait") }, true},
		"refusal of another": {func(p *play) { answer(p, 429, wait, "Retry-After", "3").refusedFor("many") }, false},
		"refusal for ever":   {func(p *play) { answer(p, 429, wait).refusedFor("wait") }, false},
		"no refusal":         {func(p *play) { answer(p, 404, wait, "Retry-After", "3").refusedFor("wait") }, false},
		"the same":           {func(p *play) { answer(p, 404, "a", "Date", "1").same(answer(p, 404, "a", "Date", "2")) }, true},
		"another header":     {func(p *play) { answer(p, 404, "a", "X", "1").same(answer(p, 404, "a", "X", "2")) }, false},
		"another body":       {func(p *play) { answer(p, 404, "a").same(answer(p, 404, "b")) }, false},
		"pauses":             {func(p *play) { p.onlySpeech(speech(`<speak>a<break time=\"1s\"/>b</speak>`)) }, true},
		"a sound":            {func(p *play) { p.onlySpeech(speech(`<speak><audio src=\"x\"/></speak>`)) }, false},
		"broken speech":      {func(p *play) { p.onlySpeech(speech(`<speak>a & b</speak>`)) }, false},
		"a cookie cleared": {func(p *play) {
			cleared(answer(p, 204, "", "Set-Cookie", sessionCookie+"=; Max-Age=0", "Clear-Site-Data", `"cache"`))
		}, true},
		"a cookie kept":       {func(p *play) { cleared(answer(p, 204, "", "Clear-Site-Data", `"cache"`)) }, false},
		"a cache kept":        {func(p *play) { cleared(answer(p, 204, "", "Set-Cookie", sessionCookie+"=; Max-Age=0")) }, false},
		"a file for everyone": {func(p *play) { p.private(file(p, 0o644)) }, false},
		"a private file":      {func(p *play) { p.private(file(p, 0o600)) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := built.play(context.Background(), attack{name: name, play: c.check}, server, 1, false)
			if (err == nil) != c.holds {
				t.Errorf("got %v, want that it holds: %v", err, c.holds)
			}
		})
	}
}

// answer returns a reply with headers, given as pairs of a name and a value.
func answer(p *play, status int, body string, headers ...string) reply {
	h := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		h.Add(headers[i], headers[i+1])
	}
	return reply{p: p, status: status, header: h, body: body}
}

func speech(ssml string) []byte {
	return []byte(`{"response":{"outputSpeech":{"ssml":"` + ssml + `"}}}`)
}

// file makes a file with a mode.
func file(p *play, mode os.FileMode) string {
	path := p.TempDir() + "/file"
	p.must(os.WriteFile(path, nil, 0o600))
	p.must(os.Chmod(path, mode))
	return path
}

// TestUnknownName checks that an unknown name is an error before anything is built.
func TestUnknownName(t *testing.T) {
	if err := run(t.Context(), os.Stdout, settings{only: "no such attack"}); err == nil {
		t.Error("got no error")
	}
}

// TestCommon checks that the secrets of an attack are searched for in the log of its
// common place when the attack ends, and those of all attacks when the place ends.
func TestCommon(t *testing.T) {
	for name, c := range map[string]struct {
		during, after string // the log while the attack is played, and when the place ends
		attack, close string // in the errors; "": it holds
	}{
		"nothing":      {"", "level=INFO", "", ""},
		"in time":      {"token=abcdef", "token=abcdef", `the log has the secret "abcdef"`, `the log has the secret "abcdef"`},
		"late":         {"", "token=abcdef", "", `the log has the secret "abcdef"`},
		"a late crash": {"", "panic: oh", "", "the log tells of a crash"},
	} {
		t.Run(name, func(t *testing.T) {
			log := c.during
			shared := built
			shared.common = newCommon(built)
			shared.common.sites[server] = &site{}
			shared.common.keeper(server).logs = []func() string{func() string { return log }}
			_, err := shared.play(t.Context(), attack{name: name, shares: true, play: func(p *play) {
				p.site()
				p.secret("abcdef")
			}}, server, 1, false)
			if got := fmt.Sprint(err); err != nil && c.attack == "" || !strings.Contains(got, c.attack) {
				t.Errorf("got %v, want %q", err, c.attack)
			}
			log = c.after
			err = shared.common.close()
			if got := fmt.Sprint(err); err != nil && c.close == "" || !strings.Contains(got, c.close) {
				t.Errorf("at the end: got %v, want %q", err, c.close)
			}
		})
	}
}
