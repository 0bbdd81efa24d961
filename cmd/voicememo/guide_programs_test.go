package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// example is the server of the guides.
const example = "https://memo.example.com"

// programsGuide is the guide for programs in one language.
type programsGuide struct {
	file, locale, person string
	shortcut             string // the heading above the table of its request
}

var programsGuides = []programsGuide{
	{
		"programs.md", "C", "Taro", "## An Apple Shortcut",
	},
	{
		"programs.ja.md", "ja_JP.UTF-8", "太郎", "## ショートカット（Apple）",
	},
}

// follower follows a guide with a real server.
type follower struct {
	*testing.T
	programsGuide

	server *served
	person *browser
	page   string // the guide, with the address of the server in place of the example
	key    string // may read and change
}

// eachProgramsGuide runs a test with the guide in each language.
func eachProgramsGuide(t *testing.T, test func(f *follower)) {
	for _, g := range programsGuides {
		t.Run(g.file, func(t *testing.T) {
			test(newFollower(t, g))
		})
	}
}

func newFollower(t *testing.T, g programsGuide) *follower {
	t.Helper()
	newPerson(t)
	for name, value := range map[string]string{"LC_ALL": "", "LC_MESSAGES": "", "LANG": g.locale, "no_proxy": "*"} {
		t.Setenv(name, value)
	}
	bin := t.TempDir()
	must.OK(t, os.Symlink(binary, filepath.Join(bin, "voicememo")))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	f := &follower{T: t, programsGuide: g, server: home{flags: []string{"--data", t.TempDir()}}.serveHere(t)}
	f.person = f.server.signIn(g.person)
	f.page = strings.ReplaceAll(readGuide(t, g.file), example, f.server.url)
	f.key = f.makeKey("memos")
	return f
}

// makeKey makes a key on the page.
func (f *follower) makeKey(scope string) string {
	f.Helper()
	made := f.person.Call(http.MethodPost, "/api/me/tokens", fmt.Sprintf(`{"name":"guide","scope":%q,"days":30}`, scope), http.StatusCreated)
	return made["token"].(string)
}

// shown matches an output of the guide, in which … is any text and each date is any date.
func shown(text string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(strings.TrimSpace(text))
	pattern = regexp.MustCompile(`\d{4}-\d\d-\d\d`).ReplaceAllString(pattern, `\d{4}-\d\d-\d\d`)
	return regexp.MustCompile(`(?s)^` + strings.ReplaceAll(pattern, "…", ".*") + `$`)
}

// entered is a command of a console block with the output that the block shows.
type entered struct{ command, output string }

// commandsOf returns the commands of a console block. Commands of a block that reads the key
// into a variable need one shell, and are one command.
func commandsOf(block string) (all []entered) {
	for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
		command, output, _ := strings.Cut(part, "\n")
		if strings.Contains(block, "read -rs") && len(all) > 0 {
			all[0].command += "\n" + command
			continue
		}
		all = append(all, entered{command, output})
	}
	return all
}

// enterBlock enters the commands of a console block. ID in them is the id that the first
// answer has.
func (f *follower) enterBlock(block string) {
	f.Helper()
	id := ""
	for _, c := range commandsOf(block) {
		c.output = strings.ReplaceAll(c.output, "BCDF-GHJK", "…") // another code each time
		c.command = strings.ReplaceAll(c.command, "/ID/", "/"+id+"/")
		got := f.enter(c)
		if found := regexp.MustCompile(`^\{"id":"([^"]+)"`).FindStringSubmatch(got); found != nil && id == "" {
			id = found[1]
		}
	}
}

// enter runs a command in a shell, with the key as standard input, and compares its output.
func (f *follower) enter(c entered) string {
	f.Helper()
	command, file := c.command, filepath.Join(f.TempDir(), "answered")
	if arguments, found := strings.CutPrefix(command, "voicememo login"); found {
		self, err := os.Executable()
		must.OK(f, err)
		command = answered + "=" + file + " " + self + " login" + arguments + " --code" // as at a terminal
	}
	shell := exec.CommandContext(f.Context(), "bash", "-c", command)
	shell.Stdin, shell.Dir = strings.NewReader(f.key+"\n"), os.Getenv("HOME")
	out := &codeWatcher{codes: make(chan string, 1)}
	shell.Stdout, shell.Stderr = out, out
	err := shell.Start()
	if err == nil {
		go func() {
			for code := range out.codes {
				f.person.Call(http.MethodPost, "/oauth/device/consent", fmt.Sprintf(`{"code":%q,"allow":true}`, code), http.StatusNoContent)
				write(f.T, file, "")
			}
		}()
		err = shell.Wait()
		close(out.codes)
	}
	got := strings.TrimSpace(out.text.String())
	if err != nil || !shown(c.output).MatchString(got) {
		f.Errorf("%s: got %v and\n%s\nwant\n%s", c.command, err, got, c.output)
	}
	if strings.Contains(got, f.key) {
		f.Errorf("%s printed the key", c.command)
	}
	return got
}

// TestGuideOfPrograms: the commands of the guide for programs, entered one after the other,
// print what the guide shows.
func TestGuideOfPrograms(t *testing.T) {
	eachProgramsGuide(t, func(f *follower) {
		blocks := consoles.FindAllStringSubmatch(f.page, -1)
		check.Equal(f, len(blocks), 4, "console blocks")
		for _, block := range blocks {
			f.enterBlock(block[1])
		}
		f.enter(entered{regexp.MustCompile("(?s)```sh\n(.+?)```").FindStringSubmatch(f.page)[1], ""})
		if saved := text(f.T, filepath.Join(os.Getenv("HOME"), "memos.csv")); strings.Count(saved, "\r\n") < 2 {
			f.Errorf("got the file %q, want the memos", saved)
		}
		for _, file := range []string{".voicememo-key", filepath.Join("config", "voicememo", "sign-in.json")} {
			if info, err := os.Stat(filepath.Join(os.Getenv("HOME"), file)); err != nil || info.Mode().Perm() != 0o600 {
				f.Errorf("%s: got %v, %v, want mode 600", file, info, err)
			}
		}
	})
}

