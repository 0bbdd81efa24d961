package webapi

import (
	"strconv"
	"strings"
	"time"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/internal/texts"
	"voicememo/models"
)

// Kept is one kind of data that is kept about people, in one language: what, where, and for
// how long. The privacy page and the export of a person's data show the same list.
type Kept struct {
	What    string `json:"what"`
	Where   string `json:"where"`
	HowLong string `json:"howLong"`
}

// Numbers of the texts whose sources this package cannot import. A test compares each with
// its source.
const (
	keptMemos        = 150 // how many memos of the list the page keeps in a browser
	keptTrashedMemos = 50  // how many memos of the trash
	signInMinutes    = 10  // how long a sign-in may take
	attemptHours     = 24  // how long attempts to join are counted
	copyDays         = 30  // how long the copy made before an update of the database's format is kept
	compactMB        = 16  // size of a database file above which it is compacted only once a day
	backupDays       = 32  // when the nightly backup deletes its copies at the latest
	recoveryDays     = 7   // period of DynamoDB's point-in-time recovery
	noteDays         = 60  // how long DynamoDB keeps the record of an erasure
	logDays          = 90  // retention of the logs on AWS in prod
	testLogDays      = 7   // retention in the other environments
	pictureHours     = 24  // when a picture is fetched again
	liveHours        = 3   // how long a page's connection is kept that nothing ended
	streamHours      = 24  // how long DynamoDB Streams keeps a change, according to its documentation
)

// legalNumbers returns the numbers of the texts by placeholder. The text around a
// placeholder names the unit.
func legalNumbers() map[string]int {
	const day = 24 * time.Hour
	return map[string]int{
		"{trash}":      models.TrashDays,
		"{done}":       models.DoneDays,
		"{idle}":       int(auth.SessionIdle / day),
		"{session}":    int(auth.SessionMax / day),
		"{browsers}":   models.MaxAccess,
		"{app}":        int(oauth.AppLifetime / day),
		"{linked}":     int(oauth.EchoLifetime / day),
		"{device}":     int(oauth.DeviceLifetime / time.Minute),
		"{invite}":     int(models.InviteLifetime / time.Minute),
		"{connection}": int(models.ConnectionLifetime / time.Minute),
		"{request}":    int(models.RequestLifetime / time.Hour),
		"{echo}":       int(models.KeepFor / day),
		"{undo}":       int(models.UndoFor / time.Minute),
		"{newcomer}":   int(models.NewcomerFor / time.Hour),
		"{trashed}":    int(models.TrashedFor / time.Hour),
		"{memos}":      keptMemos,
		"{trashMemos}": keptTrashedMemos,
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
		"{live}":       liveHours,
		"{stream}":     streamHours,
	}
}

// legalReplacer replaces the placeholders of the texts: the numbers, {responsible} with
// the sentence about the operator of the server, and {contact} with whom to ask.
func legalReplacer(legal legalTexts, operator string) *strings.Replacer {
	responsible, contact := legal.words.responsibleOperator, legal.words.contact
	if operator != "" {
		responsible, contact = strings.ReplaceAll(legal.words.responsible, "{operator}", operator), operator
	}
	pairs := []string{"{responsible}", responsible, "{contact}", contact}
	for placeholder, n := range legalNumbers() {
		pairs = append(pairs, placeholder, strconv.Itoa(n))
	}
	return strings.NewReplacer(pairs...)
}

// retention returns the list of what is kept, in one language.
func retention(legal legalTexts, fill *strings.Replacer) (out []Kept) {
	all := KeptIn(legal.kept)
	for _, m := range legal.modules {
		all = append(all, m.Kept...)
	}
	for _, k := range all {
		out = append(out, Kept{fill.Replace(k.What), fill.Replace(k.Where), fill.Replace(k.HowLong)})
	}
	return out
}

// KeptIn returns the entries of a document with a section for each, whose paragraphs say
// what, where, and for how long.
func KeptIn(d texts.Document) (all []Kept) {
	for _, s := range d.Sections {
		all = append(all, Kept{What: s.Text[0], Where: s.Text[1], HowLong: s.Text[2]})
	}
	return all
}
