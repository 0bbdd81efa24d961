package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// Run checks the contract of family.Store. Each case gets a fresh engine.
func Run(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"create and read":                            createAndRead,
		"create twice is refused":                    createTwice,
		"missing is an error":                        missing,
		"update changes only the patched attributes": update,
		"voices get names":                           voices,
		"voices are refused":                         voicesRefused,
		"voices lose names":                          unnamedVoices,
		"last time listened":                         listened,
		"many devices and voices listened":           listenedMany,
		"greetings are counted":                      greeted,
		"acts of voices":                             voiceActs,
		"large acts":                                 largeActs,
		"an act that did not happen":                 forgottenAct,
		"many acts":                                  manyActs,
		"acts end with the list":                     actsEnd,
		"joining is recorded after it":               joinRecorded,
		"devices get names":                          roomNames,
		"names of devices are refused":               roomsRefused,
		"members name Echos":                         nameEcho,
		"naming an Echo is refused":                  nameEchoRefused,
		"newcomers name no Echo":                     newcomersName,
		"one patch of everything":                    wholePatch,
		"hidden characters in names":                 hiddenNames,
		"where a family lives":                       timeZones,
		"names that resemble a member's":             resemblingNames,
	})
	runShown(t, mk)
	runMembership(t, mk)
	runRequests(t, mk)
	runEchos(t, mk)
	runFormers(t, mk)
	runLinks(t, mk)
	runInvited(t, mk)
}

// runCases runs each case on a fresh engine, in parallel with other cases.
func runCases(t *testing.T, mk Maker, cases map[string]func(*World)) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(NewWorld(t, mk))
		})
	}
}

// runInTurn runs each case on a fresh engine, one after the other, because cases with many
// concurrent calls would compete for processors.
func runInTurn(t *testing.T, mk Maker, cases map[string]func(*World)) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) { test(NewWorld(t, mk)) })
	}
}

func createAndRead(w *World) {
	want := models.User{
		ID: "u1", FamilyID: "f1", Name: "太郎", Email: "taro@example.com", Picture: "https://example.com/p.png", Emoji: "🐻",
		IsOwner: true, CreatedAt: w.Now(), UpdatedAt: w.Now(), Source: models.SourceOIDC,
		Membership: models.Membership{JoinedAt: w.Now(), MoveEpoch: 1, InvitedTo: "f0"}, EraseAt: w.Now().Add(time.Hour).Truncate(time.Second),
	}
	w.OK(w.FamilyStore.Create(w.Ctx(), want))
	got, err := w.FamilyStore.Person(w.Ctx(), "u1")
	w.OK(err)
	w.Same(got, want)
	f, err := w.FamilyStore.Family(w.Ctx(), "f1")
	w.OK(err)
	w.Same(settled(f), models.Family{
		ID: "f1", OwnerID: "u1", MemberIDs: []models.UserID{"u1"}, Members: []models.User{want}, CreatedAt: want.CreatedAt,
	})
}

func createTwice(w *World) {
	u := w.Person("Taro")
	other := u
	other.FamilyID, other.Name = "another", "Jiro"
	w.Refused(w.FamilyStore.Create(w.Ctx(), other), conflict, moved)
	w.Same(w.Again(u), u)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "another")), notFound, models.ReasonFamily)
}

func missing(w *World) {
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), "nobody")), notFound, models.ReasonPerson)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "nowhere")), notFound, models.ReasonFamily)
	w.Refused(must.Err(w.FamilyStore.Holder(w.Ctx(), family.NumberKey("12345678"))), notFound, notValid)
	name := "Ghost"
	w.Refused(must.Err(w.FamilyStore.Update(w.Ctx(), "nobody", family.Patch{Name: &name, At: w.Now()})), notFound, models.ReasonPerson)
	c := models.Connection{Number: "12345678", ExpiresAt: w.Now().Add(time.Minute).Truncate(time.Second)}
	w.Refused(w.FamilyStore.SetConnection(w.Ctx(), "nobody", c, w.Now()), conflict, moved)
	w.Refused(w.FamilyStore.SetRecovery(w.Ctx(), "nobody", "hash", w.Now()), conflict, moved)
	asking := family.Asking{Family: "nowhere", Owner: "nobody", On: true, At: w.Now()}
	w.Refused(w.FamilyStore.SetAsking(w.Ctx(), asking), conflict, moved)
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), "nobody")), notFound, models.ReasonPerson)
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), "nowhere")), notFound, models.ReasonFamily)
}

