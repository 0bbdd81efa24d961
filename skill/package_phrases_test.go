package skill_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// documented are the phrases in the documents, with their meaning: an intent, or "" for
// the launch, and a value.
var documented = []struct{ locale, words, intent, value string }{
	{"ja-JP", "家族ボイスメモを開いて", "", ""},
	{"ja-JP", "牛乳を買う を追加", "AddMemoIntent", "牛乳を買う"},
	{"ja-JP", "牛乳を買うを追加", "AddMemoIntent", "牛乳を買う"},
	{"ja-JP", "牛乳を買う をメモして", "AddMemoIntent", "牛乳を買う"},
	{"ja-JP", "一覧", "ReadMemosIntent", ""},
	{"ja-JP", "メモを読んで", "ReadMemosIntent", ""},
	{"ja-JP", "メモを教えて", "ReadMemosIntent", ""},
	{"ja-JP", "1番を読んで", "ReadMemoIntent", "1"},
	{"ja-JP", "新しいメモを読んで", "ReadNewMemosIntent", ""},
	{"ja-JP", "何かある", "ReadNewMemosIntent", ""},
	{"ja-JP", "続きを読んで", "ReadMoreIntent", ""},
	{"ja-JP", "牛乳 を探して", "FindMemosIntent", "牛乳"},
	{"ja-JP", "2番、済み", "DoneMemoIntent", "2"},
	{"ja-JP", "牛乳買った", "DoneByTextIntent", "牛乳"},
	{"ja-JP", "牛乳を消して", "DeleteByTextIntent", "牛乳"},
	{"ja-JP", "最後のメモを消して", "DeleteByTextIntent", "最後"},
	{"ja-JP", "2番を削除", "DeleteMemoIntent", "2"},
	{"ja-JP", "元に戻して", "RestoreMemoIntent", ""},
	{"ja-JP", "取り消して", "RestoreMemoIntent", ""},
	{"ja-JP", "今のなし", "RestoreMemoIntent", ""},
	{"ja-JP", "全部消して", "DeleteAllMemosIntent", ""},
	{"ja-JP", "招待コードを作って", "CreateInviteIntent", ""},
	{"ja-JP", "招待コード 1234 で参加", "JoinFamilyIntent", "1234"},
	{"ja-JP", "家族に参加", "JoinFamilyIntent", ""},
	{"ja-JP", "番号を出して", "ConnectIntent", ""},
	{"ja-JP", "アカウントにつなぐ", "ConnectIntent", ""},
	{"ja-JP", "家族につなぐ", "ConnectIntent", ""},
	{"ja-JP", "エコーつないで", "ConnectIntent", ""},
	{"ja-JP", "エコーを追加", "ConnectIntent", ""},
	{"ja-JP", "接続番号を教えて", "ConnectIntent", ""},
	{"ja-JP", "アカウントをリンク", "LinkAccountIntent", ""},
	{"ja-JP", "メモを取り戻す", "RecoverIntent", ""},
	{"ja-JP", "メモ取り戻して", "RecoverIntent", ""},
	{"ja-JP", "復元番号は 123 456 7890 です", "RecoverIntent", "1234567890"},
	{"ja-JP", "代表は誰", "FamilyMembersIntent", ""},
	{"ja-JP", "家族から抜ける", "LeaveFamilyIntent", ""},
	{"ja-JP", "家族は誰", "FamilyMembersIntent", ""},
	{"ja-JP", "私は 太郎", "SetNameIntent", "太郎"},
	{"ja-JP", "このエコーは台所", "NameRoomIntent", "台所"},
	{"ja-JP", "次", "AMAZON.NextIntent", ""},
	{"ja-JP", "前", "AMAZON.PreviousIntent", ""},
	{"ja-JP", "もう一度", "AMAZON.RepeatIntent", ""},
	{"en-US", "open family voice memo", "", ""},
	{"en-US", "add buy milk", "AddMemoIntent", "buy milk"},
	{"en-US", "read the memos", "ReadMemosIntent", ""},
	{"en-US", "add a memo to buy milk", "AddMemoIntent", "buy milk"},
	{"en-US", "make a note that the plumber comes at nine", "AddMemoIntent", "the plumber comes at nine"},
	{"en-US", "add milk to the shopping list", "AddToListIntent", "milk"},
	{"en-US", "leave a message for mom i am late", "AddMemoIntent", "for mom i am late"},
	{"en-US", "read number two", "ReadMemoIntent", "2"},
	{"en-US", "what's new", "ReadNewMemosIntent", ""},
	{"en-US", "read the new memos", "ReadNewMemosIntent", ""},
	{"en-US", "more", "ReadMoreIntent", ""},
	{"en-US", "read the rest", "ReadMoreIntent", ""},
	{"en-US", "find umbrella", "FindMemosIntent", "umbrella"},
	{"en-US", "number two is done", "DoneMemoIntent", "2"},
	{"en-US", "check off number two", "DoneMemoIntent", "2"},
	{"en-US", "check off two", "DoneMemoIntent", "2"},
	{"en-US", "number two's done", "DoneMemoIntent", "2"},
	{"en-US", "mark the twenty first one as done", "DoneMemoIntent", "21"},
	{"en-US", "read me the third one", "ReadMemoIntent", "3"},
	{"en-US", "delete the 2nd one", "DeleteMemoIntent", "2"},
	{"en-US", "check off two eggs", "DoneByTextIntent", "two eggs"},
	{"en-US", "check off milk", "DoneByTextIntent", "milk"},
	{"en-US", "i bought milk", "DoneByTextIntent", "milk"},
	{"en-US", "that one is done", "DoneByTextIntent", "that one"},
	{"en-US", "delete milk", "DeleteByTextIntent", "milk"},
	{"en-US", "delete two eggs", "DeleteByTextIntent", "two eggs"},
	{"en-US", "remove milk from the list", "DeleteByTextIntent", "milk"},
	{"en-US", "delete the last one", "DeleteByTextIntent", "the last one"},
	{"en-US", "delete two", "DeleteMemoIntent", "2"},
	{"en-US", "delete number two", "DeleteMemoIntent", "2"},
	{"en-US", "undo", "RestoreMemoIntent", ""},
	{"en-US", "scratch that", "RestoreMemoIntent", ""},
	{"en-US", "no wait", "RestoreMemoIntent", ""},
	{"en-US", "delete everything", "DeleteAllMemosIntent", ""},
	{"en-US", "make an invite code", "CreateInviteIntent", ""},
	{"en-US", "join with invite code 1234", "JoinFamilyIntent", "1234"},
	{"en-US", "join a family", "JoinFamilyIntent", ""},
	{"en-US", "connect to a family", "ConnectIntent", ""},
	{"en-US", "connect my echo", "ConnectIntent", ""},
	{"en-US", "connect to an account", "ConnectIntent", ""},
	{"en-US", "what is the connection number", "ConnectIntent", ""},
	{"en-US", "link my account", "LinkAccountIntent", ""},
	{"en-US", "get my memos back", "RecoverIntent", ""},
	{"en-US", "recover my memos", "RecoverIntent", ""},
	{"en-US", "my recovery number is 123 456 7890", "RecoverIntent", "1234567890"},
	{"en-US", "leave the family", "LeaveFamilyIntent", ""},
	{"en-US", "who is in my family", "FamilyMembersIntent", ""},
	{"en-US", "my name is Taro", "SetNameIntent", "Taro"},
	{"en-US", "this echo is in the kitchen", "NameRoomIntent", "kitchen"},
	{"en-US", "name this echo kitchen", "NameRoomIntent", "kitchen"},
	{"en-US", "name this echo", "NameRoomIntent", ""},
	{"en-US", "next", "AMAZON.NextIntent", ""},
	{"en-US", "previous", "AMAZON.PreviousIntent", ""},
	{"en-US", "repeat", "AMAZON.RepeatIntent", ""},
}