// TestGuideOfTheShortcut: the request of the shortcut, as the guide's table describes it,
// adds a memo with a key that can do nothing else.
func TestGuideOfTheShortcut(t *testing.T) {
	code := regexp.MustCompile("`([^`]+)`")
	eachProgramsGuide(t, func(f *follower) {
		key := f.makeKey("add")
		var fields [][]string
		for _, row := range tableBelow(f.T, f.file, f.shortcut) {
			var values []string
			for _, found := range code.FindAllStringSubmatch(row[1], -1) {
				values = append(values, strings.NewReplacer(example, f.server.url, "vm_…", key).Replace(found[1]))
			}
			fields = append(fields, values)
		}
		if len(fields) != 5 || len(fields[2]) != 2 || fields[3][0] != "JSON" {
			f.Fatalf("got the fields %q", fields)
		}
		const dictated = "電池 \"単3\"\nを買う"
		body, err := json.Marshal(map[string]string{fields[4][0]: dictated})
		must.OK(f, err)
		headers := map[string]string{"Content-Type": "application/json", fields[2][0]: fields[2][1]}
		if answer := f.sends(fields[1][0], fields[0][0], string(body), http.StatusCreated, headers); answer[fields[4][0]] != dictated {
			f.Errorf("got %v, want the memo", answer)
		}
		if got := f.person.Contents(); got != dictated {
			f.Errorf("got the memos %q, want %q", got, dictated)
		}
		f.Setenv("VOICEMEMO_URL", f.server.url)
		f.Setenv("VOICEMEMO_TOKEN", key)
		person{f.T}.enters("", cli.ExitSignIn, "list")
	})
}

// TestReadmeFromAnywhere: the commands of the READMEs for programs print what they show.
func TestReadmeFromAnywhere(t *testing.T) {
	eachProgramsGuide(t, func(f *follower) {
		raw := text(f.T, "../../"+strings.Replace(f.file, "programs", "README", 1))
		text := strings.ReplaceAll(raw, example, f.server.url)
		block := regexp.MustCompile("(?s)```console\n(\\$ bin/voicememo login .+?)```").FindStringSubmatch(text)
		if block == nil {
			f.Fatal("got no commands in the README")
		}
		f.enterBlock(strings.ReplaceAll(block[1], "$ bin/voicememo", "$ voicememo"))
	})
}

// yamlBlock is a block of configuration of Home Assistant.
var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.+?)```")

// assistantFile is the part of the guide's package file for Home Assistant that speaks to
// the server.
type assistantFile struct {
	Rest []struct {
		Resource string
		Headers  map[string]string
		Sensor   []struct {
			Attributes []string `yaml:"json_attributes"`
		}
	}
	Commands map[string]struct {
		URL, Method, Payload string
		Headers              map[string]string
		ContentType          string `yaml:"content_type"`
	} `yaml:"rest_command"`
}

// TestGuideOfHomeAssistant: the requests in the file of the guide for Home Assistant add a
// memo and read it, and are refused once the key is withdrawn.
func TestGuideOfHomeAssistant(t *testing.T) {
	eachProgramsGuide(t, func(f *follower) {
		blocks := yamlBlock.FindAllStringSubmatch(f.page, -1)
		if len(blocks) != 3 {
			f.Fatalf("got %d yaml blocks, want 3", len(blocks))
		}
		name, value, _ := strings.Cut(strings.TrimSpace(blocks[0][1]), ": ")
		value = strings.ReplaceAll(value, "vm_…", f.key)
		var file assistantFile
		must.OK(f, yaml.Unmarshal([]byte(strings.ReplaceAll(blocks[2][1], "!secret "+name, value)), &file))
		add, read := file.Commands["voicememo_add"], file.Rest[0]
		payload := strings.ReplaceAll(add.Payload, "{{ {'content': memo} | to_json }}", `{"content":"a 12\" ruler"}`)
		adds := func(want int) { f.sends(strings.ToUpper(add.Method), add.URL, payload, want, add.Headers) }
		add.Headers["Content-Type"] = add.ContentType
		adds(http.StatusCreated)
		memos, ok := f.sends(http.MethodGet, read.Resource, "", http.StatusOK, read.Headers)[read.Sensor[0].Attributes[0]].([]any)
		if !ok || len(memos) != 1 || memos[0].(map[string]any)["content"] != `a 12" ruler` {
			f.Errorf("got the memos %v, want the one that was added", memos)
		}
		f.person.Call(http.MethodPost, "/auth/logout-everywhere", "", http.StatusNoContent)
		adds(http.StatusUnauthorized)
	})
}

// sends sends a request and returns its answer.
func (f *follower) sends(method, url, body string, want int, headers map[string]string) (answer map[string]any) {
	f.Helper()
	var lines []string
	for name, value := range headers {
		lines = append(lines, name+": "+value)
	}
	reply := devsignin.Stranger(f, http.DefaultTransport, f.server.url).Ask(method, url, body, lines...).Want(want)
	must.OK(f, json.Unmarshal([]byte(reply.Body), &answer))
	return answer
}
