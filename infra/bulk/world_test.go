package bulk_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"voicememo/infra/bulk"
	"voicememo/invite"
	"voicememo/models"
)

// TestMain checks a property with 30 worlds, unless -rapid.checks sets another number.
func TestMain(m *testing.M) {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		_ = flag.Set(checks.Name, "30")
	}
	os.Exit(m.Run())
}

// begin is a time before everything in the worlds.
var begin = time.Date(2025, 7, 14, 9, 30, 15, 123e6, time.UTC)

var (
	// words are hard to store: other alphabets, combining marks, and characters that need quoting.
	words = rapid.OneOf(rapid.StringN(1, 20, -1).Filter(noNUL), rapid.SampledFrom([]string{
		"牛乳を買う", "👩‍👩‍👧と図書館", "é and e\u0301", `{"a":"\u0000"}`, "a\nb\r\n", "'; --", " "}))
	texts = rapid.OneOf(rapid.Just(""), words)
	// instants have milliseconds; seconds are whole.
	instants = rapid.Custom(func(t *rapid.T) time.Time {
		return begin.Add(time.Duration(rapid.Int64Range(0, 1e11).Draw(t, "ms")) * time.Millisecond)
	})
	seconds = rapid.Map(instants, func(t time.Time) time.Time { return t.Truncate(time.Second) })
	maybe   = rapid.OneOf(rapid.Just(time.Time{}), instants)
	marks   = rapid.Map(rapid.Uint64(), func(n uint64) models.VoiceMark { return models.VoiceMark(fmt.Sprintf("%016x", n)) })
)

func noNUL(s string) bool { return !strings.ContainsRune(s, 0) }

// draw returns everything that a consistent engine may contain: records that are normal
// except for full lists.
func draw(t *rapid.T) []bulk.Record {
	people, families := drawPeople(t)
	var records []bulk.Record
	for i := range people {
		people[i].Person.Skill.Acts = drawActs(t, people)
		people[i].Access = drawAccess(t)
		records = append(records, people[i])
		for n := range rapid.IntRange(0, 4).Draw(t, "memos") {
			records = append(records, bulk.Record{Memo: drawMemo(t, *people[i].Person, n)})
		}
	}
	stray := drawMemo(t, models.User{ID: "nobody", FamilyID: "family-of-nobody"}, 0) // an author who does not exist
	records = append(records, bulk.Record{Memo: stray})
	for n := range rapid.IntRange(0, 3).Draw(t, "invitations") {
		records = append(records, bulk.Record{Invite: drawInvite(t, n)})
	}
	for n := range rapid.IntRange(0, 2).Draw(t, "ledgers") {
		records = append(records, bulk.Record{Ledger: drawLedger(t, n)})
	}
	return append(records, families...)
}

// drawPeople returns families, their members, and people whose accounts are closing.
func drawPeople(t *rapid.T) (people, families []bulk.Record) {
	for n := range rapid.IntRange(1, 4).Draw(t, "families") {
		f := &models.Family{
			ID: models.FamilyID(fmt.Sprintf("family-%d", n)), CreatedAt: instants.Draw(t, "created"),
			InviteKey: rapid.SampledFrom([]string{"", "0042", "link#hash"}).Draw(t, "key"), AskBeforeJoin: rapid.Bool().Draw(t, "asks"),
			InviteID: models.InviteID(texts.Draw(t, "invitation")), InviteFor: models.UserID(texts.Draw(t, "for")), Interim: rapid.Bool().Draw(t, "interim"),
			TimeZone: rapid.SampledFrom([]string{"", "Europe/Berlin"}).Draw(t, "zone"),
		}
		if rapid.Bool().Draw(t, "emptied") {
			f.Emptied = models.Emptied{By: models.UserID(words.Draw(t, "by")), At: instants.Draw(t, "at"), Count: rapid.IntRange(1, 99).Draw(t, "count")}
		}
		for m := range rapid.IntRange(1, 4).Draw(t, "members") {
			u := drawPerson(t, fmt.Sprintf("member-%d-%d", n, m))
			u.FamilyID, u.IsOwner = f.ID, m == 0
			if u.IsOwner {
				f.OwnerID = u.ID
			}
			f.MemberIDs = append(f.MemberIDs, u.ID)
			people = append(people, bulk.Record{Person: u})
		}
		for m := range rapid.IntRange(0, 2).Draw(t, "former") {
			u := drawPerson(t, fmt.Sprintf("former-%d-%d", n, m))
			u.FamilyID, u.Membership.Gone = f.ID, true
			f.FormerIDs = append(f.FormerIDs, u.ID)
			people = append(people, bulk.Record{Person: u})
		}
		families = append(families, bulk.Record{Family: f})
	}
	for n := range rapid.IntRange(0, 2).Draw(t, "closing") {
		u := drawPerson(t, fmt.Sprintf("closing-%d", n))
		u.Closing = true
		people = append(people, bulk.Record{Person: u})
	}
	drawRequests(t, people, families)
	return people, families
}

