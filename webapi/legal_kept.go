package webapi

import (
	"strconv"
	"strings"
	"time"

	"voicememo/auth"
	"voicememo/models"
)

// kept is one thing that is kept about people: what, where, and for how long. The
// privacy page and the export of a person's data show the same list.
type kept struct {
	id                   string // the same in every language
	what, where, howLong string
}

// keptJSON is a kept with its placeholders replaced.
type keptJSON struct {
	What    string `json:"what"`
	Where   string `json:"where"`
	HowLong string `json:"howLong"`
}

// Numbers of the texts that are decided elsewhere, where this package cannot read them.
// A test compares each with its source.
const (
	keptMemos        = 150 // memos that the page keeps in a browser: the first pages of its list
	keptTrashedMemos = 50  // likewise of the trash
	draftHours       = 24  // that the page keeps what a closed tab was writing
	signInMinutes    = 10  // that a sign-in may take
	attemptHours     = 24  // that attempts to join are counted
	copyDays         = 30  // that a copy made before an update of the database's format is kept
	compactMB        = 16  // size of a database file above which it is compacted once a day only
	backupDays       = 32  // after which the nightly backup deletes its copies at the latest
	recoveryDays     = 7   // of DynamoDB's point-in-time recovery
	noteDays         = 60  // that DynamoDB keeps the note of an erasure
	logDays          = 90  // of the logs on AWS in prod
	testLogDays      = 7   // in the other environments
	pictureHours     = 24  // after which a picture is fetched again
)

// legalFigures returns the numbers of the texts, by the placeholder that stands for
// each. The text around a placeholder names the unit.
func legalFigures() map[string]int {
	const day = 24 * time.Hour
	return map[string]int{
		"{trash}":      models.TrashDays,
		"{idle}":       int(auth.SessionIdle / day),
		"{session}":    int(auth.SessionMax / day),
		"{browsers}":   models.MaxAccess,
		"{invite}":     int(models.InviteLifetime / time.Minute),
		"{connection}": int(models.ConnectionLifetime / time.Minute),
		"{request}":    int(models.RequestLifetime / time.Hour),
		"{echo}":       int(models.KeepFor / day),
		"{newcomer}":   int(models.NewcomerFor / time.Hour),
		"{trashed}":    int(models.TrashedFor / time.Hour),
		"{memos}":      keptMemos,
		"{trashMemos}": keptTrashedMemos,
		"{draft}":      draftHours,
		"{signIn}":     signInMinutes,
		"{attempt}":    attemptHours,
		"{copy}":       copyDays,
		"{compact}":    compactMB,
		"{backup}":     backupDays,
		"{recovery}":   recoveryDays,
		"{note}":       noteDays,
		"{log}":        logDays,
		"{testLog}":    testLogDays,
		"{picture}":    pictureHours,
	}
}

// legalReplacer replaces the placeholders of the texts: the figures, {responsible} with
// the sentence about who operates the server, and {contact} with whom to ask.
func legalReplacer(texts legalTexts, operator string) *strings.Replacer {
	responsible, contact := texts.operator.responsibleNobody, texts.operator.contact
	if operator != "" {
		responsible, contact = strings.ReplaceAll(texts.operator.responsible, "{operator}", operator), operator
	}
	pairs := []string{"{responsible}", responsible, "{contact}", contact}
	for placeholder, n := range legalFigures() {
		pairs = append(pairs, placeholder, strconv.Itoa(n))
	}
	return strings.NewReplacer(pairs...)
}

// retention returns what is kept, in one language.
func retention(texts legalTexts, fill *strings.Replacer) []keptJSON {
	out := make([]keptJSON, len(texts.kept))
	for i, k := range texts.kept {
		out[i] = keptJSON{fill.Replace(k.what), fill.Replace(k.where), fill.Replace(k.howLong)}
	}
	return out
}
