package conversation

import (
	"testing"

	"voicememo/skill/words"
)

func TestEveryQuestionHasItsSentences(t *testing.T) {
	for name, c := range map[string]words.Catalogue{"ja": words.Japanese(), "en": words.English()} {
		for q := range everything.questions {
			for _, k := range []words.Key{words.Ask(q), words.Reprompt(q), words.Help(q)} {
				if !c.Has(k) {
					t.Errorf("%s has no %s", name, k)
				}
			}
		}
	}
}