func TestDocumentedPhrases(t *testing.T) {
	for _, d := range documented {
		t.Run(d.words, func(t *testing.T) {
			m := matcherOf(t, d.locale)
			for _, words := range []string{d.words, oneShot(d.locale, d.words)} {
				got := m.Best(words, talk.Elicited{})
				if len(got) != 1 || got[0].Intent != d.intent || got[0].Value != d.value {
					t.Errorf("%q: got meanings %+v", words, got)
				}
			}
		})
	}
}

// oneShot adds the skill's name to a phrase, unless the phrase has it.
func oneShot(locale, words string) string {
	switch {
	case strings.Contains(words, "ボイスメモ") || strings.Contains(words, "voice memo"):
		return words
	case locale == "ja-JP":
		return "アレクサ、家族ボイスメモで" + words
	}
	return "Alexa, ask family voice memo to " + words
}

// understood checks that a phrase has exactly one meaning.
func understood(t *testing.T, m *talk.Matcher, words string, asked talk.Elicited) {
	t.Helper()
	if got := m.Best(words, asked); len(got) != 1 || got[0].Intent == "AMAZON.FallbackIntent" {
		t.Errorf("%q: got meanings %+v", words, got)
	}
}

// TestWordsThatAreNotNames checks that "i'm" and "this is" name the speaker only in
// answer to the question for the name.
func TestWordsThatAreNotNames(t *testing.T) {
	m := matcherOf(t, "en-US")
	for _, words := range []string{"i'm done", "i am hungry", "i'm good", "this is important", "i'm taro"} {
		if got := m.Best(words, talk.Elicited{}); got[0].Intent == "SetNameIntent" {
			t.Errorf("%q: got %+v, want another intent", words, got)
		}
	}
	asked := talk.Elicited{Intent: "SetNameIntent", Slot: "userName"}
	if got := m.Best("i'm taro", asked); got[0].Intent != asked.Intent || got[0].Value != "taro" {
		t.Errorf("i'm taro, when asked: got %+v, want the name taro", got)
	}
}

