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
					"When you use the skill: the identifier that Alexa gives your account for this skill alone, the identifiers of the voices it recognises, the names you tell for them, when the list was last heard, and what was last deleted, so that it can be undone. If the Echo says a number that connects it to a family, this number for ten minutes; of its recovery number only a fingerprint from which the number cannot be read.",
					"Memos: the text, who wrote, changed or deleted it, and when.",
					"Your family: who belongs to it, who owns it, and since when; who added an Echo; and who last emptied the trash, when, and how many memos were in it.",
					"Invitations: four digits and links that are valid for five minutes (of a link only a fingerprint), and with which invitation you came into your family. To stop guessing, the times of recent tries are counted for a day.",
					"Requests: if you ask to join a family, when, how, and two digits by which both sides recognise the request, until it is decided, until you withdraw it, or for 24 hours.",
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
					"Your memos, name and picture are seen by the members of your family, who get the picture from this server and not from the sign-in provider. Your e-mail address is shown to you and to the owner of your family. The members are told who last emptied the trash.",
					"If you ask to join a family, its owner sees your name, your picture, your e-mail address if you have one here, since when your account exists, and how and when you asked, until the request is over. You are told the owner's name. Before that, the link of an invitation tells whoever is signed in and opens it the name of the family and of the person who invites. A member who enters the number of an Echo sees its name, since when it is used, and how many memos it has.",
					"The operator of this server can read what it stores.",
					"Nothing is passed on, sold, or used for advertising. The page loads nothing from other sites. What Amazon and your sign-in provider keep of their own part, they say in their own notices.",
				},
			},
			{
				Heading: "In your browser",
				Text: []string{
					"One cookie keeps you signed in for up to 30 days; another one lasts a few minutes while you sign in, and carries the invitation you came with. The page keeps what you have not sent yet in the browser. Nothing of this follows you to other sites.",
				},
			},
			{
				Heading: "How long, and how to delete it",
				List: []string{
					"A deleted memo stays in the trash for ten days. Then nobody can see it any more and it is removed for good. The author or the owner of the family can remove it at once by deleting it once more in the trash; the other members can after a day.",
					"Leaving a family takes your own memos along, and the family no longer has them.",
					"Where this server takes new people by invitation only: an account that no family has let in is deleted when its request is refused, otherwise about a day after it was made.",
					"You delete your account and all your memos on the page, under Family, with “Delete my account”; or the operator of this server does if you ask.",
					"When you disable the skill and Amazon reports that your data is not to be kept, the names of voices and what was last heard and deleted are erased at once. If there are other people in the family, the Echo is no longer a member, and the memos spoken there stay with the family until a member deletes them or the family ends; if they are to go too, delete them first. If the Echo was alone in its family, its account and its memos are kept for 30 days, so that its recovery number can bring the memos back, and then erased.",
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
