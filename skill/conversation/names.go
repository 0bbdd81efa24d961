package conversation

import (
	"strconv"

	"voicememo/models"
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
	if models.Unnamed(u.Name) && len(u.Rooms) == 1 {
		for _, room := range u.Rooms {
			return room
		}
	}
	return u.Name
}

// joinedWords says whose family the account is in now. An owner that is an Echo without a
// name is not named.
func joinedWords(t *Turn, owner models.User) string {
	owner.Name = calledName(owner)
	if device(owner) {
		return t.Say(words.JoinedEcho, nil)
	}
	return t.Say(words.Joined, words.Args{"who": t.Who(owner.Name)})
}

func alongWith(t *Turn, brought int) string {
	switch brought {
	case 0:
		return ""
	case 1:
		return t.Say(words.JoinedOne, nil)
	}
	return t.Say(words.JoinedCount, words.Args{"count": strconv.Itoa(brought)})
}
