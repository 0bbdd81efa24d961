package messages

// japaneseLinks returns the sentences about Echos that a person has linked.
func japaneseLinks() Catalogue {
	return Catalogue{
		LinkHow:       "アレクサのアプリに送ったカードから、アカウントをリンクしてください。",
		LinkNow:       "このエコーは、{who}のアカウントとつながりました。",
		LinkJoined:    "このエコーも、同じ家族に入りました。",
		LinkElsewhere: "でも、まだほかの家族に入っています。",
		LinkOwns: "でも、ほかの家族の代表なので、そこに残ります。" +
			"代表を引き継ぐときは、リンクを解除し、招待コードでその家族に入ってから、もう一度リンクしてください。",
		LinkOwner: "家族の代表も引き継ぎました。",

		"ask.move":      "このエコーを、同じ家族に移しますか？",
		"reprompt.move": "「はい」か「いいえ」で答えてください。",
		"help.move":     "「はい」で、このエコーと、このエコーで残したメモを、あなたの家族に移します。「いいえ」なら、今の家族に残ります。",
	}
}
