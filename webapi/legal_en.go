package webapi

var legalEnglish = legalTexts{
	labels: legalLabels{Navigation: "Pages", Home: "To your memos", Privacy: "Privacy", Terms: "Terms of use"},
	privacy: legalText{
		Title: "Privacy",
		Intro: "Voice Memo keeps short memos for a family, spoken to Alexa or written on the web. This page says what is stored for that, who sees it, and how it goes away. The operator of this server is responsible for it.",
		Sections: []legalSection{
			{
				Heading: "What is stored",
				List: []string{
					"When you sign in: the number by which the sign-in provider, such as Google, knows you; your name, your e-mail address and the web address of your picture. Your password stays with the provider.",
					"When you use the skill: the identifier that Alexa gives your account for this skill alone, the identifiers of the voices it recognises, the names you tell for them, when the list was last heard, and what was last deleted, so that it can be undone.",
					"Memos: the text, who wrote, changed or deleted it, and when.",
					"Your family: who belongs to it, who owns it, and since when.",
					"Invitations: four digits and a link that are valid for five minutes, and when they were used. To stop guessing, the times of recent tries are counted for a day.",
				},
			},
			{
				Heading: "What is not stored",
				Text: []string{
					"No recordings: Alexa turns your voice into text before this server receives it. Where you dictate on the web page, your browser, your keyboard or its speech service does so. No location, no advertising identifiers, no statistics about you. The server's log has no memo text, code, name or e-mail address.",
				},
			},
			{
				Heading: "Who sees it",
				Text: []string{
					"Your memos, name and picture are seen by the members of your family, who get the picture from this server and not from the sign-in provider. Your e-mail address is shown to you and to the owner of your family. Whoever operates this server can read what it stores.",
					"Nothing is passed on, sold, or used for advertising. The page loads nothing from other sites. What Amazon and your sign-in provider keep of their own part, they say in their own notices.",
				},
			},
			{
				Heading: "In your browser",
				Text: []string{
					"One cookie keeps you signed in for up to 30 days; another one lasts a few minutes while you sign in. The page keeps what you have not sent yet in the browser. Nothing of this follows you to other sites.",
				},
			},
			{
				Heading: "How long, and how to delete it",
				List: []string{
					"A deleted memo stays in the trash for ten days. Then nobody can see it any more and it is removed for good. Deleting it once more in the trash removes it at once.",
					"Leaving a family takes your own memos along, and the family no longer has them.",
					"You delete your account and all your memos on the page, under Family, with “Delete my account”; or the operator of this server does if you ask.",
					"When you disable the skill and Amazon reports that your data is not to be kept, the names of voices and what was last heard and deleted are erased. Memos spoken there stay with the family until somebody deletes them; if they are to go too, delete them first.",
					"Backups that the operator makes may contain deleted data until they expire.",
				},
			},
			{
				Heading: "Questions",
				Text:    []string{"Ask the operator of this server: the person or organisation that gave you this address. Anything you ask to know, correct or delete is answered there."},
			},
		},
	},
	terms: legalText{
		Title: "Terms of use",
		Intro: "These are the terms for using Voice Memo on this server, by voice and on the web. Whoever uses it agrees to them with the operator of this server.",
		Sections: []legalSection{
			{
				Heading: "What it is for",
				Text: []string{
					"Voice Memo is for short memos within a family. It costs nothing to use, sells nothing and shows no advertising. The charges of your own connection and devices are yours.",
					"It is no reminder, no alarm and no emergency service. Do not rely on it for medicine, safety or anything where a lost memo does harm.",
				},
			},
			{
				Heading: "Your part",
				List: []string{
					"Give invite codes only to people you want in your family. Whoever joins can read, change and delete all of its memos.",
					"Do not write passwords, bank or health data, or what breaks the law or the rights of others.",
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
					"The service is provided as it is, without a promise that it is always there or free of faults. The operator may change or end it, and may exclude who breaks these terms. As far as the law allows, nobody is liable for lost memos or for harm that comes of using the service or of its absence.",
				},
			},
			{
				Heading: "Other companies",
				Text: []string{
					"Alexa and Echo are of Amazon, and signing in may be with Google. Their own terms hold for them. Neither of them provides or supports this service.",
				},
			},
		},
	},
}
