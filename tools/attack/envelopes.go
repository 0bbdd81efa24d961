package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/rsakey"
	"voicememo/tools/testkit/runtimeapi"
)

var voiceAttacks = []attack{
	{name: "unsigned-voice", what: "send Alexa requests without Amazon's signature, with another one, or with an old one", at: atStrict, play: unsignedVoice},
	{name: "other-skills", what: "call the skill with the id of another skill", at: atSkill, shares: true, play: otherSkills},
	{name: "foreign-voices", what: "speak as a person who signs in elsewhere", at: atSkills, shares: true, play: foreignVoices},
	{name: "envelopes", what: "change Alexa requests at random", at: atSkills, play: envelopes},
	{name: "spoken-markup", what: "have an Echo play or run the texts of people", at: atSkills, shares: true, play: spokenMarkup},
	{name: "touched-memos", what: "touch another family's memos on a screen", at: atSkills, shares: true, play: touchedMemos},
}

// envelope returns a request of an Alexa account to a skill.
func envelope(skill, user, request string) string {
	return fmt.Sprintf(`{"version":"1.0","session":{"new":true,"sessionId":"s","application":{"applicationId":%[1]q},"user":{"userId":%[2]q}},`+
		`"context":{"System":{"application":{"applicationId":%[1]q},"user":{"userId":%[2]q}}},"request":%[3]s}`, skill, user, request)
}

// intent returns a request for an intent with a slot, at a time.
func intent(name, slot, value string, at time.Time) string {
	return fmt.Sprintf(`{"type":"IntentRequest","requestId":"r","locale":"ja-JP","timestamp":%q,"intent":{"name":%q,"confirmationStatus":"NONE","slots":{%q:{"name":%q,"value":%s,"confirmationStatus":"NONE"}}}}`,
		at.UTC().Format(time.RFC3339), name, slot, slot, quoted(value))
}

func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text
	}
	return string(raw)
}

func launch(at time.Time) string {
	return fmt.Sprintf(`{"type":"LaunchRequest","requestId":"r","locale":"ja-JP","timestamp":%q}`, at.UTC().Format(time.RFC3339))
}

func unsignedVoice(p *play) {
	s := p.strictSite()
	b := s.stranger()
	now, user := time.Now(), "amzn1.ask.account.VERA"
	body := envelope(application, user, launch(now))
	chain := "SignatureCertChainUrl: " + certificates
	sign := func(body string) string { return "Signature-256: " + skillhttptest.Sign(p, s.amazon.key, []byte(body)) }
	knock := func(name string, want int, body string, headers ...string) {
		if r := b.try(http.MethodPost, "/alexa", body, headers...); r.status != want || want != http.StatusOK && r.body != "" {
			p.breach("%s: answered %d %q, want %d", name, r.status, r.body, want)
		}
	}
	knock("signed", http.StatusOK, body, chain, sign(body))
	knock("unsigned", 400, body)
	knock("without the place of certificates", 400, body, sign(body))
	knock("without a signature", 400, body, chain)
	knock("with the old signature alone", 400, body, chain, "Signature: "+strings.TrimPrefix(sign(body), "Signature-256: "))
	knock("changed", 400, strings.Replace(body, "VERA", "EVIL", 1), chain, sign(body))
	knock("with a blank more", 400, body+" ", chain, sign(body))
	knock("signed by another key", 400, body, chain, "Signature-256: "+skillhttptest.Sign(p, rsakey.Named(p, "another"), []byte(body)))
	knock("two signatures", 400, body, chain, sign(body), sign(body))
	for _, place := range []string{
		"http://s3.amazonaws.com/echo.api/echo-api-cert-12.pem", "https://evil.example/echo.api/echo-api-cert-12.pem", "https://s3.amazonaws.com.evil.example/echo.api/x.pem",
		"https://s3.amazonaws.com:563/echo.api/echo-api-cert-12.pem", "https://s3.amazonaws.com/evil/x.pem", "https://s3.amazonaws.com/echo.api/../evil/x.pem",
		"https://s3.amazonaws.com/echo.api/%2e%2e/evil/x.pem", "https://s3.amazonaws.com/EcHo.aPi/x.pem", "https://x@s3.amazonaws.com/echo.api/echo-api-cert-12.pem",
		"https://s3.amazonaws.com/echo.api/self-signed.pem", "https://s3.amazonaws.com/echo.apievil/x.pem", "file:///echo.api/x.pem", "", "https://127.0.0.1/echo.api/x.pem",
	} {
		knock("certificates at "+place, 400, body, "SignatureCertChainUrl: "+place, sign(body))
	}
	for _, off := range []time.Duration{-3 * time.Minute, 3 * time.Minute, -24 * time.Hour, 24 * time.Hour} {
		old := envelope(application, user, launch(now.Add(off)))
		knock("of another time", 400, old, chain, sign(old))
	}
	for name, wrong := range map[string]string{
		"for another skill": envelope("amzn1.ask.skill.theirs", user, launch(now)), "for no skill": envelope("", user, launch(now)), "of no time": envelope(application, user, `{"type":"LaunchRequest","requestId":"r"}`),
		"for two skills": strings.Replace(body, application, "amzn1.ask.skill.theirs", 1), "not JSON": "words", "a list": "[]",
	} {
		knock(name, 400, wrong, chain, sign(wrong))
	}
	knock("signed, again", http.StatusOK, body, chain, sign(body))
}

