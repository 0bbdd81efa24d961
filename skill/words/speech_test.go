package words

import (
	"strings"
	"testing"

	"voicememo/models"
)

func catalogues() map[string]Catalogue {
	return map[string]Catalogue{"ja": Japanese(), "en": English()}
}

func TestEveryCodeHasASentence(t *testing.T) {
	for name, c := range catalogues() {
		for _, code := range models.Codes() {
			if !c.Has(Error(code)) {
				t.Errorf("%s has no sentence for %s", name, code)
			}
		}
	}
}

// TestEveryReasonOfJoiningHasASentence checks that every reason has a sentence, with
// the time if there is one.
func TestEveryReasonOfJoiningHasASentence(t *testing.T) {
	for name, c := range catalogues() {
		for reason, timed := range map[models.Reason]bool{
			models.ReasonWait: true, models.ReasonLinkAttempts: true, models.ReasonNumberAttempts: true, models.ReasonBusy: true,
			models.ReasonManyLinks: true, models.ReasonManyRequests: false, models.ReasonAlreadyAsked: false,
			models.ReasonNotAdmitted: false, models.ReasonNotAlone: false, models.ReasonCodesExhausted: false, models.ReasonInviteNotValid: false,
			models.ReasonAlreadyMember: false, models.ReasonFamilyFull: false, models.ReasonHandOverFirst: false,
			models.ReasonOwnerOnly: false, models.ReasonAlone: false, models.ReasonMoved: false, "recovery": false,
		} {
			sentence := c[Error(reason)]
			if sentence == "" || strings.Contains(sentence, "{wait}") != timed {
				t.Errorf("%s says of %s: %q", name, reason, sentence)
			}
		}
	}
}

// TestWordsThatAreNotSaid checks that no sentence advises to disable and enable the
// skill, which removes an Echo's memos and family, and that the owner is called 代表.
func TestWordsThatAreNotSaid(t *testing.T) {
	for name, c := range catalogues() {
		for key, sentence := range c {
			for _, words := range []string{"当主", "有効にして", "enable the skill", "enable this skill", "disable it", "無効にしてください"} {
				if strings.Contains(strings.ToLower(sentence), words) {
					t.Errorf("%s: %s contains %q: %q", name, key, words, sentence)
				}
			}
		}
	}
}
