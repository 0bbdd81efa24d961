package conversation

import (
	"strconv"
	"time"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// speaker returns who speaks, and on which device.
func speaker(t *Turn) models.Speaker {
	return models.Speaker{Voice: t.Voice(), Device: t.req.Device()}
}

// device reports whether an account is an Echo without a name of its own.
func device(u models.User) bool { return u.Source == models.SourceAlexa && models.Unnamed(u.Name) }

// calledName returns the name of an account: its own or, for an Echo without one, that of
// its only device with a name.
func calledName(u models.User) string {
	if models.Unnamed(u.Name) && len(u.Skill.Rooms) == 1 {
		for _, room := range u.Skill.Rooms {
			return room
		}
	}
	return u.Name
}

// unnamed reports whether an account is an Echo that has no name to be called by.
func unnamed(u models.User) bool {
	u.Name = calledName(u)
	return device(u)
}

// otherName returns the spoken name of an account that does not speak. An Echo without a
// name is "the other Echo".
func otherName(t *Turn, u models.User) string {
	if unnamed(u) {
		return t.Say(words.OtherDevice, nil)
	}
	return t.Who(calledName(u))
}

// joinedWords says whose family the account is in now. An owner that is an Echo without a
// name is not named.
func joinedWords(t *Turn, owner models.User) string {
	if unnamed(owner) {
		return t.Say(words.JoinedEcho, nil)
	}
	return t.Say(words.Joined, words.Args{"who": otherName(t, owner)})
}

// alongWith says how many memos moved too, with a sentence for that; "": none.
func alongWith(t *Turn, k words.Key, brought int) string {
	if brought == 0 {
		return ""
	}
	return t.Plural(k, brought, nil)
}

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

// twice says a number two times after an introduction, slowly enough to write it down.
func twice(t *Turn, intro words.Key, number string) string {
	number = t.Slowly(number)
	return t.Join(t.Say(intro, nil), number, t.Say(words.InviteAgain, nil), number)
}
