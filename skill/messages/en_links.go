package messages

// englishLinks returns the sentences about Echos that a person has linked.
func englishLinks() Catalogue {
	return Catalogue{
		LinkHow:       "To link this Echo to your account, use the card in the Alexa app.",
		LinkNow:       "This Echo is now linked to {who}'s account.",
		LinkJoined:    "It has joined the same family.",
		LinkElsewhere: "But it is still in another family.",
		LinkOwns: "It stays in its own family, because it owns that one. " +
			"To take that over, unlink the Echo, join its family with an invite code, and link it again.",
		LinkOwner: "You're now the owner of the family.",

		"ask.move":      "Should I move this Echo to the same family?",
		"reprompt.move": "Say yes, or no.",
		"help.move":     "Say yes to move this Echo, and the memos made on it, to your family. Say no to leave it where it is.",
	}
}
