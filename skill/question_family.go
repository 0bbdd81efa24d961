package skill

// The questions about people and families.
const (
	askCode     = "code"     // an invite code
	askJoin     = "join"     // whether the code was heard correctly
	askRecovery = "recovery" // a recovery number
	askBack     = "back"     // whether that number was heard correctly
	askAllow    = "allow"    // whether to admit the person who asked
	askLeave    = "leave"    // whether to leave the family
	askMove     = "move"     // whether a linked Echo moves to its person's family
	askName     = "name"     // what the speaker is called
	askNamed    = "named"    // whether the name was heard correctly
	askRoom     = "room"     // what the Echo is called
)

func familyQuestions() map[string]question {
	return map[string]question{
		askCode:     {intent: joinIntent, slot: codeSlot, yes: askFor(askCode), no: askFor(askElse)},
		askJoin:     {yes: redeem, no: askFor(askCode)},
		askRecovery: {intent: recoverIntent, slot: recoverySlot, yes: askFor(askRecovery), no: askFor(askElse)},
		askBack:     {yes: bringBack, no: askFor(askRecovery)},
		askAllow:    {yes: allow, no: refuse, personal: true},
		askLeave:    {yes: depart, no: askFor(askElse), personal: true},
		askMove:     {yes: moveEcho, no: askFor(askMenu), personal: true},
		askName:     {intent: nameIntent, slot: nameSlot, yes: askFor(askName), no: askFor(askMenu)},
		askNamed:    {yes: confirmName, no: denyName},
		askRoom:     {intent: roomIntent, slot: roomSlot, yes: askFor(askRoom), no: askFor(askElse)},
	}
}
