package messages

// englishFamily returns the sentences about people and families.
func englishFamily() Catalogue {
	return merged(englishGreetings(), englishMembership(), englishRequests(), englishNames(), englishFamilyQuestions(), englishFamilyErrors())
}

func englishFamilyErrors() Catalogue {
	return Catalogue{
		"error.owner_only":      "Sorry, only the family's owner can do that.",
		"error.alone":           "There's no one else in this family.",
		"error.too_many_voices": "Sorry, I can't remember the names of any more voices.",
		"error.too_many_rooms":  "Sorry, I can't remember the names of any more Echos.",
		"error.wait":            "Too many invite codes were tried. {wait} Or say connect to a family, and have a member enter the number on the web page.",
		"error.link_attempts":   "Too many wrong links were tried. {wait}",
		"error.number_attempts": "Too many wrong numbers were tried. {wait}",
		"error.busy":            "I'm still checking another number. {wait}",
		"error.many_links":      "Too many invitations were made. {wait}",
		"error.codes_exhausted": "Sorry, there's no free number right now. Please try again in a few minutes.",
		"error.many_requests":   "That family can't take any more requests right now. Say connect to a family: its owner can then add this Echo right away.",
		"error.already_asked":   "A family's owner has already been asked. Please wait for the answer. A request ends after 24 hours.",
		"error.not_admitted":    "You can do that once you're in the family that invited you.",
		"error.not_alone":       "That only works for an Echo that is alone in its family.",
	}
}

func englishGreetings() Catalogue {
	return Catalogue{
		Welcome:        "Hi, this is Family Voice Memo.",
		Hello:          "Hi {who}.",
		NewVoice:       "I don't know your voice yet.",
		Introduction:   "Just say what you want to remember, for example: buy milk.",
		AllMemos.One:   "There is one memo.",
		AllMemos.Count: "There are {count} memos.",
		AllMemos.Many:  "There are more than {count} memos.",
		AllMemos.Least: "There are at least {count} memos.",
		NoNewMemos:     "There are no new memos.",
		NewMemos.One:   "There is one new memo.",
		NewMemos.Count: "There are {count} new memos.",
		NewMemos.Many:  "There are more than {count} new memos.",
		NewMemos.Least: "There are at least {count} new memos.",
	}
}

func englishMembership() Catalogue {
	return Catalogue{
		Invite:         "The invite code is\n",
		InviteAgain:    "Once more:\n",
		InviteUse:      "To join, say \"Alexa, open family voice memo\", then \"join a family\", and the digits when you're asked. You can also enter them on the web page.",
		InviteLink:     "I can't make a code right now. {wait} The invite link on the web page works right away.",
		InviteAsks:     "The person who uses it joins once you say yes. I'll ask you the next time you open this skill.",
		InviteAsksLink: "The person who uses the link joins once you say yes. I'll ask you the next time you open this skill.",
		InviteOwner:    "Only the family's owner, {who}, can make an invite code.",
		InviteTitle:    "Invite code {code}",
		InviteUntil:    "{code} (until {time})",
		SlowDigits:     "{a},\n{b},\n{c},\n{d}.\n",
		ValidCount:     "It works for {minutes} minutes.",
		ValidOne:       "It works for about one more minute.",
		ValidLess:      "It works for less than a minute.",
		Clock:          "3:04 PM MST",
		CodeFormat:     "An invite code has four digits.",

		Joined:        "You've joined {who}'s family.",
		JoinedEcho:    "You're now in the same family as the other Echo.",
		NumberNo:      "no it is|no it's|no|it is|it's",
		NumberIs:      " please",
		JoinedOne:     "One memo came along.",
		JoinedCount:   "{count} memos came along.",
		JoinedMistake: "If that was a mistake, say leave the family.",

		Leaving:    "If you leave {who}'s family, the memos made on this Echo come with you, and you won't hear the others any more.",
		Left:       "You've left the family. The memos made on this Echo are still here.",
		LeaveAlone: "There's no one else here, so there's no family to leave.",
		LeaveOwner: "This Echo owns the family, so it can't leave while others are in it. They can leave on the web page, or by saying: leave the family.",
	}
}