// drawRequests adds requests of some people to join other families.
func drawRequests(t *rapid.T, people, families []bulk.Record) {
	for n, p := range people {
		f := rapid.SampledFrom(families).Draw(t, "asked").Family
		if u := p.Person; !f.Lists(u.ID) && !u.Closing && rapid.Bool().Draw(t, "asks") {
			u.Membership.Request = models.Request{
				UserID: u.ID, FamilyID: f.ID, At: instants.Draw(t, "at"), Check: fmt.Sprintf("%02d", n),
				Way:      rapid.SampledFrom([]models.Way{models.WayDigits, models.WayLink, models.WayNumber}).Draw(t, "way"),
				InviteID: models.InviteID(texts.Draw(t, "invitation")), By: models.UserID(texts.Draw(t, "by")),
			}
			f.Requests = append(f.Requests, u.Membership.Request)
		}
	}
}

func drawPerson(t *rapid.T, id string) *models.User {
	u := &models.User{
		ID: models.UserID(id), Name: texts.Draw(t, "name"), Email: texts.Draw(t, "email"), Picture: texts.Draw(t, "picture"),
		CreatedAt: instants.Draw(t, "created"), UpdatedAt: instants.Draw(t, "updated"),
		Source:             rapid.SampledFrom([]models.Source{models.SourceAlexa, models.SourceOIDC}).Draw(t, "source"),
		Membership:         models.Membership{JoinedAt: maybe.Draw(t, "joined"), MoveEpoch: rapid.Int64Range(0, 9).Draw(t, "epoch")},
		SessionsValidAfter: maybe.Draw(t, "valid"), Skill: models.SkillMemory{LastReadAt: maybe.Draw(t, "read")},
	}
	u.Author.ListFull = rapid.Bool().Draw(t, "full") // which is not copied
	if rapid.Bool().Draw(t, "linked") {
		u.Echo.Link = models.Link{Person: "linker", Access: "0123456789abcdef", Told: rapid.Bool().Draw(t, "told")}
	}
	u.Membership.JoinedWith, u.Membership.AddedBy = models.InviteID(texts.Draw(t, "with")), models.UserID(texts.Draw(t, "added"))
	u.Emoji, u.Membership.RemovedBy = texts.Draw(t, "emoji"), models.UserID(texts.Draw(t, "removed"))
	u.Membership.InvitedTo, u.EraseAt = models.FamilyID(texts.Draw(t, "invited")), maybe.Draw(t, "erase")
	u.Echo.Notice = rapid.SampledFrom([]models.Notice{"", models.NoticeJoined, models.NoticeOwner}).Draw(t, "notice")
	if rapid.Bool().Draw(t, "connecting") {
		u.Echo.Connection = models.Connection{Number: id + " 12345678", ExpiresAt: seconds.Draw(t, "until")}
	}
	if rapid.Bool().Draw(t, "recoverable") {
		u.Echo.Recovery = "hash of " + id
	}
	voices := rapid.MapOf(rapid.Map(words, func(s string) models.VoiceID { return models.VoiceID("v" + s) }), texts)
	u.Skill.Voices = rapid.OneOf(rapid.Just(map[models.VoiceID]string(nil)), voices).Draw(t, "voices")
	if rapid.Bool().Draw(t, "works") {
		kind := rapid.SampledFrom([]models.WorkKind{models.WorkTrash, models.WorkEmpty}).Draw(t, "kind")
		w := models.Work{Family: "family-0", Began: instants.Draw(t, "began"), Done: rapid.IntRange(0, 9).Draw(t, "done"), Left: rapid.IntRange(1, 9).Draw(t, "left")}
		if rapid.Bool().Draw(t, "advanced") {
			w.After = models.Position{Timestamp: instants.Draw(t, "after"), UserID: "author", ID: "1752485415123aaaaaaaaaaaa"}
		}
		u.Author.Work = map[models.WorkKind]models.Work{kind: w}
	}
	u.Skill.Greeted = rapid.IntRange(0, models.Greetings).Draw(t, "greeted")
	u.Skill.Heard = rapid.OneOf(rapid.Just(map[models.VoiceMark]time.Time(nil)), rapid.MapOfN(marks, instants, 0, 3)).Draw(t, "heard")
	u.Skill.Rooms = rapid.OneOf(rapid.Just(map[models.VoiceMark]string(nil)), rapid.MapOfN(marks, words, 0, 3)).Draw(t, "rooms")
	return u
}

