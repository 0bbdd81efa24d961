package siege

import (
	"net/http"
	"regexp"
	"strings"
)

var voiceAttacks = []attack{
	{name: "foreign-voices", what: "speak as a person who signs in elsewhere, and change another family's memos by voice", at: atServer, play: foreignVoices},
}

// device is an Echo at a place.
type device struct{ *visitor }

// echo sets up an Echo with an Alexa account of its own.
func (p *play) echo(name string) *device {
	d := &device{p.stranger()}
	d.ID = "amzn1.ask.account." + name + regexp.MustCompile("[^0-9A-Z]").ReplaceAllString(strings.ToUpper(p.token()), "")
	p.secret(d.ID)
	return d
}

// say sends an intent and returns the reply, which has speech.
func (d *device) say(intent, slot, value string) reply {
	d.p.tries.Add(1)
	r := reply{d.Say(d.p.Context(), d.p.token(), intent, slot, value), d.p}
	if r.want(http.StatusOK); r.Text("version") != "1.0" {
		d.p.Fatalf("%s is answered with %s", intent, r.Body)
	}
	return r
}

func foreignVoices(p *play) {
	victim, kitchen, thief := p.person("Vera the victim"), p.echo("KITCHEN"), p.echo("THIEF")
	victim.add("what only Vera may hear")
	kitchen.say("AddMemoIntent", "memoText", "the spare key hangs in the shed")
	p.secret("the spare key hangs in the shed")
	own := thief.ID
	for _, id := range []string{
		victim.ID, victim.family(), "family#abc", "dev#1c281fddc8de1769", "104857600000000000001", "alexa#" + kitchen.ID, strings.ToLower(kitchen.ID), " " + kitchen.ID, kitchen.ID + " ", own,
	} {
		thief.ID = id
		for intent, slot := range map[string]string{"ReadMemosIntent": "", "FindMemosIntent": "searchText", "DeleteByTextIntent": "memoText"} {
			if heard := thief.say(intent, slot, "key").Body; strings.Contains(heard, "Vera") || strings.Contains(heard, "shed") {
				p.Fatalf("%q hears %s", id, heard)
			}
		}
	}
	for _, id := range []string{"", "a\nb", "a\x00b", strings.Repeat("a", 256)} {
		thief.ID = id
		thief.p.tries.Add(1)
		if a := thief.Say(p.Context(), "r", "ReadMemosIntent", "", ""); a.Status != http.StatusBadRequest {
			p.Fatalf("the account %q is answered with %d %s", id, a.Status, a.Body)
		}
	}
	if heard := kitchen.say("ReadMemosIntent", "", "").Body; !strings.Contains(heard, "the spare key hangs in the shed") {
		p.Fatalf("afterwards the Echo hears %s", heard)
	}
	if got := victim.list(); len(got) != 1 {
		p.Fatalf("afterwards the victim has %q", got)
	}
}
