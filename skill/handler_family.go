package skill

import "voicememo/skill/messages"

// familyHandlers returns the handlers for people and families.
func familyHandlers() []handler {
	return []handler{
		{name: "launch", also: isType(launchRequest), answer: launch},
		{name: "invite", intents: []string{inviteIntent}, answer: createInvite},
		{name: "join", intents: []string{joinIntent}, answer: join},
		{name: "connect", intents: []string{connectIntent}, answer: connect},
		{name: "recover", intents: []string{recoverIntent}, answer: recoverMemos},
		{name: "leave", intents: []string{leaveIntent}, answer: leave},
		{name: "members", intents: []string{membersIntent}, answer: members},
		{name: "end for a name", intents: []string{nameIntent}, also: hears(messages.Endings), answer: bye},
		{name: "no name", intents: []string{nameIntent}, also: hears(messages.NameRefusals), answer: no},
		{name: "agree to a name", intents: []string{nameIntent}, also: hears(messages.Agreements), answer: yes},
		{name: "explain a name", intents: []string{nameIntent}, also: hears(messages.HelpWords), answer: help},
		{name: "list for a name", intents: []string{nameIntent}, also: hears(messages.ListWords), answer: readFirst},
		{name: "name", intents: []string{nameIntent}, answer: setName},
		{name: "disabled", also: isType(skillDisabled), answer: disabled},
	}
}
