package conversation

import (
	"strconv"
	"time"

	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// expiring returns a number with the time at which it expires or, without a time zone, with how
// long it works. It is the line of a card.
func expiring(t *Turn, number string, until time.Time) string {
	if t.Zone == nil {
		return number + "\n" + validFor(t, until)
	}
	return t.Say(words.CardUntil, words.Args{"number": number, "time": until.In(t.Zone).Format(t.Say(words.Clock, nil))})
}

// validFor says for how many whole minutes a code is still valid. A new code expires on
// a whole second, slightly less than five minutes from now, so validFor adds a second.
func validFor(t *Turn, until time.Time) string {
	minutes := int((until.Sub(t.began) + time.Second) / time.Minute)
	switch {
	case minutes < 1:
		return t.Say(words.ValidLess, nil)
	case minutes == 1:
		return t.Say(words.ValidOne, nil)
	}
	return t.Say(words.ValidCount, words.Args{"minutes": strconv.Itoa(minutes)})
}

// withCode adds a screen with a code or number, if the device has a screen.
func withCode(t *Turn, r alexa.Reply, c alexa.Code) alexa.Reply {
	if !t.req.HasScreen() {
		return r
	}
	return r.Draw(c.Screen())
}
