package skill

import (
	"time"

	"voicememo/skill/messages"
)

// shownCode is what the document of an invite code shows.
type shownCode struct {
	Title   string `json:"title"`
	Digits  string `json:"digits"`
	Spelled string `json:"spelled"` // what a screen reader says: digit by digit
	Until   string `json:"until"`
	How     string `json:"how"`
}

// withCode shows an invite code and how long it is good for, on a device that has
// a screen. A clock time would need the device's zone. Without digits, as when
// only links are given, there is nothing to show.
func (t *turn) withCode(r Reply, code string, until time.Time) Reply {
	if !t.hasScreen() || code == "" {
		return r
	}
	r.Directives = append(r.Directives, newScreen(codeToken, codeDocument, "invite", shownCode{
		Title:   aplText(t.say(messages.ScreenCode, nil)),
		Digits:  aplText(code),
		Spelled: t.digits(code),
		Until:   aplText(t.validFor(until)),
		How:     aplText(t.say(messages.ScreenCodeHow, messages.Args{"digits": code})),
	}))
	return r
}
