package messages

// englishFamily has the sentences about people and families.
func englishFamily() Catalogue {
	return merged(englishGreetings(), englishMembership(), englishRequests(), englishNames(), englishFamilyQuestions(), Catalogue{
		"error.owner_only":      "Sorry, only the family's owner can do that.",
		"error.alone":           "There is nobody else in this family.",
		"error.too_many_voices": "Sorry, I can't remember the names of any more voices.",
		"error.many_requests":   "Many people are waiting for that family already. Please try again later.",
		"error.issues":          "Too many invite codes were made. {wait}",
	})
}

func englishGreetings() Catalogue {
	return Catalogue{
		Welcome:        "Welcome to Family Voice Memo.",
		Hello:          "Hello {who}.",
		NewVoice:       "I don't know your voice yet.",
		SomeMemos:      "There are memos.",
		AllMemos.None:  "There are no memos yet.",
		AllMemos.One:   "There is one memo.",
		AllMemos.Count: "There are {count} memos.",
		AllMemos.Many:  "There are more than {count} memos.",
		AllMemos.Least: "There are memos, at least {count}.",
		NewMemos.None:  "There are no new memos.",
		NewMemos.One:   "There is one new memo.",
		NewMemos.Count: "There are {count} new memos.",
		NewMemos.Many:  "There are more than {count} new memos.",
		NewMemos.Least: "There are new memos, at least {count}.",
	}
}

func englishMembership() Catalogue {
	return Catalogue{
		Invite:      "The invite code is\n",
		InviteAgain: "Once more:\n",
		InviteUse:   "To use it, say to the other Echo: join a family. Or enter it on the web page.",
		InviteLink:  "There are no digits to give right now. Please use the invite link on the web page, or ask me again in five minutes.",
		InviteOwner: "Only the family's owner, {who}, can make an invite code.",
		InviteTitle: "Invite code {code}",
		InviteUntil: "{code} (until {time})",
		SlowDigits:  "{a},\n{b},\n{c},\n{d}.\n",
		ValidCount:  "It works for {minutes} minutes.",
		ValidOne:    "It works for about one more minute.",
		ValidLess:   "It works for less than a minute.",
		Clock:       "3:04 PM MST",
		CodeFormat:  "An invite code has four digits.",
		Joined:      "You have joined {who}'s family.",
		JoinedOne:   "One memo came along.",
		JoinedCount: "{count} memos came along.",
		Leaving:     "If you leave {who}'s family, the memos made on this Echo come along, and you no longer hear the others.",
		Left:        "You have left the family. The memos made on this Echo are still here.",
		LeaveAlone:  "There is nobody else here, so there is no family to leave.",
		LeaveOwner:  "This Echo owns the family, so it can't leave while others are in it. They can leave on the web page, or by saying: leave the family.",
	}
}

func englishRequests() Catalogue {
	return Catalogue{
		Filed:       "I am asking {who}. You will be in the family as soon as that is allowed.",
		Asks:        "{who} would like to join the family.",
		Allowed:     "{who} is in the family now.",
		Refused:     "I have turned {who} away.",
		RequestOver: "That request is gone.",
		AskerOwns:   "{who} owns another family by now, and has to hand it over first.",
		NoRoom:      "The family is full, so {who} can't come in yet.",
	}
}

func englishNames() Catalogue {
	return Catalogue{
		Members:       "There are {count} of you. The owner is {owner}. The rest of the family: {others}.",
		MembersAlone:  "So far this Echo is alone in the family. To invite somebody, say make an invite code. To come into another family, say join a family.",
		MembersOwner:  "{who} (owner)",
		ThisDevice:    "this Echo",
		NameGap:       ", ",
		NameLast:      " and ",
		Named:         "All right, {who}. I will remember that.",
		NameFormat:    "I can't remember that name. A name can have 50 characters.",
		NameBefore:    "my name is |please call me |call me |this is |it is |it's |i am |i'm |just ",
		NameAfter:     ", thank you| thank you| is my name|, please| please|, thanks| thanks",
		NameRefusals:  "no|nope|none|no name|no thanks|no thank you|rather not|i'd rather not",
		PoliteEndings: "-san",
	}
}

func englishFamilyQuestions() Catalogue {
	return Catalogue{
		"ask.code":       "What is the four digit invite code?",
		"ask.join":       "I heard {digits}. Is that right?",
		"ask.allow":      "Do you allow it?",
		"ask.leave":      "Do you really want to leave this family?",
		"ask.name":       "What is your name?",
		"reprompt.code":  "Say: one, two, three, four.",
		"reprompt.join":  "Say yes, or no.",
		"reprompt.allow": "Say yes, or no.",
		"reprompt.leave": "Say yes, or no.",
		"reprompt.name":  "Say: it's Taro.",
		"help.code":      "The family's owner has a four digit invite code. Say its digits one by one. To give up, say stop.",
		"help.join":      "Say yes to join that family, or no if the code is wrong.",
		"help.allow":     "Say yes to let them into the family, where they can hear its memos, or no to turn them away.",
		"help.leave":     "Say yes to leave, into a family of your own, or no to stay.",
		"help.name":      "I remember your voice and your name to say who left a memo. Say: it's Taro. To go without, say no.",
	}
}
