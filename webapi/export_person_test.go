package webapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

const aboutMe = "/api/export?format=json&scope=me"

// personExportJSON is a whole export of a person.
type personExportJSON struct {
	aboutJSON
	Memos []memoJSON `json:"memos"`
	Trash []memoJSON `json:"trash"`
	Kept  []Kept     `json:"kept"`
}

// exportOf requests the export of a person.
func (s *site) exportOf(who string, headers ...string) (out personExportJSON) {
	s.t.Helper()
	s.ask(who, "GET", aboutMe, "", headers...).want(200).into(&out)
	return out
}

// speak names a voice and a device of an account, and records that the voice listened and
// did something.
func (s *site) speak(u models.User) {
	s.t.Helper()
	ctx, families := s.t.Context(), s.options.Families
	_, err := families.NameVoice(ctx, u, "v", "太郎")
	_, other := families.NameRoom(ctx, u, "d", "Kitchen")
	must.OK(s.t, errors.Join(err, other, families.MarkListened(ctx, u, models.Speaker{Voice: "v"}, time.Now()), families.RecordAct(ctx, u, "v", models.Act{})))
}

func contentsOf(memos []memoJSON) []string {
	var out []string
	for _, m := range memos {
		out = append(out, m.Content)
	}
	return out
}

func TestExportPerson(t *testing.T) {
	w := newWorld(t)
	w.use(func(o *Options) { o.Operator = "Sato family, sato@example.com" })
	w.add("taro", "卵を買う")
	taro, err := w.options.Families.Person(t.Context(), "taro")
	must.OK(t, err)
	w.speak(taro)
	w.ask("taro", "PUT", "/api/user/emoji", object("emoji", "🐻")).want(200)
	got := w.exportOf("taro")
	if got.User.Emoji != "🐻" {
		t.Errorf("got the emoji %q, want the one chosen", got.User.Emoji)
	}
	if len(got.Voices) != 1 || len(got.Heard) != 1 || len(got.Acts) != 1 || !slices.Equal(got.Rooms, []roomJSON{{models.DeviceID("d").Mark("taro"), "Kitchen"}}) {
		t.Errorf("got voices %v, times %v, acts %v and rooms %v, want one of each", got.Voices, got.Heard, got.Acts, got.Rooms)
	}
	if want := []string{"卵を買う", "牛乳を買う"}; !slices.Equal(contentsOf(got.Memos), want) {
		t.Errorf("got memos %q, want %q", contentsOf(got.Memos), want)
	}
	if want := []string{"捨てたメモ"}; !slices.Equal(contentsOf(got.Trash), want) {
		t.Errorf("got trash %q, want %q", contentsOf(got.Trash), want)
	}
	u := got.User
	if u.UserID != "taro" || u.Email != "taro@example.com" || u.FamilyID != taro.FamilyID || !u.IsOwner || u.CreatedAt == "" {
		t.Errorf("got user %+v", u)
	}
	var list accessList
	w.ask("taro", "GET", "/api/me/access", "").want(200).into(&list)
	if len(list.Access) == 0 || !slices.Equal(got.Access, list.Access) {
		t.Errorf("got access %+v, want %+v", got.Access, list.Access)
	}
	if got.Operator != "Sato family, sato@example.com" || !strings.HasPrefix(got.ExportedAt, "2026-04-01T") {
		t.Errorf("got operator %q, exported at %q", got.Operator, got.ExportedAt)
	}
	if other := w.exportOf("hanako"); !slices.Equal(contentsOf(other.Memos), []string{"パンを買う"}) || len(other.Trash) > 0 {
		t.Errorf("hanako: got memos %q and trash %q", contentsOf(other.Memos), contentsOf(other.Trash))
	}
}

// TestExportPersonAnswer: the headers of the file, and one memo a line.
func TestExportPersonAnswer(t *testing.T) {
	w := newWorld(t)
	w.freeze()
	r := w.ask("taro", "GET", aboutMe, "").want(200)
	if got, want := r.header.Get("Content-Disposition"), `attachment; filename="about-me-2026-04-01.json"`; got != want {
		t.Errorf("got Content-Disposition %s, want %s", got, want)
	}
	if head := w.ask("taro", "HEAD", aboutMe, "").want(200); head.body != "" {
		t.Error("HEAD has a body")
	}
	w.ask("", "GET", aboutMe, "").want(401)
}