// drawAccess returns the accesses of a person: some have ended, and of some the details are
// not known.
func drawAccess(t *rapid.T) []bulk.Access {
	uses, details := map[models.AccessID]models.Use{}, []models.Access(nil)
	for n := range rapid.IntRange(0, 3).Draw(t, "accesses") {
		id := models.AccessID(fmt.Sprintf("%016x", n))
		use := models.Use{LastUsed: models.Day(instants.Draw(t, "used"))}
		if rapid.Bool().Draw(t, "an app") {
			use.Generation, use.Renewed = rapid.Int64Range(1, 9).Draw(t, "generation"), instants.Draw(t, "renewed")
		}
		if use.Ended = rapid.Bool().Draw(t, "ended"); use.Ended {
			id = models.OldAccess(fmt.Sprintf("%012x", n))
		}
		uses[id] = use
		if !use.Ended && rapid.Bool().Draw(t, "described") {
			details = append(details, models.Access{
				ID: id, Kind: rapid.SampledFrom([]models.AccessKind{models.AccessSession, models.AccessEcho}).Draw(t, "kind"),
				Name: texts.Draw(t, "name"), Host: texts.Draw(t, "host"), Scope: models.ScopeFull, Since: instants.Draw(t, "since"), Until: instants.Draw(t, "until"),
			})
		}
	}
	return bulk.Accesses(uses, details)
}

// drawActs returns what voices of an account did last.
func drawActs(t *rapid.T, people []bulk.Record) map[models.VoiceMark]models.Act {
	one := rapid.Custom(func(t *rapid.T) models.Act {
		a := models.Act{At: instants.Draw(t, "at"), Key: texts.Draw(t, "request"), Undone: rapid.Bool().Draw(t, "undone")}
		a.Kind = rapid.SampledFrom([]models.ActKind{models.ActNone, models.ActAdded, models.ActDone, models.ActTrashed, models.ActNamed, models.ActJoined}).Draw(t, "act")
		switch a.Kind {
		case models.ActAdded, models.ActDone, models.ActTrashed:
			for _, p := range rapid.SliceOfN(rapid.SampledFrom(people), 1, 5).Draw(t, "authors") {
				a.Refs = append(a.Refs, models.MemoRef{UserID: p.Person.ID, ID: "1752485415123aaaaaaaaaaaa"})
			}
		case models.ActNamed:
			a.Named, a.Name = rapid.OneOf(rapid.Just(models.VoiceMark("")), marks).Draw(t, "named"), texts.Draw(t, "name before")
		case models.ActJoined:
			a.Family = "family-0"
		}
		return a
	})
	keys := rapid.OneOf(rapid.Just(models.VoiceMark("")), marks)
	return rapid.OneOf(rapid.Just(map[models.VoiceMark]models.Act(nil)), rapid.MapOfN(keys, one, 0, models.MaxActs)).Draw(t, "acts")
}

