package skill

// familyHandlers returns the handlers for people and families.
func familyHandlers() []handler {
	return []handler{
		{name: "launch", also: isType(launchRequest), answer: launch},
		{name: "invite", intents: []string{inviteIntent}, answer: createInvite},
		{name: "join", intents: []string{joinIntent}, answer: join},
		{name: "connect", intents: []string{connectIntent}, answer: connect},
		{name: "link", intents: []string{linkIntent}, answer: linkAccount},
		{name: "recover", intents: []string{recoverIntent}, answer: recoverMemos},
		{name: "leave", intents: []string{leaveIntent}, answer: leave},
		{name: "members", intents: []string{membersIntent}, answer: members},
		{name: "name", intents: []string{nameIntent}, answer: setName},
		{name: "room", intents: []string{roomIntent}, answer: setRoom},
	}
}
