package skill

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/skill/messages"
)

// refsOf returns the references of n memos by as many authors as a family may have
// members, with ids as long as those of Echos.
func refsOf(n, first int) []models.MemoRef {
	var refs []models.MemoRef
	for i := range n {
		author := fmt.Sprintf("amzn1.ask.account.%s%02d", strings.Repeat("A", 180), i%models.MaxMembers)
		refs = append(refs, models.MemoRef{UserID: models.UserID(author), ID: models.MemoID(fmt.Sprintf("%013d%012x", i+first, i))})
	}
	return refs
}

func through(t *testing.T, s state) state {
	t.Helper()
	attributes := s.attributes()
	raw, err := marshal(attributes)
	if err != nil || len(raw) > maxAttributes {
		t.Errorf("%d bytes, %v", len(raw), err)
	}
	return parseState(attributes, questions())
}

func TestStateComesBack(t *testing.T) {
	refs := refsOf(maxRead, 0)
	for name, s := range map[string]state{
		"nothing":    {},
		"a question": {Asked: askAll, Account: "0123456789abcdef", Voice: "fedcba9876543210", Misses: 2, Last: lastReading},
		"a code":     {Asked: askJoin, Code: "0012", Last: lastInvite},
		"a number":   {Asked: askBack, Number: "1234567890", Last: lastConnection},
		"a memo":     {Asked: askAgain, Text: strings.Repeat("長", models.MaxContent), Last: lastMembers},
		"a search":   {Reading: &reading{Items: refs[:7], From: 6, To: 7, Gone: []int{2, 7}, Next: "bmV4dA", Text: "牛乳"}},
		"no match":   {Reading: &reading{Items: []models.MemoRef{}, Next: "bmV4dA", Text: "牛乳"}},
		"all read":   {Reading: &reading{Items: refs, From: 96, To: 100, Next: "bmV4dA"}, Undo: refs[:1]},
		"all to go":  {Asked: askNewest, All: refs, Undo: refs[:5]},
		"the same":   {Reading: &reading{Items: refs, From: 1, To: 5}, Undo: refs, Asked: askMore},
	} {
		t.Run(name, func(t *testing.T) {
			got := through(t, s)
			if len(s.All) == 0 {
				got.All = s.All
			}
			if len(s.Undo) == 0 {
				got.Undo = s.Undo
			}
			if !reflect.DeepEqual(got, s) {
				t.Errorf("got %+v\nwant %+v", got, s)
			}
		})
	}
}

// TestFullStateKeepsWhatIsAsked checks that a state that is too large keeps what the
// open question needs.
func TestFullStateKeepsWhatIsAsked(t *testing.T) {
	s := state{
		Asked: askNewest, All: refsOf(maxRead, 0), Undo: refsOf(maxRead, 1000),
		Reading: &reading{Items: refsOf(maxRead, 2000), From: 1, To: 5, Next: strings.Repeat("n", 400)},
	}
	got := through(t, s)
	if !reflect.DeepEqual(got.All, s.All) || got.Asked != askNewest || len(got.Undo) > 0 {
		t.Errorf("got %d to delete, %d to undo, question %q", len(got.All), len(got.Undo), got.Asked)
	}
	s.Reading = nil
	for i := range s.All { // ids as long as any engine accepts
		s.All[i].UserID = models.UserID(strings.Repeat("x", 2000) + fmt.Sprint(i%models.MaxMembers))
	}
	if got := through(t, s); got.Asked != askNewest || len(got.All) > 0 {
		t.Errorf("got %d to delete, question %q", len(got.All), got.Asked)
	}
}

func TestStateOfStrangersIsForgotten(t *testing.T) {
	refs := func(items ...string) string { raw, _ := json.Marshal(items); return string(raw) }
	many := make([]string, maxRead+1)
	for i := range many {
		many[i] = "0/x"
	}
	for name, raw := range map[string]string{
		"an unknown question":   `{"asked":"world peace"}`,
		"nothing to repeat":     `{"last":"everything"}`,
		"half a code":           `{"code":"12"}`,
		"a wide code":           `{"code":"１２３４"}`,
		"half a number":         `{"number":"12345678"}`,
		"a number below":        `{"number":"0123456789"}`,
		"a number in groups":    `{"number":"123 456 7890"}`,
		"a long memo":           `{"text":"` + strings.Repeat("a", models.MaxContent+1) + `"}`,
		"a long search":         `{"reading":{"items":[],"text":"` + strings.Repeat("a", maxSearch+1) + `"}}`,
		"negative misses":       `{"misses":-5}`,
		"no authors":            `{"reading":{"items":["0/x"]},"all":["0/x"],"undo":["0/x"]}`,
		"an author too far":     `{"authors":["a"],"reading":{"items":["1/x"]},"all":["-1/x"],"undo":["1/x"]}`,
		"no id":                 `{"authors":["a"],"reading":{"items":["0/"]},"all":["0"],"undo":[""]}`,
		"a long id":             `{"authors":["a"],"undo":["0/` + strings.Repeat("x", maxMemoID+1) + `"]}`,
		"too many":              `{"authors":["a"],"undo":` + refs(many...) + `,"all":` + refs(many...) + `,"reading":{"items":` + refs(many...) + `}}`,
		"numbers that are none": `{"authors":["a"],"reading":{"items":["0/x"],"gone":[0]}}`,
		"a page beyond":         `{"authors":["a"],"reading":{"items":["0/x"],"from":1,"to":2}}`,
		"a page backwards":      `{"authors":["a"],"reading":{"items":["0/x","0/y"],"from":2,"to":1}}`,
		"half a page":           `{"authors":["a"],"reading":{"items":["0/x"],"to":1}}`,
		"mistyped":              `{"undo":"x","misses":"y"}`,
	} {
		t.Run(name, func(t *testing.T) {
			var attributes map[string]any
			if err := json.Unmarshal([]byte(raw), &attributes); err != nil {
				t.Fatal(err)
			}
			got := parseState(attributes, questions())
			if got.Asked+got.Last+got.Code+got.Number+got.Text != "" || got.Misses != 0 || got.Reading != nil || len(got.All)+len(got.Undo) > 0 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestNumbersStayPut checks that a deleted memo keeps its number, which works again
// after a restore.
func TestNumbersStayPut(t *testing.T) {
	refs := refsOf(3, 0)
	s := state{Reading: &reading{Items: refs, From: 1, To: 3}}
	s.deleted(refs[1], refsOf(1, 50)[0])
	s.deleted(refs[1], refs[2])
	if got := s.Reading.Gone; !reflect.DeepEqual(got, []int{2, 3}) {
		t.Errorf("gone: %v", got)
	}
	s.restored([]models.Memo{{UserID: refs[1].UserID, ID: refs[1].ID}})
	if got := s.Reading.Gone; !reflect.DeepEqual(got, []int{3}) {
		t.Errorf("gone: %v", got)
	}
	s.Reading = nil
	s.deleted(refs...)
}

func TestNumber(t *testing.T) {
	ja, en := messages.Catalogue{messages.Numerals: "〇一二三四五六七八九十"}, messages.English()
	for n, want := range map[int]string{
		0: "〇", 1: "一", 9: "九", 10: "十", 11: "十一", 20: "二十", 23: "二十三", 59: "五十九", 99: "九十九", 100: "100",
	} {
		if got := ja.Number(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
		if got := en.Number(n); got != fmt.Sprint(n) {
			t.Errorf("%d: got %q in English", n, got)
		}
	}
}