func update(w *World) {
	u := w.Person("Taro")
	name, at := "次郎", w.Now().Add(time.Second)
	got, err := w.FamilyStore.Update(w.Ctx(), u.ID, family.Patch{Name: &name, At: at})
	w.OK(err)
	want := u
	want.Name, want.UpdatedAt = name, at
	w.Same(got, want)
	w.Same(w.Again(u), want)
}

// hiddenNames: hidden characters are removed from every name that is written, and from a stored
// name that is read.
func hiddenNames(w *World) {
	u := w.Person("Taro")
	reader := w.Join(w.Person("Hanako"), u)
	for _, name := range []string{"Ta\u200bro", "Taro\u202e", "\u2066Taro\u2069", "Taro\ufeff", "Ta\u00adro", "Ta\u2060ro"} {
		u, err := w.Families.Rename(w.Ctx(), u, name)
		w.OK(err)
		w.Same(u.Name, "Taro")
		u, err = w.Families.NameVoice(w.Ctx(), u, voiceOf(0), name)
		w.OK(err)
		w.Same(u.Skill.Voices[voiceOf(0)], "Taro")
		p := w.profile("Issuer", models.SourceOIDC)
		p.Name = name
		made, err := w.Families.Ensure(w.Ctx(), p)
		w.OK(err)
		w.Same(made.Name, "Taro")
		w.OK(must.Err(w.FamilyStore.Update(w.Ctx(), u.ID, family.Patch{Name: &name, Voices: map[models.VoiceID]string{voiceOf(0): name}, At: w.Now()})))
		stored, err := w.Families.Person(w.Ctx(), u.ID)
		w.OK(err)
		f, err := w.Families.FamilyOf(w.Ctx(), reader)
		w.OK(err)
		listed, _ := f.Member(u.ID)
		for _, read := range []models.User{stored, listed} {
			w.Same([]string{read.Name, read.Skill.Voices[voiceOf(0)]}, []string{"Taro", "Taro"})
		}
	}
	for _, name := range []string{"👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می\u200cخواهم"} {
		renamed, err := w.Families.Rename(w.Ctx(), u, name)
		w.OK(err)
		w.Same(renamed.Name, name)
	}
}

// resemblingNames: an Asker names the member whose name the asker's resembles.
func resemblingNames(w *World) {
	for _, c := range []struct {
		member string
		askers map[string]bool // whether they are alike
	}{
		{"Taro", map[string]bool{"Taro": true, "taro": true, "Ｔａｒｏ": true}},
		{"Taro", map[string]bool{"Tаrо": true, "T a r o.": true, "Táro": true}},
		{"Bob", map[string]bool{"B0b": true}},
		{"Bill", map[string]bool{"BiIl": true, "Bi11": true}},
		{"Paul", map[string]bool{"Рaul": true}},
		{"はなこ", map[string]bool{"ハナコ": true, "ﾊﾅｺ": true, "は　なこ": true, "はなご": false}},
		{"花子", map[string]bool{"花子": true, "花代": false}},
		{"Anna", map[string]bool{"An\u200dna": true, "An\u200cna": true, "Ann": false}},
		{"ガス", map[string]bool{"カス": false}},
		{"エミ", map[string]bool{"工ミ": true}},
		{"Mom", map[string]bool{"Mom❤": true}},
		{"ハル", map[string]bool{"八ル": true}},
		{"パパ", map[string]bool{"ババ": false}},
	} {
		owner := w.AskingOwner("Owner")
		w.OK(must.Err(w.Families.Rename(w.Ctx(), owner, c.member)))
		want := map[models.UserID]string{}
		for name, alike := range c.askers {
			asker := w.Person("Asker")
			w.OK(must.Err(w.Families.Rename(w.Ctx(), asker, name)))
			w.Ask(asker, owner)
			want[asker.ID] = ""
			if alike {
				want[asker.ID] = c.member
			}
		}
		found, err := w.Families.Askers(w.Ctx(), w.FamilyOf(owner))
		w.OK(err)
		got := map[models.UserID]string{}
		for _, a := range found {
			got[a.User.ID] = a.Resembles
		}
		w.Same(got, want)
	}
}
