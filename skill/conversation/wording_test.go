package conversation

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/words"
	"voicememo/tools/testkit/check"
)

// began is when the turns of the tests begin.
var began = time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC)

// turnIn returns a turn without a request.
func turnIn(locale string) *Turn {
	return &Turn{Conversation: New(Services{}), Locale: words.NewLocales().Of(locale), began: began}
}

// TestWhoAsks checks that an owner hears the check number of a request, that it is from
// an Echo, and whether the name resembles a member's, but never an address.
func TestWhoAsks(t *testing.T) {
	const person, echoes = models.SourceOIDC, models.SourceAlexa
	for name, tc := range map[string]struct {
		user             models.User
		check, resembles string
		ja, en           string
	}{
		"a person":          {models.User{Name: "花子", Source: person, Email: "hanako@example.com"}, "47", "", "花子さんが、家族に参加したいそうです。確認番号は、4、7です。", "花子 would like to join the family. The check number is 4, 7. "},
		"an Echo":           {models.User{Name: "エコー", Source: echoes}, "07", "", "別のエコーから、家族に参加したいと申し込みがありました。確認番号は、0、7です。", "An Echo would like to join the family. The check number is 0, 7. "},
		"an Echo as others": {models.User{Name: "Echo", Source: echoes}, "07", "Echo", "別のエコーから、家族に参加したいと申し込みがありました。確認番号は、0、7です。", "An Echo would like to join the family. The check number is 0, 7. "},
		"an Echo's name":    {models.User{Name: "台所", Source: echoes}, "47", "", "台所さんが、エコーで家族に参加したいそうです。確認番号は、4、7です。", "台所 would like to join the family with an Echo. The check number is 4, 7. "},
		"a name like one":   {models.User{Name: "花 子", Source: person}, "47", "花子", "花 子さんが、家族に参加したいそうです。確認番号は、4、7です。名前が花子さんと似ています。確認番号を確かめてください。", "花 子 would like to join the family. The check number is 4, 7. The name looks like that of 花子, who is in the family. Please compare the check number. "},
		"a person as Echo":  {models.User{Name: "エコー", Source: person}, "47", "エコー", "エコーが、家族に参加したいそうです。確認番号は、4、7です。名前がエコーと似ています。確認番号を確かめてください。", "Echo would like to join the family. The check number is 4, 7. The name looks like that of Echo, who is in the family. Please compare the check number. "},
		"filed before":      {models.User{Name: "花子", Source: person}, "", "", "花子さんが、家族に参加したいそうです。", "花子 would like to join the family. "},
	} {
		t.Run(name, func(t *testing.T) {
			for locale, want := range map[string]string{"ja-JP": tc.ja, "en-US": tc.en} {
				turn := turnIn(locale)
				raw, err := askAbout(turn, "", family.Asker{
					User: tc.user, Request: models.Request{UserID: tc.user.ID, At: began, Check: tc.check}, Resembles: tc.resembles,
				}).MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				check := ""
				if tc.check != "" {
					check = turn.Say(words.AsksCheck, words.Args{"check": turn.Digits(tc.check)})
				}
				want = turn.Join(strings.TrimSpace(want), check, turn.Say(words.Ask("allow"), nil))
				if got := speechOf(t, raw); got != want || strings.Contains(string(raw), "@") {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

// speechOf returns the speech of a reply without its markup.
func speechOf(t *testing.T, raw []byte) string {
	t.Helper()
	var reply struct {
		Response struct {
			OutputSpeech struct{ SSML string }
		}
	}
	if err := json.Unmarshal(raw, &reply); err != nil {
		t.Fatal(err)
	}
	said := strings.TrimSuffix(strings.TrimPrefix(reply.Response.OutputSpeech.SSML, "<speak>"), "</speak>")
	return strings.ReplaceAll(said, "&apos;", "'")
}

// TestLinkOnly checks what is said when only an invite link can be made.
func TestLinkOnly(t *testing.T) {
	for name, tc := range map[string]struct {
		inv    invite.Invitation
		ja, en string
	}{
		"a link only": {
			inv: invite.Invitation{Token: "secret", CodeAgainAt: began.Add(5 * time.Minute)},
			ja:  "今は番号を出せません。5分ほど待ってから、もう一度試してください。ウェブの画面の招待リンクなら、今すぐ使えます。",
			en:  "I can't make a code right now. Please wait about 5 minutes, then try again. The invite link on the web page works right away.",
		},
		"a link that asks": {
			inv: invite.Invitation{Token: "secret", CodeAgainAt: began.Add(7 * time.Hour), AsksFirst: true},
			ja: "今は番号を出せません。7時間ほど待ってから、もう一度試してください。ウェブの画面の招待リンクなら、今すぐ使えます。" +
				"リンクを使った人がいたら、次に開いたときにお知らせします。「はい」と言うと家族にはいれます。",
			en: "I can't make a code right now. Please wait about 7 hours, then try again. The invite link on the web page works right away. " +
				"The person who uses the link joins once you say yes. I'll ask you the next time you open this skill.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			for locale, want := range map[string]string{"ja-JP": tc.ja, "en-US": tc.en} {
				check.Equal(t, linkOnly(turnIn(locale), tc.inv), want)
			}
		})
	}
}
