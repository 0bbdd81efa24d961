package webapi

var legalEnglish = legalTexts{
	labels: legalLabels{
		Navigation: "Pages", Home: "To your memos", Privacy: "Privacy", Terms: "Terms of use",
		What: "What", Where: "Where", HowLong: "How long",
	},
	operator: legalOperator{
		responsible:       "This server is operated by {operator}, who is responsible for it.",
		responsibleNobody: "The operator of this server is responsible for it.",
		contact:           "the person or organisation that gave you this address",
	},
	kept: keptEnglish,
	privacy: legalText{
		Title: "Privacy",
		Intro: "Family Voice Memo keeps short memos for a family, spoken to Alexa or written on the web. This page says what is kept for that, where and for how long, who sees it, and how you delete it. {responsible}",
		Sections: []legalSection{
			{
				Heading: "What is kept, where, and for how long",
				Text: []string{
					"Nothing else is kept. The data is used to show and read your memos to you and your family, to admit only the people you want, and to keep the server running.",
				},
				Kept: true,
			},
			{
				Heading: "What is not stored",
				Text: []string{
					"No recordings: Alexa turns your voice into text before this server receives it. When you dictate on the web page, your browser, your keyboard or its speech service does so. No location, no advertising identifiers, no statistics about you.",
				},
			},
			{
				Heading: "Who sees it",
				Seen:    true,
				Text: []string{
					"Your memos, name and picture are seen by the members of your family, who get the picture from this server and not from the sign-in provider. Your e-mail address is shown to you and to the owner of your family. The members are told who last emptied the trash.",
					"If you ask to join a family, its owner sees your name, your picture, your e-mail address if you have one here, since when your account exists, and how and when you asked, until the request is over. You are told the owner's name. Before you ask, an invitation link shows the name of the family and of the person who invites to any signed-in person who opens it. A member who enters the number of an Echo sees its name, since when it is used, and how many memos it has.",
					"The operator of this server can read what it stores.",
					"If you use the skill, Amazon gets what is spoken and shown: texts of memos, invitations, and on the first card the recovery number. Cards stay in the Alexa app until you delete them there. What this section does not name is not passed on, and nothing is sold or used for advertising. The page loads nothing from other sites. The privacy notices of Amazon and of your sign-in provider say what they keep themselves.",
				},
			},
			{
				Heading: "How to see it, take it along, and delete it",
				List: []string{
					"“Save everything about me” in the menu of the list gives you a file with everything that is stored about you: your account, your sessions, your memos and your trash, and the table above.",
					"The author of a memo and the owner of the family can delete it permanently at any time, by deleting it again in the trash. Other members can do so when it has been in the trash for {trashed} hours and they have been in the family for {newcomer} hours.",
					"Leaving a family takes your own memos along, and the family no longer has them.",
					"Signing out ends the session on the server. If you lose a device, sign it out under Family, in “Devices and programs”, or choose “Sign out everywhere”, which ends all sessions at once.",
					"You delete your account and all your memos on the page, under Family, with “Delete my account”, after handing the family over if you own it and others are in it; or the operator of this server does if you ask. What the table names as copies and backups may contain them for the time given there.",
					"When you disable the skill and Amazon reports that your data is not to be kept, and there are other people in the family, the Echo is no longer a member, and the memos spoken there stay with the family until a member deletes them or the family ends; if they are to go too, delete them first.",
				},
			},
			{
				Heading: "Questions",
				Text:    []string{"Ask the operator of this server: {contact}. Anything you ask to know, correct or delete is answered there."},
			},
		},
	},
	terms: legalText{
		Title: "Terms of use",
		Intro: "These are the terms for using Family Voice Memo on this server, by voice and on the web. Whoever uses it agrees to them with the operator of this server. {responsible}",
		Sections: []legalSection{
			{
				Heading: "What it is for",
				Text: []string{
					"Family Voice Memo is for short memos within a family. It costs nothing to use, sells nothing and shows no advertising. The charges of your own connection and devices are yours.",
					"It is no reminder, no alarm and no emergency service. Do not rely on it for medicine, safety or anything where a lost memo does harm.",
				},
			},
			{
				Heading: "Your part",
				List: []string{
					"Give invite codes only to people you want in your family. Whoever joins can read, change and delete all of its memos.",
					"Do not write passwords, bank or health data, or anything that breaks the law or the rights of others.",
					"Do not try to guess codes, reach other families, or overload the server.",
					"Let children use it only with the person who looks after them.",
				},
			},
			{
				Heading: "Your memos",
				Text: []string{
					"What you write stays yours. The server stores it only to show and read it to your family. Every member can correct, delete and restore every memo of the family, and it is recorded who did so.",
				},
			},
			{
				Heading: "Availability",
				Text: []string{
					"The service is provided as it is, without a promise that it is always there or free of faults. The operator may change or end it, and may exclude people who break these terms. As far as the law allows, nobody is liable for lost memos or for harm caused by using the service or by not being able to use it.",
				},
			},
			{
				Heading: "Other companies",
				Text: []string{
					"Alexa and Echo are products of Amazon, and you may sign in with Google. Their own terms apply to them. Neither of them provides or supports this service.",
				},
			},
		},
	},
}