func otherSkills(p *play) {
	k := p.skillFunction()
	now := time.Now()
	for name, raw := range map[string]string{
		"another skill": envelope("amzn1.ask.skill.theirs", "amzn1.ask.account.A", launch(now)), "no skill": envelope("", "amzn1.ask.account.A", launch(now)),
		"ours and another": strings.Replace(envelope(application, "amzn1.ask.account.A", launch(now)), application, "amzn1.ask.skill.theirs", 1),
		"other letters":    envelope(strings.ToUpper(application), "amzn1.ask.account.A", launch(now)), "ours with more": envelope(application+".evil", "amzn1.ask.account.A", launch(now)),
	} {
		p.count()
		_, err := k.send(p.ctx, []byte(raw))
		var refusal *runtimeapi.FunctionError
		if !errors.As(err, &refusal) || refusal.Type != "Application" {
			p.breach("%s: answered with %v", name, err)
		}
	}
	p.device(k, "KITCHEN").says("一覧")
}

func foreignVoices(p *play) {
	k, ids := p.anySkill(), []string{"family#abc", "dev#1c281fddc8de1769", "google#1", "104857600000000000001", "oidc#x", "alexa#amzn1.ask.account.KITCHEN"}
	if p.at == server {
		s := p.site()
		victim := s.person("Vera the victim")
		victim.add("what only Vera may hear")
		k, ids = s.skill(), append(ids, victim.id, victim.family())
	}
	victim := p.device(k, "KITCHEN")
	victim.says("牛乳は見てはいけない を追加")
	ids = append(ids, strings.ToLower(victim.UserID), " "+victim.UserID, victim.UserID+" ")
	for _, id := range ids {
		p.count()
		answer, err := k.send(p.ctx, []byte(envelope(application, id, intent("ReadMemosIntent", "x", "", time.Now()))))
		if err == nil && (strings.Contains(string(answer), "Vera") || strings.Contains(string(answer), "見てはいけない")) {
			p.breach("%q hears %s", id, answer)
		}
		thief := p.device(k, "THIEF")
		thief.UserID = id
		if heard := thief.says("一覧"); strings.Contains(heard, "Vera") || strings.Contains(heard, "見てはいけない") {
			p.breach("%q hears %q", id, heard)
		}
	}
	for _, id := range []string{"", "a\nb", "a\x00b", strings.Repeat("a", 256)} {
		p.count()
		if answer, err := k.send(p.ctx, []byte(envelope(application, id, launch(time.Now())))); err == nil {
			p.breach("the account %q is answered with %s", id, answer)
		}
	}
}

// anyway sends a request that may be refused, and reports a breach if the answer is
// neither a response nor one of the skill's refusals.
func (k skill) anyway(p *play, raw string) (answer []byte) {
	p.count()
	answer, err := k.send(p.ctx, []byte(raw))
	var failed *runtimeapi.FunctionError
	var refused *anyError
	switch {
	case errors.As(err, &failed) && (failed.Type == "Envelope" || failed.Type == "Application"):
		return nil
	case errors.As(err, &refused) && strings.HasPrefix(refused.said, "400"):
		return nil
	case err != nil:
		p.breach("the request %.300q is answered with %v", raw, err)
	}
	var response struct{ Version string }
	if json.Unmarshal(answer, &response) != nil || response.Version != "1.0" {
		p.breach("the request %.300q is answered with %q", raw, answer)
	}
	return answer
}

