package webapi

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

// sentencesOf returns every sentence of a catalogue that explains a refusal.
func sentencesOf(c catalogue) map[string]string {
	all := map[string]string{
		"requestOver": c.requestOver, "askerOwns": c.askerOwns, "digitsNotValid": c.digitsNotValid, "numberNotValid": c.numberNotValid, "nameNotYet": c.nameNotYet,
		"echoIsMember": c.echoIsMember, "echoAsked": c.echoAsked, "tryAgain": c.tryAgain,
	}
	for code, text := range c.codes {
		all["code "+string(code)] = text
	}
	for reason, text := range c.reasons {
		all[string(reason)] = text
	}
	return all
}

// TestSentencesAreToldApart: each cause of a refusal has its own sentence, except where
// the reason says no more than its code, and no sentence has an unfilled placeholder.
func TestSentencesAreToldApart(t *testing.T) {
	alike := []string{"changed = code precondition_failed", "code invalid = format"}
	for _, words := range catalogues() {
		t.Run(words.tag, func(t *testing.T) {
			of, twice := map[string]string{}, []string{}
			for cause, text := range sentencesOf(words) {
				if other, told := of[text]; told {
					pair := []string{cause, other}
					slices.Sort(pair)
					twice = append(twice, strings.Join(pair, " = "))
				}
				of[text] = cause
				if filled := strings.ReplaceAll(text, inTime, words.in(time.Second)); strings.ContainsAny(filled, "%{}") {
					t.Errorf("%s: got %q, want nothing to fill in", cause, filled)
				}
			}
			slices.Sort(twice)
			if !slices.Equal(twice, alike) {
				t.Errorf("got the same sentence for %q, want it for %q", twice, alike)
			}
		})
	}
}

// answers are requests about joining that are refused, each for a different cause, and
// words that name the cause in both languages.
var answers = []struct {
	httpCase
	status            int
	english, japanese string
}{
	{httpCase{who: "taro", method: "POST", path: "/api/family/requests/saburo"}, 404, "This request is no longer open.", "この申し込みは、もう受け付けていません。"},
	{httpCase{who: "taro", method: "DELETE", path: "/api/family/requests/saburo"}, 404, "This request is no longer open.", "この申し込みは、もう受け付けていません。"},
	{httpCase{who: "taro", method: "POST", path: "/api/family/requests/jiro"}, 409, "This person now owns a family with other members.", "この人は今、ほかのメンバーがいる家族の代表です。"},
	{httpCase{who: "hanako", method: "POST", path: "/api/family/requests/jiro"}, 403, "Only the owner", "代表だけができます。"},
	{httpCase{who: "goro", method: "POST", path: "/api/family/join", body: "{code}"}, 409, "You have already asked to join a family.", "すでに家族への参加を申し込んでいます。"},
	{httpCase{who: "late", method: "POST", path: "/api/family/join", body: "{code}"}, 409, "This family has five open requests.", "申し込みが5件あります。"},
	{httpCase{who: "hanako", method: "POST", path: "/api/family/join", body: "{code}"}, 409, "You are already in this family.", "すでにこの家族に入っています。"},
	{httpCase{who: "late", method: "DELETE", path: "/api/family/join"}, 404, "This request is no longer open.", "この申し込みは、もう受け付けていません。"},
}

// TestRequestsHaveSentences: the answer to each refused request about joining names its
// cause in the reader's language.
func TestRequestsHaveSentences(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.asking("taro")
	s.request("jiro", "taro")
	s.together("jiro", "shiro") // so jiro can no longer join taro
	s.asking("kuro")
	s.request("goro", "kuro")
	for i := range models.MaxRequests - 1 {
		s.request(fmt.Sprint("person", i), "taro")
	}
	code := object("inviteCode", s.invitation("taro").Code)
	for _, a := range answers {
		for tag, want := range map[string]string{"en": a.english, "ja": a.japanese} {
			body := strings.ReplaceAll(a.body, "{code}", code)
			if got := s.ask(a.who, a.method, a.path, body, "Accept-Language: "+tag).want(a.status).problem().Detail; !strings.Contains(got, want) {
				t.Errorf("%s: %s %s in %s: got %q, want %q in it", a.who, a.method, a.path, tag, got, want)
			}
		}
	}
}