// TestExportPersonHasEveryField: each field of an account is in the export, or listed here
// with the reason why not.
func TestExportPersonHasEveryField(t *testing.T) {
	at := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	with := map[string]models.User{
		"ID": {ID: "x"}, "FamilyID": {FamilyID: "x"}, "Name": {Name: "x"}, "Email": {Email: "x"}, "Picture": {Picture: "x"}, "Emoji": {Emoji: "x"},
		"IsOwner": {IsOwner: true}, "CreatedAt": {CreatedAt: at}, "UpdatedAt": {UpdatedAt: at}, "JoinedAt": {Membership: models.Membership{JoinedAt: at}},
		"Source": {Source: "x"}, "MoveEpoch": {Membership: models.Membership{MoveEpoch: 7}}, "SessionsValidAfter": {SessionsValidAfter: at},
		"LastReadAt": {Skill: models.SkillMemory{LastReadAt: at}}, "Greeted": {Skill: models.SkillMemory{Greeted: 1}},
		"Request": {Membership: models.Membership{Request: models.Request{At: at}}}, "JoinedWith": {Membership: models.Membership{JoinedWith: "x"}},
		"AddedBy": {Membership: models.Membership{AddedBy: "x"}}, "RemovedBy": {Membership: models.Membership{RemovedBy: "x"}},
		"InvitedTo": {Membership: models.Membership{InvitedTo: "x"}}, "Connection": {Echo: models.EchoState{Connection: models.Connection{Number: "48271935"}}},
		"Recovery": {Echo: models.EchoState{Recovery: "x"}}, "EraseAt": {EraseAt: at}, "Notice": {Echo: models.EchoState{Notice: "x"}},
		"Work": {Author: models.AuthorState{Work: map[models.WorkKind]models.Work{"x": {}}}},
	}
	elsewhere := map[string]string{
		"Access":     "has a list of its own",
		"Voices":     "have a list of their own",
		"Heard":      "has a list of its own",
		"Rooms":      "have a list of their own",
		"Acts":       "have a list of their own",
		"Membership": "is exported field by field",
		"Echo":       "is exported field by field",
		"Skill":      "is exported field by field",
		"Author":     "is exported field by field",
		"Latest":     "names memos that are in the lists",
		"ListFull":   "is about the family",
		"Link":       "only an Echo has one, and it cannot sign in; the access is in the list of its person",
		"Gone":       "a former member cannot sign in",
		"Closing":    "a closing account cannot sign in",
	}
	shown := func(u models.User) string {
		raw, err := json.Marshal(exportedPerson(u, models.Family{}))
		must.OK(t, err)
		return string(raw)
	}
	fields := reflect.VisibleFields(reflect.TypeFor[models.User]())
	for _, group := range []any{models.Membership{}, models.EchoState{}, models.SkillMemory{}, models.AuthorState{}} {
		fields = append(fields, reflect.VisibleFields(reflect.TypeOf(group))...)
	}
	for _, field := range fields {
		u, exported := with[field.Name]
		switch {
		case elsewhere[field.Name] != "":
		case !exported:
			t.Errorf("the export does not have %s", field.Name)
		case shown(u) == shown(models.User{}):
			t.Errorf("the export does not change with %s", field.Name)
		}
	}
}

// TestExportOfAnEcho: the export has the fields of Echos only.
func TestExportOfAnEcho(t *testing.T) {
	at := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	ref := models.MemoRef{UserID: "echo", ID: "1234567890123abcdef012345"}
	mark := models.VoiceID("v1").Mark("echo")
	echo := models.User{
		ID: "echo", Skill: models.SkillMemory{Voices: map[models.VoiceID]string{"v2": "", "v1": "花子"},
			Heard: map[models.VoiceMark]time.Time{"b": at.Add(time.Hour), "a": at},
			Acts: map[models.VoiceMark]models.Act{
				"b": {Kind: models.ActNamed, At: at, Named: mark, Name: "太郎"}, "a": {Kind: models.ActJoined, At: at, Family: "f"},
				"": {Kind: models.ActTrashed, At: at, Refs: []models.MemoRef{ref}}, "c": {At: at},
				"d": {Kind: models.ActAdded, At: at, Refs: []models.MemoRef{ref}, Undone: true},
			}},
	}
	if got, want := exportedVoices(echo), []voiceJSON{{"v1", "花子", mark}, {"v2", "", models.VoiceID("v2").Mark("echo")}}; !slices.Equal(got, want) {
		t.Errorf("got voices %v, want %v", got, want)
	}
	const when, later = "2026-04-01T09:00:00.000Z", "2026-04-01T10:00:00.000Z"
	if got, want := exportedHeard(echo), []heardJSON{{"a", when}, {"b", later}}; !slices.Equal(got, want) {
		t.Errorf("got times %v, want %v", got, want)
	}
	want := []actJSON{
		{Kind: models.ActTrashed, At: when, Memos: []string{ref.String()}}, {Voice: "a", Kind: models.ActJoined, At: when, FamilyID: "f"},
		{Voice: "b", Kind: models.ActNamed, At: when, Named: mark, NameBefore: "太郎"}, {Voice: "c", At: when},
		{Voice: "d", Kind: models.ActAdded, At: when, Memos: []string{ref.String()}, Undone: true},
	}
	if got := exportedActs(echo); !reflect.DeepEqual(got, want) {
		t.Errorf("got acts %+v, want %+v", got, want)
	}
}