func englishRequests() Catalogue {
	return Catalogue{
		Filed:       "I'm waiting for {who} to answer. The check number is {check}. Please tell {who} that number.",
		FiledEcho:   "I'm asking on the Echo that made the code. Your check number is {check}. Please tell the person who made the code that number.",
		FiledNext:   "If you're let in, I'll tell you the next time you open this skill. Without an answer, the request ends after 24 hours.",
		Waits:       "I'm waiting for {who} to answer.",
		WaitsEcho:   "I'm waiting for an answer from the other Echo.",
		CheckIs:     "The check number is {check}.",
		Asks:        "{who}, with check number {check}, would like to join the family.",
		AsksEcho:    "{who}, an Echo with check number {check}, would like to join the family.",
		AsksDevice:  "An Echo with check number {check} would like to join the family.",
		AsksOld:     "{who} would like to join the family.",
		AsksLike:    "The name looks like that of {who}, who is in the family. Please compare the check number.",
		AsksCheck:   "If their check number is also {check}, say yes.",
		Allowed:     "{who} is in the family now.",
		AllowedEcho: "That Echo is in the family now.",
		Refused:     "I've turned {who} away.",
		RefusedEcho: "I've turned that Echo away.",
		RequestOver: "That request is no longer open.",
		AskerOwns:   "{who} now owns another family and has to hand it over first.",
		NoRoom:      "The family is full, so {who} can't join yet.",
	}
}

func englishNames() Catalogue {
	return Catalogue{
		Members:       "There are {count} of you. The owner is {owner}. Also in the family: {others}.",
		MembersAlone:  "So far, it's just this Echo. To invite someone, say make an invite code. To join another family, say join a family, or connect to a family.",
		MembersOwner:  "{who} (owner)",
		ThisDevice:    "this Echo",
		NameGap:       ", ",
		NameLast:      " and ",
		Named:         "All right, {who}. I'll remember that.",
		Renamed:       "The name is {name} again.",
		Unnamed:       "I've forgotten that name.",
		NameOnPage:    "You can change your name on the web page, under Family, About you.",
		NameFormat:    "I can't remember that name. A name can have up to 50 characters.",
		NameBefore:    "my name is |please call me |call me |this is |it is |it's |i am |i'm |just ",
		NameAfter:     ", thank you| thank you| is my name|, please| please|, thanks| thanks",
		NameRefusals:  "no|nope|none|no name|no thanks|no thank you|rather not|i'd rather not",
		PoliteEndings: "-san",
		RoomName:      "{room} Echo",
		RoomNamed:     "All right, this is the {name}.",
		RoomBefore:    "this echo is in the |this echo is in |this echo is the |this is the |it's in the |it is in the |in the |the |my |our ",
		RoomAfter:     " please",
		RoomEndings:   "echo|alexa|エコー",
	}
}

func englishFamilyQuestions() Catalogue {
	return Catalogue{
		"ask.code":       "What's the four digit invite code?",
		"ask.join":       "I heard {digits}. Is that right?",
		"ask.allow":      "Should I let them in?",
		"ask.leave":      "Do you really want to leave this family?",
		"ask.name":       "What's your name?",
		"ask.named":      "Is your name {content}?",
		"ask.room":       "Which room is this Echo in?",
		"reprompt.code":  "Say: one, two, three, four.",
		"reprompt.join":  "Say yes, or no.",
		"reprompt.allow": "Say yes, or no.",
		"reprompt.leave": "Say yes, or no.",
		"reprompt.name":  "Say: it's Taro.",
		"reprompt.named": "Say yes, or no.",
		"reprompt.room":  "Say: the kitchen.",
		"help.code":      "Say the four digits of the invite code that the family's owner made, one by one. To cancel, say stop.",
		"help.join":      "Say yes to join that family. If the code is wrong, say no, or the right code.",
		"help.allow":     "Say yes only if they tell you the same check number, because they can then hear the family's memos. Say no to turn them away, or repeat to hear the number again.",
		"help.leave":     "Say yes to leave and start a family of your own, or no to stay.",
		"help.named":     "Say yes if that is your name. If not, say no.",
		"help.room":      "Say the room, such as the kitchen. I use it to say where a memo was spoken when I don't know the voice.",
		"help.name":      "I remember your voice and name, so that I can say who left a memo. Say it's Taro, or say no to skip this.",
	}
}