func drawMemo(t *rapid.T, author models.User, n int) *models.Memo {
	m := &models.Memo{
		UserID: author.ID, ID: models.MemoID(fmt.Sprintf("%013d%012x", n, n)), FamilyID: author.FamilyID,
		Content: words.Draw(t, "content"), Timestamp: instants.Draw(t, "timestamp"), CreatedByName: texts.Draw(t, "name"),
		SpokenBy: models.VoiceMark(texts.Draw(t, "mark")), UpdatedAt: maybe.Draw(t, "updated"),
		UpdatedBy: models.UserID(texts.Draw(t, "by")), Via: models.AccessID(texts.Draw(t, "via")), Version: rapid.Int64Range(1, 9).Draw(t, "version"),
	}
	if rapid.Bool().Draw(t, "done") {
		m.DoneAt, m.DoneBy = instants.Draw(t, "doneAt"), models.UserID(texts.Draw(t, "done by"))
	}
	if rapid.Bool().Draw(t, "edited") {
		m.EditedAt, m.EditedBy = instants.Draw(t, "editedAt"), models.UserID(texts.Draw(t, "edited by"))
		m.Before = models.Earlier{
			Content: words.Draw(t, "before"), At: instants.Draw(t, "beforeAt"), By: models.UserID(texts.Draw(t, "before by")),
			Kept: rapid.Bool().Draw(t, "kept"),
		}
	}
	if rapid.Bool().Draw(t, "deleted") {
		m.Deleted, m.DeletedAt = true, maybe.Draw(t, "deletedAt")
	}
	if m.Deleted || m.Done() {
		m.PurgeAt = rapid.OneOf(rapid.Just(time.Time{}), seconds).Draw(t, "purge")
	}
	return m
}

func drawInvite(t *rapid.T, n int) *models.InviteCode {
	c := &models.InviteCode{
		Code: fmt.Sprintf("%04d", n), FamilyID: "family-0", CreatedBy: "member-0-0", CreatedAt: instants.Draw(t, "created"),
		ExpiresAt: seconds.Draw(t, "expires"), InviteID: models.InviteID(texts.Draw(t, "invitation")), Admits: rapid.Bool().Draw(t, "admits"),
	}
	if rapid.Bool().Draw(t, "link") {
		c.Code, c.Admits = fmt.Sprintf("%shash%d", models.LinkPrefix, n), false
	}
	return c
}

func drawLedger(t *rapid.T, n int) *invite.Ledger {
	entry := rapid.Custom(func(t *rapid.T) invite.Entry {
		return invite.Entry{ID: texts.Draw(t, "id"), At: instants.Draw(t, "at"), Amount: rapid.Int64().Draw(t, "amount")}
	})
	return &invite.Ledger{
		Name: fmt.Sprintf("ledger/%d", n), Version: rapid.Int64Range(1, 1e6).Draw(t, "version"),
		Entries: rapid.SliceOf(entry).Draw(t, "entries"), ExpiresAt: seconds.Draw(t, "expires"),
	}
}

// ofKind returns the records of a kind.
func ofKind(records []bulk.Record, kind bulk.Kind) []bulk.Record {
	return slices.DeleteFunc(slices.Clone(records), func(r bulk.Record) bool { return r.Kind() != kind })
}
