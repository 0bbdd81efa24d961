package health

import (
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Reporter tells an operator of checks: it logs each change of a result once, with what to
// do. It is safe for concurrent use.
type Reporter struct {
	// Logger gets a line at level Warn for each finding, and at level Info when the check passes again.
	Logger *slog.Logger
	// Details returns what else is known about a check, as arguments of slog; nil: nothing.
	Details func(check string) []any

	mu   sync.Mutex
	last map[string]string // the last result of each check that has one
}

// Report takes results by the name of the check. Unknown is not a result: the previous one
// stays. A result that differs only in its digits, such as the age of a backup, is the same.
func (r *Reporter) Report(found map[string]string) {
	for _, check := range r.changed(found) {
		if found[check] == OK {
			r.Logger.Info("a check passes again", "check", check)
			continue
		}
		r.Logger.Warn("a check has found something to do",
			append([]any{"check", check, "found", found[check], "do", Remedy(check, found[check])}, r.details(check)...)...)
	}
}

// changed keeps results, and returns the checks whose result is another one than before. The
// first result of a check that passes is not a change.
func (r *Reporter) changed(found map[string]string) (checks []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last = map[string]string{}
	}
	for _, check := range slices.Sorted(maps.Keys(found)) {
		if found[check] == Unknown {
			continue
		}
		before, known := r.last[check]
		r.last[check] = found[check]
		if !known {
			before = OK
		}
		if digits.ReplaceAllString(found[check], "") != digits.ReplaceAllString(before, "") {
			checks = append(checks, check)
		}
	}
	return checks
}

var digits = regexp.MustCompile(`[0-9]+`)

func (r *Reporter) details(check string) []any {
	if r.Details == nil {
		return nil
	}
	return r.Details(check)
}

// Passed reports, for each check that has had a result, whether the last one was OK.
func (r *Reporter) Passed() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	passed := make(map[string]bool, len(r.last))
	for check, result := range r.last {
		passed[check] = result == OK
	}
	return passed
}

// remedies say what to do about a check, or about one of its results.
var remedies = map[string]string{
	"backup":            "find out why there is no newer backup, for example with systemctl status voicememo-backup; voicememo doctor prints the error",
	"backup none yet":   "run voicememo backup every night, for example with systemctl enable --now voicememo-backup.timer",
	"certificate":       "let the domain lead to port 443 or 80 of this machine, so that the certificate can be renewed",
	"clock":             "set the date of this machine and turn on network time, for example with timedatectl set-ntp true: sign-in and Alexa need the correct time, and nothing is deleted permanently until it is confirmed",
	"disk":              "make room on the disk of the data directory: delete or move old backups and old files voicememo.db.schema-… and voicememo.db.before-restore-…",
	"disk full":         "make room on the disk of the data directory: until then memos can be read and deleted, but not added or changed",
	"issuer":            "check the network of this machine, and whether the issuer is down: until it answers people cannot sign in, and those who are signed in are not affected",
	"store":             "run voicememo doctor: it names the cause and the remedy",
	"store damaged":     "stop the server and restore a backup with voicememo restore",
	"store removed":     "files of the database were removed or replaced under the running server: save what people still see with the page's export, stop the server, and put the files back or restore a backup",
	"store unreachable": "check the network and the credentials of the store",
}

// Remedy says what to do about a result of a check.
func Remedy(check, result string) string {
	for about := check + " " + result; about != ""; about, _ = cutLast(about) {
		if remedy := remedies[about]; remedy != "" {
			return remedy
		}
	}
	return "run voicememo doctor, which says what to do"
}

// cutLast returns a text without its last word.
func cutLast(text string) (rest, last string) {
	at := strings.LastIndex(text, " ")
	if at < 0 {
		return "", text
	}
	return text[:at], text[at+1:]
}
