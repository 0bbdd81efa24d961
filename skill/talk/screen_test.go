package talk

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// listScreen is a response with a list on the screen, like the skill's.
const listScreen = `{"version":"1.0","sessionAttributes":{},"response":{"shouldEndSession":false,"directives":[{
 "type":"Alexa.Presentation.APL.RenderDocument","token":"list",
 "document":{"type":"APL","version":"1.6",
  "layouts":{"Row":{"parameters":["text",{"name":"mark","default":"-"}],"item":{"type":"Text","text":"${mark} ${text}"}}},
  "mainTemplate":{"parameters":["payload"],"items":[{"type":"Container","items":[
   {"type":"Text","text":"${payload.memos.properties.title}"},
   {"type":"Sequence","data":"${payload.memos.properties.rows}","items":[{"type":"Container","items":[
     {"type":"Text","when":"${!data.deleted}","text":"${data.number}. ${data.content}"},
     {"type":"Text","when":"${data.deleted}","text":"<strike>${data.content}</strike>"},
     {"type":"Row","text":"${data.deleted ? 'gone' : 'there'}","when":"${index == 0}"},
     {"type":"TouchWrapper","id":"button","onPress":[{"type":"SendEvent","arguments":["${data.action}","${data.ref}"]}],
      "item":{"type":"Text","text":"${data.action}"}}]}]},
   {"type":"TouchWrapper","onPress":{"type":"SendEvent","arguments":["more"]}}]}]}},
 "datasources":{"memos":{"type":"object","properties":{"title":"Memos","rows":[
   {"number":6,"content":"a &amp; b","ref":"0/x","action":"delete","deleted":false},
   {"number":7,"content":"c","ref":"0/y","action":"restore","deleted":true}]}}}}]}}`

func onScreen(t *testing.T, answer string) (*Talk, *record) {
	t.Helper()
	tk, r := newTalk(t, "en-US", answer)
	tk.Screen = true
	return tk, r
}

func TestScreen(t *testing.T) {
	tk, _ := onScreen(t, listScreen)
	a := say(t, tk, "read the memos")
	want := []string{"Memos", "6. a & b", "- there", "delete", "~~c~~", "restore"}
	if a.Screen == nil || !slices.Equal(a.Screen.Texts, want) {
		t.Fatalf("screen: %+v", a.Screen)
	}
	var names []string
	for _, target := range a.Screen.Targets {
		names = append(names, target.String())
	}
	if want := []string{"delete 6", "restore 7", "more"}; !slices.Equal(names, want) {
		t.Errorf("targets: %q", names)
	}
}

func TestTouch(t *testing.T) {
	tk, r := onScreen(t, listScreen)
	a := say(t, tk, "read the memos")
	target, err := a.Screen.Find("Restore  7")
	if err != nil {
		t.Fatal(err)
	}
	if a, err = tk.Touch(t.Context(), target); err != nil || a.Intent != touchRequest {
		t.Fatalf("%v, %+v", err, a)
	}
	request := r.last["request"].(map[string]any)
	if request["type"] != touchRequest || request["token"] != "list" ||
		!slices.Equal(request["arguments"].([]any), []any{"restore", "0/y"}) || request["source"].(map[string]any)["id"] != "button" {
		t.Errorf("request: %v", request)
	}
	context := r.last["context"].(map[string]any)
	device := context["System"].(map[string]any)["device"].(map[string]any)
	if device["supportedInterfaces"].(map[string]any)["Alexa.Presentation.APL"] == nil || context["Viewport"] == nil ||
		context["Alexa.Presentation.APL"].(map[string]any)["token"] != "list" {
		t.Errorf("context: %v", context)
	}
}

// TestSessionWithoutMicrophone: a response without shouldEndSession keeps the session of a
// device with a screen for 30 seconds, without listening.
func TestSessionWithoutMicrophone(t *testing.T) {
	for name, tc := range map[string]struct {
		screen bool
		wait   time.Duration
		kept   bool
	}{
		"shown":             {true, 29 * time.Second, true},
		"shown, too late":   {true, 31 * time.Second, false},
		"without a display": {false, time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			answer := `{"version":"1.0","sessionAttributes":{"a":1},"response":{}}`
			if tc.screen {
				answer = strings.Replace(strings.Replace(listScreen, `"shouldEndSession":false,`, "", 1), "{}", `{"a":1}`, 1)
			}
			tk, r := onScreen(t, answer)
			now := time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC)
			tk.Now = func() time.Time { return now }
			if a := say(t, tk, "read the memos"); a.Open || tk.Open() || (a.State != nil) != tc.screen {
				t.Errorf("got listening %v, state %s", a.Open, a.State)
			}
			now = now.Add(tc.wait)
			say(t, tk, "help")
			session := r.last["session"].(map[string]any)
			if attributes := session["attributes"].(map[string]any); session["new"] != !tc.kept || (attributes["a"] == 1.0) != tc.kept {
				t.Errorf("got session %v, want kept %v", session, tc.kept)
			}
		})
	}
}

func TestNothingToTouch(t *testing.T) {
	tk, _ := onScreen(t, closed)
	say(t, tk, "read the memos")
	if _, err := tk.Shown().Find("delete 1"); err == nil {
		t.Error("touch on an empty screen: got no error")
	}
	tk, _ = onScreen(t, listScreen)
	say(t, tk, "read the memos")
	if _, err := tk.Shown().Find("delete 7"); err == nil || !strings.Contains(err.Error(), `"delete 6", "restore 7", "more"`) {
		t.Errorf("error does not list the targets: %v", err)
	}
	if err := tk.End(t.Context()); err != nil || tk.Shown() != nil {
		t.Errorf("after the end: %v, %v", err, tk.Shown())
	}
}

func TestBadDocuments(t *testing.T) {
	document := func(items string) string {
		return `{"response":{"directives":[{"type":"Alexa.Presentation.APL.RenderDocument","document":{
		 "layouts":{"Loop":{"items":[{"type":"Loop"}]}},"mainTemplate":{"items":[` + items + `]}}}]}}`
	}
	for name, items := range map[string]string{
		"an expression beyond this": `{"type":"Text","text":"${Math.floor(1)}"}`,
		"a condition beyond this":   `{"type":"Text","when":"${a < b}","text":"x"}`,
		"a layout in itself":        `{"type":"Loop"}`,
	} {
		t.Run(name, func(t *testing.T) {
			tk, _ := onScreen(t, document(items))
			if _, err := tk.Say(t.Context(), "help"); err == nil {
				t.Error("got no error, want one")
			}
		})
	}
	tk, _ := newTalk(t, "en-US", document(`{"type":"Text","text":"x"}`))
	if _, err := tk.Say(t.Context(), "help"); err == nil {
		t.Error("document on a device without a screen: got no error")
	}
}

func TestBinding(t *testing.T) {
	s := scope{"a": map[string]any{"b": []any{"x", 2.0}}, "yes": true, "no": false, "zero": 0.0}
	for e, want := range map[string]any{
		"${a.b[0]}": "x", "${a.b[1]}": 2.0, "${a.b[9]}": nil, "${a.none.more}": nil, "n${a.b[1]}!": "n2!",
		"${!yes}": false, "${!zero}": true, "${yes && no}": false, "${no || a.b[0]}": "x", "${a.b[0] == 'x'}": true,
		"${a.b[1] != 2}": false, "${no ? 'p' : 'q'}": "q", "${yes ? 'p' : 'q'}": "p", "${null}": nil, "plain": "plain",
	} {
		if got, err := s.value(e); err != nil || got != want {
			t.Errorf("%s is %v, %v; want %v", e, got, err, want)
		}
	}
}