// TestExportOfTheFamily: the export has what a family stores about a person.
func TestExportOfTheFamily(t *testing.T) {
	at := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	f := models.Family{Emptied: models.Emptied{By: "taro", At: at, Count: 4}, Members: []models.User{{ID: "taro"}, {ID: "echo", Membership: models.Membership{AddedBy: "taro"}}}}
	for id, want := range map[models.UserID]bool{"taro": true, "hanako": false} {
		p := exportedPerson(models.User{ID: id}, f)
		if (p.EmptiedTrash != nil) != want || slices.Equal(p.AddedEchos, []models.UserID{"echo"}) != want {
			t.Errorf("%s: got %+v, want what they did: %v", id, p, want)
		}
	}
}

// TestExportPersonPages: the export has every memo of the person once, among memos of
// others, including memos from former families.
func TestExportPersonPages(t *testing.T) {
	s := newSite(t)
	s.add("hanako", "alone")
	s.together("taro", "hanako")
	var want []string
	for i := range memo.MaxLimit + 20 {
		s.add("taro", fmt.Sprint("taro ", i))
		want = append(want, s.add("hanako", fmt.Sprint("hanako ", i)).Content)
	}
	slices.Reverse(want)
	want = append(want, "alone")
	check.Slices(t, contentsOf(s.exportOf("hanako").Memos), want, "as a member")
	s.ask("hanako", "POST", "/api/family/leave", "").want(200)
	check.Slices(t, contentsOf(s.exportOf("hanako").Memos), want, "after leaving")
}

// TestExportPersonMovesOn: a person who leaves the family while a page is being read, so
// that their memos move away, still gets each of them once.
func TestExportPersonMovesOn(t *testing.T) {
	d := newDoor(t)
	d.together("taro", "hanako")
	var want []string
	for i := range memo.MaxLimit {
		want = append(want, d.add("hanako", fmt.Sprint("memo ", i)).Content)
		d.add("taro", fmt.Sprint("taro ", i))
	}
	slices.Sort(want)
	left := false
	d.options.Memos = memo.NewService(turningPages{d.db.Memos(), func(context.Context) {
		if !left {
			left = true
			d.ask("hanako", "POST", "/api/family/leave", "").want(200)
		}
	}}, d.options.Families)
	other := newSite(t, func(o *Options) {
		now, log := o.Now, o.Logger
		*o = d.options
		o.Now, o.Logger = now, log
	})
	got := contentsOf(other.exportOf("hanako").Memos)
	slices.Sort(got)
	if !slices.Equal(got, want) || !left {
		t.Errorf("left %v: got %q, want %q", left, got, want)
	}
}

func TestExportScopes(t *testing.T) {
	w := newWorld(t)
	whole := w.ask("taro", "GET", "/api/export?format=json", "").want(200).body
	for _, scope := range []string{"", "family"} {
		check.Equal(t, w.ask("taro", "GET", "/api/export?format=json&scope="+scope, "").want(200).body, whole, "scope %q", scope)
	}
	for query, field := range map[string]string{
		"format=json&scope=all": "scope", "format=csv&scope=Me": "scope", "format=csv&scope=me": "format", "format=markdown&scope=me": "format",
		"scope=me": "format",
	} {
		if p := w.ask("taro", "GET", "/api/export?"+query, "").want(400).problem(); p.Field != field || p.Code != models.CodeInvalid {
			t.Errorf("%s: got field %q, want %q", query, p.Field, field)
		}
	}
}

// TestExportSaysWhatIsKept: the same table as on the privacy page, in the reader's
// language.
func TestExportSaysWhatIsKept(t *testing.T) {
	w := newWorld(t)
	for tag, legal := range legalByTag() {
		got := w.exportOf("taro", "Accept-Language: "+tag).Kept
		if want := retention(legal, legalReplacer(legal, "")); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", tag, got, want)
		}
	}
}
