package envfile_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/internal/envfile"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// values are texts after NAME= with the value that systemd reads.
var values = map[string]struct{ text, want string }{
	"plain":                 {"memo.example.com\n", "memo.example.com"},
	"no end of line":        {"a", "a"},
	"empty":                 {"\n", ""},
	"nothing":               {"", ""},
	"white space inside":    {"Taro  Sato <taro@example.com>\n", "Taro  Sato <taro@example.com>"},
	"white space around":    {" \t a b \t \n", "a b"},
	"carriage return":       {"a\r\n", "a"},
	"comment signs":         {"a #b ;c\n", "a #b ;c"},
	"equals signs":          {"a=b==\n", "a=b=="},
	"dollars":               {"$HOME ${HOME} `id`\n", "$HOME ${HOME} `id`"},
	"UTF-8":                 {"佐藤　太郎\n", "佐藤　太郎"},
	"single quotes":         {"' a \\ \"b\" '\n", ` a \ "b" `},
	"double quotes":         {"\" a 'b' \"\n", " a 'b' "},
	"quotes after a letter": {"it's \"so\"\n", `it's "so"`},
}

// TestParse: values are read as systemd.exec(5) says.
func TestParse(t *testing.T) {
	for name, c := range values {
		t.Run(name, func(t *testing.T) {
			f, err := envfile.Parse("# one\nNAME=" + c.text)
			must.OK(t, err)
			if got, ok := f.Get("NAME"); got != c.want || !ok {
				t.Errorf("got %q, %v, want %q", got, ok, c.want)
			}
		})
	}
}

// TestLikeSystemd: systemd reads the same values. It reads os-release with the same code as
// EnvironmentFile=, and systemd-tmpfiles writes a line of it to a file.
func TestLikeSystemd(t *testing.T) {
	if _, err := exec.LookPath("systemd-tmpfiles"); err != nil {
		t.Skip("systemd-tmpfiles is not installed: ", err)
	}
	for name, c := range values {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range map[string]string{"etc/os-release": "VERSION_ID=" + c.text, "x.conf": "f+ /out - - - - %w\n"} {
				path := filepath.Join(dir, file)
				must.OK(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)))
			}
			out, err := exec.Command("systemd-tmpfiles", "--root="+dir, "--create", filepath.Join(dir, "x.conf")).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if got, err := os.ReadFile(filepath.Join(dir, "out")); err != nil || string(got) != c.want {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// TestLines: comments, empty lines, white space around names, and several settings of one
// name, of which the last one applies.
func TestLines(t *testing.T) {
	f, err := envfile.Parse("# A=1\n;B=2\n\n  A = 3\nB=4 # 5\r\n\tA=6")
	must.OK(t, err)
	want := []envfile.Setting{{Name: "A", Value: "3", Line: 4}, {Name: "B", Value: "4 # 5", Line: 5}, {Name: "A", Value: "6", Line: 6}}
	check.Slices(t, f.Settings(), want)
	if got, _ := f.Get("A"); got != "6" {
		t.Errorf("got %q, want 6", got)
	}
}

// TestWrongLines: what systemd would ignore, or read differently in other versions, is an
// error that names the line.
func TestWrongLines(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"no equals sign":          {"A=1\n\nB\n", 3},
		"no equals sign at last":  {"A=1\nB", 2},
		"no name":                 {"=1\n", 1},
		"export":                  {"A=1\n\nexport B=1\n", 3},
		"a backslash":             {"A=1\nB=a\\ b\n", 2},
		"quoted parts":            {"A=\"a\"'b'\n", 1},
		"a digit":                 {"1A=1\n", 1},
		"a quote without end":     {"A=1\nB=\"2\n\n", 2},
		"a single quote":          {"B='2\n", 1},
		"a backslash at the end":  {"B=2\\", 1},
		"a comment that goes on":  {"# C:\\\nA=1\n", 1},
		"not UTF-8":               {"A=\xff\n", 1},
		"a control character":     {"A=1\nB=\x00\n", 2},
		"a quoted control":        {"A=1\nB='\n\x1b'\n", 2},
		"a byte order mark first": {"\ufeffA=1\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := envfile.Parse(c.text)
			var wrong *envfile.Error
			if !errors.As(err, &wrong) || wrong.Line != c.line || !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d ", c.line)) {
				t.Errorf("got %v, want an error in line %d", err, c.line)
			}
		})
	}
}

// TestEdit: an edit changes only the lines of its variable.
func TestEdit(t *testing.T) {
	const text = "# ours\nA='1'\n\n;B\nB=2\nA=\"3\"\nC=4"
	f, err := envfile.Parse(text)
	must.OK(t, err)
	f.Set("A", "3")
	check.Equal(t, f.String(), text, "the same value")
	f.Set("A", "5")
	f.Set("D", "6 7")
	f.Remove("B")
	check.Equal(t, f.String(), "# ours\nA='1'\n\n;B\nA=5\nC=4\nD=6 7\n")
	f.Remove("A")
	check.Equal(t, f.String(), "# ours\n\n;B\nC=4\nD=6 7\n")
	empty := &envfile.File{}
	empty.Set("A", "1")
	if got, want := empty.Settings(), (envfile.Setting{Name: "A", Value: "1", Line: 1}); len(got) != 1 || got[0] != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestCheck: values that a reader would change are refused.
func TestCheck(t *testing.T) {
	for _, value := range []string{"", "a", "Taro Sato <taro@example.com>", "佐藤　太郎", "it's", `a "b"`, "a#b", "a=b,c", "https://memo.example.com:8443"} {
		check.Equal(t, envfile.Check(value), nil, "%q", value)
	}
	for _, value := range []string{" a", "a ", "a\t", "a\u3000", "'a'", `"a"`, "`a`", `a\b`, "$a", "a$", "#a", "a #b", "a\u3000#b", "a\nb", "a\rb", "a\tb", "a\x00", "a\x85", "a\xff"} {
		if err := envfile.Check(value); !errors.Is(err, envfile.ErrValue) {
			t.Errorf("%q: got %v, want %v", value, err, envfile.ErrValue)
		}
	}
}

// FuzzFile: every text is either an error or kept, and a value that Check accepts is read
// as it was set, beside values that do not change.
func FuzzFile(f *testing.F) {
	for _, c := range values {
		f.Add("A=1\nNAME="+c.text, c.want)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		file, err := envfile.Parse(text)
		if err != nil {
			return
		}
		if got := file.String(); got != text {
			t.Fatalf("got %q, want %q", got, text)
		}
		others := func() map[string]string {
			all := map[string]string{}
			for _, s := range file.Settings() {
				if s.Name != "NEW" {
					all[s.Name] = s.Value
				}
			}
			return all
		}
		before := others()
		if envfile.Check(value) != nil {
			return
		}
		file.Set("NEW", value)
		again, err := envfile.Parse(file.String())
		must.OK(t, err)
		file = again
		if got, _ := file.Get("NEW"); got != value || fmt.Sprint(others()) != fmt.Sprint(before) {
			t.Errorf("got %q and %v, want %q and %v", got, others(), value, before)
		}
	})
}
