package skilltest

import (
	"fmt"
	"strings"
	"testing"
)

// judge is a test that records failures.
type judge struct {
	testing.TB
	faults []string
}

func (j *judge) Helper() {}

func (j *judge) Errorf(format string, args ...any) {
	j.faults = append(j.faults, fmt.Sprintf(format, args...))
}

// Fatalf and Fatal end the check by a panic, which judged recovers.
func (j *judge) Fatalf(format string, args ...any) { j.Errorf(format, args...); panic(j) }
func (j *judge) Fatal(args ...any)                 { j.Errorf("%s", fmt.Sprint(args...)); panic(j) }

// judged returns the failures that the rules report for a reply.
func judged(request, reply string) (faults []string) {
	j := &judge{}
	defer func() {
		if r := recover(); r != nil && r != any(j) {
			panic(r)
		}
		faults = j.faults
	}()
	CheckReply(j, []byte(request), []byte(reply))
	CheckSecrets(j, []byte(reply))
	return nil
}

const (
	asked = `{"version":"1.0","sessionAttributes":{"asked":"menu"},"response":{"outputSpeech":{"type":"SSML","ssml":"<speak>What now?</speak>"},"reprompt":{"outputSpeech":{"type":"SSML","ssml":"<speak>Say stop.</speak>"}},"shouldEndSession":false}}`
	done  = `{"version":"1.0","sessionAttributes":{},"response":{"outputSpeech":{"type":"SSML","ssml":"<speak>Done.</speak>"},"shouldEndSession":true}}`
	// drawn is a task done that shows rows to touch.
	drawn  = `{"version":"1.0","sessionAttributes":{},"response":{"outputSpeech":{"type":"SSML","ssml":"<speak>Done.</speak>"},"directives":[{"type":"Alexa.Presentation.APL.RenderDocument","token":"list","document":{"type":"APL","onPress":{"type":"SendEvent"}},"datasources":{"memos":{"properties":{"rows":[{}]}}}}]}}`
	silent = `{"version":"1.0","sessionAttributes":{},"response":{}}`
)

// TestRules checks that good replies pass and that each violation is reported.
func TestRules(t *testing.T) {
	const (
		intent, ended = `{"request":{"type":"IntentRequest"}}`, `{"request":{"type":"SessionEndedRequest"}}`
		onScreen      = `{"context":{"System":{"device":{"supportedInterfaces":{"Alexa.Presentation.APL":{}}}}},"request":{"type":"IntentRequest"}}`
		reprompt      = `{"outputSpeech":{"type":"SSML","ssml":"<speak>Say stop.</speak>"}}`
	)
	for name, c := range map[string]struct {
		request, reply, old, new string
		good                     bool
	}{
		"a question":             {intent, asked, "", "", true},
		"a task done":            {intent, done, "", "", true},
		"an event":               {ended, silent, "", "", true},
		"words for an event":     {ended, done, "", "", false},
		"silence":                {intent, silent, "", "", false},
		"no JSON":                {intent, "x", "", "", false},
		"an unknown property":    {intent, done, `"response"`, `"more":1,"response"`, false},
		"no attributes":          {intent, done, `"sessionAttributes":{},`, "", false},
		"no end":                 {intent, done, `,"shouldEndSession":true`, "", false},
		"a question that ends":   {intent, asked, "false", "true", false},
		"open, and no question":  {intent, asked, "What now?", "Well.", false},
		"no example":             {intent, asked, "Say stop.", "Well?", false},
		"how to answer":          {intent, asked, "What now?", "どれですか？番号で教えてください。", true},
		"a request, no question": {intent, asked, "What now?", "番号で教えてください。", false},
		"a long reprompt":        {intent, asked, "Say stop.", "Say what you want now.", false},
		"rows to touch":          {onScreen, drawn, "", "", true},
		"rows without a screen":  {intent, drawn, "", "", false},
		"rows that are dead":     {onScreen, drawn, `"response":{`, `"response":{"shouldEndSession":true,`, false},
		"rows, and a question":   {onScreen, drawn, "Done.", "Done?", false},
		"rows, and a reprompt":   {onScreen, drawn, `"directives"`, `"reprompt":` + reprompt + `,"directives"`, false},
		"rows, and a dialog":     {onScreen, drawn, `"directives":[`, `"directives":[{"type":"Dialog.ElicitSlot","slotToElicit":"x"},`, false},
		"no rows, and no end":    {onScreen, drawn, `[{}]`, `[]`, false},
		"rows without touch":     {onScreen, drawn, `SendEvent`, `SetValue`, false},
		"a closed one remembers": {intent, done, `"sessionAttributes":{}`, `"sessionAttributes":{"a":1}`, false},
		"broken SSML":            {intent, done, "Done.", "Tom & Jerry.", false},
		"an element":             {intent, done, "Done.", "<audio/>Done.", false},
		"too long":               {intent, done, "Done.", strings.Repeat("long ", 105), false},
		"too long in Japanese":   {intent, done, "Done.", strings.Repeat("なが", 131), false},
		"an empty image":         {intent, done, `"type":"SSML"`, `"image":{},"type":"SSML"`, false},
		"an id":                  {intent, done, "Done.", "Hello amzn1.ask.account.A.", false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.old != "" && !strings.Contains(c.reply, c.old) {
				t.Fatalf("%q is not in the reply", c.old)
			}
			faults := judged(c.request, strings.Replace(c.reply, c.old, c.new, 1))
			if (len(faults) == 0) != c.good {
				t.Errorf("got failures %q, want none: %v", faults, c.good)
			}
		})
	}
}
