package conversation

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
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

// everything has all topics.
var everything = New(Services{})

func through(t *testing.T, s state) state {
	t.Helper()
	attributes := s.attributes()
	raw, err := alexa.Marshal(attributes)
	if err != nil || len(raw) > maxAttributes {
		t.Errorf("%d bytes, %v", len(raw), err)
	}
	return everything.restore(attributes)
}

func TestStateComesBack(t *testing.T) {
	refs := refsOf(understanding.MaxNumber, 0)
	for name, s := range map[string]state{
		"nothing":    {},
		"a question": {Asked: understanding.AskAll, Account: "0123456789abcdef", Voice: "fedcba9876543210", Misses: 2, Last: lastReading},
		"a code":     {Asked: understanding.AskJoin, Code: "0012", Last: lastInvite},
		"a number":   {Asked: understanding.AskBack, Number: "1234567890", Last: lastConnection},
		"a name":     {Asked: understanding.AskNamed, Text: "太郎", Unless: "私は太郎"},
		"a memo":     {Asked: understanding.AskWrite, Text: strings.Repeat("長", models.MaxContent), Last: lastMembers},
		"a search":   {Reading: &reading{Items: refs[:7], From: 6, To: 7, Pages: []int{1, 4}, Next: "bmV4dA", Text: "牛乳"}},
		"news":       {Reading: &reading{Items: refs[:7], From: 7, To: 7, Part: 120, Until: 1, Since: 2, OnlyNew: true}, Last: lastHelp},
		"no match":   {Reading: &reading{Items: []models.MemoRef{}, Next: "bmV4dA", Text: "牛乳"}},
		"all read":   {Reading: &reading{Items: refs, From: 96, To: 100, Next: "bmV4dA"}, Acts: []act{{Kind: models.ActNamed, Name: "花子", Named: "0123456789abcdef"}, {Kind: models.ActDone, Refs: refs[:1], By: "fedcba9876543210"}}},
		"all to go":  {Asked: understanding.AskNewest, All: refs, Acts: []act{{Kind: actAdded, Refs: refs[:5]}}},
		"the same":   {Reading: &reading{Items: refs, From: 1, To: 5}, Acts: []act{{Kind: models.ActTrashed, Refs: refs}}, Asked: understanding.AskMore},
	} {
		t.Run(name, func(t *testing.T) {
			got := through(t, s)
			if len(s.All) == 0 {
				got.All = s.All
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
		Asked: understanding.AskNewest, All: refsOf(understanding.MaxNumber, 0), Acts: []act{{Kind: models.ActTrashed, Refs: refsOf(understanding.MaxNumber, 1000)}},
		Reading: &reading{Items: refsOf(understanding.MaxNumber, 2000), From: 1, To: 5, Next: strings.Repeat("n", 400)},
	}
	got := through(t, s)
	if !reflect.DeepEqual(got.All, s.All) || got.Asked != understanding.AskNewest || len(got.Acts) > 0 {
		t.Errorf("got %d to delete, %d acts, question %q", len(got.All), len(got.Acts), got.Asked)
	}
	s.Reading = nil
	for i := range s.All { // ids as long as any engine accepts
		s.All[i].UserID = models.UserID(strings.Repeat("x", 2000) + fmt.Sprint(i%models.MaxMembers))
	}
	if got := through(t, s); got.Asked != understanding.AskNewest || len(got.All) > 0 {
		t.Errorf("got %d to delete, question %q", len(got.All), got.Asked)
	}
}

func TestStateOfStrangersIsForgotten(t *testing.T) {
	refs := func(items ...string) string { raw, _ := json.Marshal(items); return string(raw) }
	many := make([]string, understanding.MaxNumber+1)
	for i := range many {
		many[i] = "0/x"
	}
	for name, raw := range map[string]string{
		"an unknown question": `{"asked":"world peace"}`,
		"nothing to repeat":   `{"last":"everything"}`,
		"half a code":         `{"code":"12"}`,
		"a wide code":         `{"code":"１２３４"}`,
		"half a number":       `{"number":"12345678"}`,
		"a number below":      `{"number":"0123456789"}`,
		"a number in groups":  `{"number":"123 456 7890"}`,
		"a long memo":         `{"text":"` + strings.Repeat("a", models.MaxContent+1) + `"}`,
		"a long second text":  `{"unless":"` + strings.Repeat("a", models.MaxContent+1) + `"}`,
		"a long search":       `{"reading":{"items":[],"text":"` + strings.Repeat("a", maxSearch+1) + `"}}`,
		"negative misses":     `{"misses":-5}`,
		"no authors":          `{"reading":{"items":["0/x"]},"all":["0/x"],"acts":[{"kind":"done","refs":["0/x"]}]}`,
		"an author too far":   `{"authors":["a"],"reading":{"items":["1/x"]},"all":["-1/x"],"acts":[{"kind":"done","refs":["1/x"]}]}`,
		"no id":               `{"authors":["a"],"reading":{"items":["0/"]},"all":["0"],"acts":[{"kind":"done","refs":[""]}]}`,
		"a long id":           `{"authors":["a"],"acts":[{"kind":"done","refs":["0/` + strings.Repeat("x", maxMemoID+1) + `"]}]}`,
		"too many":            `{"authors":["a"],"acts":[{"kind":"done","refs":` + refs(many...) + `}],"all":` + refs(many...) + `,"reading":{"items":` + refs(many...) + `}}`,
		"pages that are none": `{"authors":["a"],"reading":{"items":["0/x","0/y"],"from":1,"to":2,"pages":[1]}}`,
		"pages in disorder":   `{"authors":["a"],"reading":{"items":["0/x","0/y","0/z"],"from":3,"to":3,"pages":[2,1]}}`,
		"half of a part":      `{"authors":["a"],"reading":{"items":["0/x"],"from":1,"to":1,"part":-1}}`,
		"an act of nothing":   `{"acts":[{"kind":"done"}]}`,
		"an act of no kind":   `{"authors":["a"],"acts":[{"kind":"eaten","refs":["0/x"]}]}`,
		"a long name":         `{"acts":[{"kind":"named","name":"` + strings.Repeat("a", models.MaxName+1) + `"}]}`,
		"a page beyond":       `{"authors":["a"],"reading":{"items":["0/x"],"from":1,"to":2}}`,
		"a page backwards":    `{"authors":["a"],"reading":{"items":["0/x","0/y"],"from":2,"to":1}}`,
		"half a page":         `{"authors":["a"],"reading":{"items":["0/x"],"to":1}}`,
		"mistyped":            `{"acts":"x","misses":"y"}`,
	} {
		t.Run(name, func(t *testing.T) {
			var attributes map[string]any
			if err := json.Unmarshal([]byte(raw), &attributes); err != nil {
				t.Fatal(err)
			}
			got := everything.restore(attributes)
			if got.Asked+got.Last+got.Code+got.Number+got.Text != "" || got.Misses != 0 || got.Reading != nil || len(got.All)+len(got.Acts) > 0 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestActsGiveWay checks that a session keeps its latest acts, at most maxActs and
// maxActRefs memos.
func TestActsGiveWay(t *testing.T) {
	var s state
	for i := range maxActs + 3 {
		s.push(act{Kind: actAdded, Refs: refsOf(1, i)})
	}
	if n := len(s.Acts); n != maxActs || !reflect.DeepEqual(s.Acts[0].Refs, refsOf(1, 3)) {
		t.Errorf("got %d acts, want %d", n, maxActs)
	}
	s.push(act{Kind: models.ActTrashed, Refs: refsOf(maxActRefs-1, 100)})
	if n := len(s.Acts); n != 2 {
		t.Errorf("got %d acts, want 2", n)
	}
	s.push(act{Kind: models.ActTrashed, Refs: refsOf(maxActRefs, 300)})
	if n := len(s.Acts); n != 1 {
		t.Errorf("got %d acts, want 1", n)
	}
	s.forget(act{Kind: actAdded, Refs: refsOf(1, 3)})
	s.forget(s.Acts[0])
	if len(s.Acts) != 0 {
		t.Errorf("got %v, want no acts", s.Acts)
	}
}

// TestPagesTurn checks which pages a reading knows before the one heard last.
func TestPagesTurn(t *testing.T) {
	r := reading{Items: refsOf(20, 0)}
	for _, step := range []struct {
		from, to, part int
		want           []int
	}{{1, 3, 0, nil}, {4, 4, 90, []int{1}}, {4, 6, 0, []int{1}}, {7, 11, 0, []int{1, 4}}, {4, 6, 0, []int{1}}, {1, 3, 0, nil}, {4, 5, 0, []int{1}}} {
		r.turnTo(step.from, step.to, step.part)
		if len(r.Pages)+len(step.want) > 0 && !reflect.DeepEqual(r.Pages, step.want) {
			t.Errorf("at %d: got pages %v, want %v", step.from, r.Pages, step.want)
		}
		if !r.valid() {
			t.Errorf("at %d: the reading is not valid", step.from)
		}
	}
}