func envelopes(p *play) {
	k := p.anySkill()
	victim := p.device(k, "KITCHEN")
	victim.says("傘を忘れない を追加")
	a, err := victim.Say(p.ctx, "一覧")
	p.must(err)
	seeds := []string{
		string(a.Request), envelope(application, "amzn1.ask.account.A", launch(time.Now())), envelope(application, "amzn1.ask.account.A", intent("AddMemoIntent", "memoText", "卵", time.Now())),
		envelope(application, "amzn1.ask.account.A", `{"type":"Alexa.Presentation.APL.UserEvent","requestId":"r","locale":"ja-JP","arguments":["delete","x"]}`),
		envelope(application, "amzn1.ask.account.A", `{"type":"AlexaSkillEvent.SkillDisabled","requestId":"r","body":{"userInformationPersistenceStatus":"NOT_PERSISTED"}}`),
	}
	refused := 0
	for i := range p.some(150, 5000) {
		if k.anyway(p, p.changed(seeds[i%len(seeds)])) == nil {
			refused++
		}
	}
	for _, raw := range []string{"", "null", "[]", "0", `"x"`, strings.Repeat("[", 50_000), strings.Repeat(`{"request":`, 5_000), "\xff\xfe", `{"request":{"type":"LaunchRequest"}}`} {
		k.anyway(p, raw)
	}
	if heard := victim.says("一覧"); !strings.Contains(heard, "傘を忘れない") {
		p.breach("afterwards the Echo hears %q", heard)
	}
	p.note("%d refused", refused)
}

// onlySpeech reports a breach unless an answer's speech is SSML without elements other
// than pauses.
func (p *play) onlySpeech(answer []byte) {
	var r struct {
		Response struct {
			Speech   struct{ SSML string } `json:"outputSpeech"`
			Reprompt struct {
				Speech struct{ SSML string } `json:"outputSpeech"`
			} `json:"reprompt"`
		} `json:"response"`
	}
	p.must(json.Unmarshal(answer, &r))
	for _, ssml := range []string{r.Response.Speech.SSML, r.Response.Reprompt.Speech.SSML} {
		for reader := xml.NewDecoder(strings.NewReader(ssml)); ; {
			token, err := reader.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				p.breach("the speech is not XML: %v: %s", err, ssml)
			}
			if tag, ok := token.(xml.StartElement); ok && tag.Name.Local != "speak" && tag.Name.Local != "break" {
				p.breach("the speech has <%s>: %s", tag.Name.Local, ssml)
			}
		}
	}
}

func spokenMarkup(p *play) {
	k := p.anySkill()
	texts := append([]string{
		`<audio src="soundbank://x"/>`, `<break time="10s"/>`, "&amp;&lt;audio/&gt;", "&#60;audio/&#62;", "]]><audio/>", "<![CDATA[x]]>", `<?xml version="1.0"?>`, "\u0000<audio/>",
		"\ufffe\uffff", "<amazon:effect name=\"whispered\">", `<speak>x</speak>`,
	}, payloads...)
	for i, text := range texts {
		user := fmt.Sprint("amzn1.ask.account.LISTENER", i)
		say := func(request string) []byte {
			answer := k.anyway(p, envelope(application, user, request))
			if answer != nil {
				p.onlySpeech(answer)
			}
			return answer
		}
		added := say(intent("AddMemoIntent", "memoText", text, time.Now()))
		listed := say(intent("ReadMemosIntent", "x", "", time.Now()))
		if len(added) == 0 || len(listed) == 0 {
			p.Fatalf("the Echo refuses to add %q", text)
		}
		say(intent("FindMemosIntent", "searchText", text, time.Now()))
		say(intent("SetNameIntent", "userName", text, time.Now()))
		say(launch(time.Now()))
	}
}

func touchedMemos(p *play) {
	k := p.anySkill()
	victim, thief := p.device(k, "KITCHEN"), p.device(k, "THIEF")
	victim.Screen, thief.Screen = true, true
	victim.says("鍵は植木鉢の下 を追加")
	shown, err := victim.Say(p.ctx, "一覧")
	p.must(err)
	if shown.Screen == nil || len(shown.Screen.Targets) == 0 {
		p.Fatal("the screen shows nothing that can be touched")
	}
	for _, target := range shown.Screen.Targets {
		target.Arguments = slices.Clone(target.Arguments)
		for _, action := range []string{"delete", "undo"} {
			target.Arguments[0] = action
			a, err := thief.Touch(p.ctx, target)
			if err != nil || strings.Contains(string(a.Response), "植木鉢") {
				p.breach("a touch of another family's memo is answered with %s, %v", a.Response, err)
			}
		}
	}
	if heard := victim.says("一覧"); !strings.Contains(heard, "植木鉢") {
		p.breach("after another family's touch the Echo hears %q", heard)
	}
}