// TestPhrasesOfTheManifest checks that the example phrases in the store work word for
// word, and that the phrases quoted in its descriptions and in the testing instructions
// are understood.
func TestPhrasesOfTheManifest(t *testing.T) {
	raw, err := fs.ReadFile(skill.Package(), "skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Manifest struct {
			PublishingInformation struct {
				TestingInstructions string
				Locales             map[string]struct {
					Description    string
					ExamplePhrases []string
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	understoodQuotes(t, "en-US", m.Manifest.PublishingInformation.TestingInstructions)
	for locale, l := range m.Manifest.PublishingInformation.Locales {
		matcher := matcherOf(t, locale)
		understoodQuotes(t, locale, l.Description)
		for i, phrase := range l.ExamplePhrases {
			understood(t, matcher, phrase, talk.Elicited{})
			if got := matcher.Best(phrase, talk.Elicited{})[0]; (got.Request == "LaunchRequest") != (i == 0) || !got.Invoked {
				t.Errorf("%s: %q is a %s", locale, phrase, got.Request)
			}
		}
	}
}

// understoodQuotes checks that all phrases in quotation marks are understood.
func understoodQuotes(t *testing.T, locale, text string) {
	t.Helper()
	found := regexp.MustCompile(`"([^"]+)"|「([^」]+)」`).FindAllStringSubmatch(text, -1)
	if len(found) < 5 {
		t.Errorf("%s: got %d phrases in %q, want at least 5", locale, len(found), text)
	}
	for _, f := range found {
		understood(t, matcherOf(t, locale), f[1]+f[2], talk.Elicited{})
	}
}

// TestPhrasesOfTheReadme checks that the phrases typed in the README, and those with the
// name of the skill, are understood without a question before them.
// TestExchangesOfTheDocuments checks the answers of a conversation.
func TestPhrasesOfTheReadme(t *testing.T) {
	said := regexp.MustCompile(`(?m)^> \*\*(?:You|あなた):\*\* ((?:Alexa|アレクサ).+?)(?:<br>)?$|^> ([^*\n]+)$`)
	for _, file := range []string{"README.md", "README.ja.md"} {
		raw, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		found := said.FindAllStringSubmatch(string(raw), -1)
		if len(found) < 2 {
			t.Errorf("%s shows %d phrases", file, len(found))
		}
		for _, f := range found {
			words := unquoted(f[1] + f[2])
			understood(t, matcherOf(t, localeOf(words)), words, talk.Elicited{})
		}
	}
}

func unquoted(s string) string { return strings.NewReplacer("「", "", "」", "").Replace(s) }

func localeOf(words string) string {
	if regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]`).MatchString(words) {
		return "ja-JP"
	}
	return "en-US"
}

// quoted finds the phrases that a sentence tells people to say: in Japanese in
// brackets, in English after "Say".
var quoted = map[string]*regexp.Regexp{
	"ja-JP": regexp.MustCompile(`「([^」]+)」`),
	"en-US": regexp.MustCompile(`\b[Ss]ay[:,]? ([^.]+?)(?: to \w[^.]*)?\.`),
}

// alternatives separates the phrases of "yes, or no".
var alternatives = regexp.MustCompile(`,? or,? `)

// TestPhrasesOfTheSpeech checks that the phrases in reprompts and help are understood
// as answers to their question.
func TestPhrasesOfTheSpeech(t *testing.T) {
	for locale, c := range map[string]words.Catalogue{"ja-JP": words.Japanese(), "en-US": words.English()} {
		m := matcherOf(t, locale)
		for name, intent := range skill.Questions() {
			keys := []words.Key{words.Reprompt(name)}
			if locale == "ja-JP" { // English help has its examples inside sentences
				keys = append(keys, words.Help(name))
			}
			for _, key := range keys {
				for _, found := range quoted[locale].FindAllStringSubmatch(c[key], -1) {
					for _, words := range alternatives.Split(found[1], -1) {
						if strings.Contains(words, "{") {
							continue // a memo's content
						}
						understood(t, m, words, talk.Elicited{Intent: intent, Slot: understanding.SlotOf(intent)})
					}
				}
			}
		}
	}
}

// TestPhrasesOfTheEnglishHelp checks that the help has its examples word for word, and
// that they are understood.
func TestPhrasesOfTheEnglishHelp(t *testing.T) {
	m, c := matcherOf(t, "en-US"), words.English()
	for key, examples := range map[words.Key][]string{
		words.Help("menu"): {"read the memos", "more"},
		words.Help("else"): {"read the memos", "more"},
		words.HelpMore:     {"I bought milk", "delete milk", "undo", "what's new", "find milk", "join a family"},
	} {
		for _, words := range examples {
			understood(t, m, words, talk.Elicited{})
			if !strings.Contains(c[key], words) {
				t.Errorf("%s does not contain %q: %q", key, words, c[key])
			}
		}
	}
}

// TestHelpIsShort checks that the help at the menu is at most two sentences, of which the
// last says how to hear more.
func TestHelpIsShort(t *testing.T) {
	for locale, c := range map[string]words.Catalogue{"ja-JP": words.Japanese(), "en-US": words.English()} {
		for _, name := range []string{"menu", "else"} {
			help := c[words.Help(name)]
			if n := strings.Count(help, "。") + strings.Count(help+" ", ". "); n > 2 {
				t.Errorf("%s, help at %s: got %d sentences, want at most 2: %q", locale, name, n, help)
			}
			if more := map[string]string{"ja-JP": "「もっと」", "en-US": "Say more for"}[locale]; !strings.Contains(help, more) {
				t.Errorf("%s, help at %s: got %q, want it to contain %q", locale, name, help, more)
			}
		}
	}
}
