// Package variables checks the variables of the environment and of environment files against
// those of the commands.
package variables

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/modules/onsqlite"
)

// Prefix begins the name of every environment variable of this program.
const Prefix = "VOICEMEMO_"

// tokenVariable is the variable with the key of the client commands, which no flag has.
const tokenVariable = Prefix + "TOKEN"

// Of returns the names of the program's environment variables: those of the flags of
// every command, because commands share an environment, and the settings of modules.
func Of(n *kong.Node) []string {
	names := []string{tokenVariable}
	for _, setting := range onsqlite.SettingNames() {
		names = append(names, Prefix+setting)
	}
	_ = kong.Visit(n, func(visited kong.Visitable, next kong.Next) error { // returns what the visitor returns
		if flag, ok := visited.(*kong.Flag); ok {
			names = append(names, flag.Envs...)
		}
		return next(nil)
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// Check refuses names that begin with VOICEMEMO_ and are not in known: a mistyped
// name would leave the default in force, such as a sign-up that is open to everyone. The
// error is a *app.ConfigError.
func Check(names, known []string) error {
	var unknown []string
	for _, name := range names {
		upper := strings.ToUpper(name)
		if runtime.GOOS == "windows" { // names of variables have no case there
			name = upper
		}
		if strings.HasPrefix(upper, Prefix) && !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	if len(unknown) == 0 {
		return nil
	}
	return &app.ConfigError{Problem: refuseVariables(slices.Compact(unknown), known)}
}

// refuseVariables returns the sentence that refuses unknown variables.
func refuseVariables(unknown, known []string) string {
	for i, name := range unknown {
		if meant := Similar(name, known); meant != "" {
			unknown[i] = fmt.Sprintf("%s (did you mean %s?)", name, meant)
		}
	}
	if len(unknown) == 1 {
		return unknown[0] + " is not a variable of this program; correct it or unset it"
	}
	last := len(unknown) - 1
	return strings.Join(unknown[:last], ", ") + " and " + unknown[last] + " are not variables of this program; correct them or unset them"
}

// Similar returns the known name that an unknown one was probably meant to be; "":
// none is similar. Names are similar if few letters differ, or if all words of one are words
// of the other, such as DATA_DIR and DATA.
func Similar(name string, known []string) string {
	typed := strings.TrimPrefix(strings.ToUpper(name), Prefix)
	best, least := "", len(Prefix)+len(typed)
	for _, k := range known {
		candidate := strings.TrimPrefix(k, Prefix)
		differs := distance(typed, candidate)
		similar := differs <= max(1, len(typed)/4) || hasWords(typed, candidate) || hasWords(candidate, typed)
		if similar && differs < least {
			best, least = k, differs
		}
	}
	return best
}

// hasWords reports whether a name has all words of another one.
func hasWords(name, other string) bool {
	words := strings.Split(name, "_")
	return !slices.ContainsFunc(strings.Split(other, "_"), func(word string) bool { return !slices.Contains(words, word) })
}

// Names returns the names of an environment, such as that of os.Environ.
func Names(environ []string) []string {
	names := make([]string, len(environ))
	for i, variable := range environ {
		names[i], _, _ = strings.Cut(variable, "=")
	}
	return names
}

// distance returns how many bytes must be inserted, removed or replaced to turn one word
// into the other (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := before
			if a[i] != b[j] {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(replaced, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
