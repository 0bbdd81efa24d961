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
	"voicememo/skill/messages"
	"voicememo/skill/talk"
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
	{"ja-JP", "牛乳 を探して", "FindMemosIntent", "牛乳"},
	{"ja-JP", "2番を削除", "DeleteMemoIntent", "2"},
	{"ja-JP", "元に戻して", "RestoreMemoIntent", ""},
	{"ja-JP", "取り消して", "RestoreMemoIntent", ""},
	{"ja-JP", "全部消して", "DeleteAllMemosIntent", ""},
	{"ja-JP", "招待コードを作って", "CreateInviteIntent", ""},
	{"ja-JP", "招待コード 1234 で参加", "JoinFamilyIntent", "1234"},
	{"ja-JP", "家族に参加", "JoinFamilyIntent", ""},
	{"ja-JP", "アカウントにつなぐ", "ConnectIntent", ""},
	{"ja-JP", "家族につなぐ", "ConnectIntent", ""},
	{"ja-JP", "エコーつないで", "ConnectIntent", ""},
	{"ja-JP", "エコーを追加", "ConnectIntent", ""},
	{"ja-JP", "接続番号を教えて", "ConnectIntent", ""},
	{"ja-JP", "メモを取り戻す", "RecoverIntent", ""},
	{"ja-JP", "メモ取り戻して", "RecoverIntent", ""},
	{"ja-JP", "復元番号は 123 456 7890 です", "RecoverIntent", "1234567890"},
	{"ja-JP", "代表は誰", "FamilyMembersIntent", ""},
	{"ja-JP", "家族から抜ける", "LeaveFamilyIntent", ""},
	{"ja-JP", "家族は誰", "FamilyMembersIntent", ""},
	{"ja-JP", "私は 太郎", "SetNameIntent", "太郎"},
	{"ja-JP", "次", "AMAZON.NextIntent", ""},
	{"ja-JP", "前", "AMAZON.PreviousIntent", ""},
	{"ja-JP", "もう一度", "AMAZON.RepeatIntent", ""},
	{"en-US", "open family voice memo", "", ""},
	{"en-US", "add buy milk", "AddMemoIntent", "buy milk"},
	{"en-US", "read the memos", "ReadMemosIntent", ""},
	{"en-US", "find umbrella", "FindMemosIntent", "umbrella"},
	{"en-US", "delete number two", "DeleteMemoIntent", "2"},
	{"en-US", "undo", "RestoreMemoIntent", ""},
	{"en-US", "delete everything", "DeleteAllMemosIntent", ""},
	{"en-US", "make an invite code", "CreateInviteIntent", ""},
	{"en-US", "join with invite code 1234", "JoinFamilyIntent", "1234"},
	{"en-US", "join a family", "JoinFamilyIntent", ""},
	{"en-US", "connect to a family", "ConnectIntent", ""},
	{"en-US", "connect my echo", "ConnectIntent", ""},
	{"en-US", "connect to an account", "ConnectIntent", ""},
	{"en-US", "what is the connection number", "ConnectIntent", ""},
	{"en-US", "get my memos back", "RecoverIntent", ""},
	{"en-US", "recover my memos", "RecoverIntent", ""},
	{"en-US", "my recovery number is 123 456 7890", "RecoverIntent", "1234567890"},
	{"en-US", "leave the family", "LeaveFamilyIntent", ""},
	{"en-US", "who is in my family", "FamilyMembersIntent", ""},
	{"en-US", "my name is Taro", "SetNameIntent", "Taro"},
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

// TestPhrasesOfTheManifest checks that the example phrases in the store work word for
// word.
func TestPhrasesOfTheManifest(t *testing.T) {
	raw, err := fs.ReadFile(skill.Package(), "skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Manifest struct {
			PublishingInformation struct {
				Locales map[string]struct{ ExamplePhrases []string }
			}
		}
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	for locale, l := range m.Manifest.PublishingInformation.Locales {
		matcher := matcherOf(t, locale)
		for i, phrase := range l.ExamplePhrases {
			understood(t, matcher, phrase, talk.Elicited{})
			if got := matcher.Best(phrase, talk.Elicited{})[0]; (got.Request == "LaunchRequest") != (i == 0) || !got.Invoked {
				t.Errorf("%s: %q is a %s", locale, phrase, got.Request)
			}
		}
	}
}

// TestPhrasesOfTheReadme checks that the phrases spoken in the README are understood.
func TestPhrasesOfTheReadme(t *testing.T) {
	said := regexp.MustCompile(`(?m)^> \*\*(?:You|あなた):\*\* (.+?)(?:<br>)?$|^> ([^*\n]+)$`)
	for _, file := range []string{"README.md", "README.ja.md"} {
		raw, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		found := said.FindAllStringSubmatch(string(raw), -1)
		if len(found) < 3 {
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
	"en-US": regexp.MustCompile(`\b[Ss]ay:? ([^.]+?)(?: to \w[^.]*)?\.`),
}

// alternatives separates the phrases of "yes, or no".
var alternatives = regexp.MustCompile(`,? or `)

// TestPhrasesOfTheSpeech checks that the phrases in reprompts and help are understood
// as answers to their question.
func TestPhrasesOfTheSpeech(t *testing.T) {
	for locale, c := range map[string]messages.Catalogue{"ja-JP": messages.Japanese(), "en-US": messages.English()} {
		m := matcherOf(t, locale)
		for name, slot := range skill.QuestionSlots() {
			keys := []messages.Key{messages.Reprompt(name)}
			if locale == "ja-JP" { // English help has its examples inside sentences
				keys = append(keys, messages.Help(name))
			}
			for _, key := range keys {
				for _, found := range quoted[locale].FindAllStringSubmatch(c[key], -1) {
					for _, words := range alternatives.Split(found[1], -1) {
						if strings.Contains(words, "{") {
							continue // a memo's content
						}
						understood(t, m, words, talk.Elicited{Intent: slot[0], Slot: slot[1]})
					}
				}
			}
		}
	}
}

// TestPhrasesOfTheEnglishHelp checks that the help has its examples word for word, and
// that they are understood.
func TestPhrasesOfTheEnglishHelp(t *testing.T) {
	m, help := matcherOf(t, "en-US"), messages.English()[messages.Help("menu")]
	for _, words := range []string{"add buy milk", "read the memos", "find milk", "delete number one", "undo", "join a family"} {
		understood(t, m, words, talk.Elicited{})
		if !strings.Contains(help, words) {
			t.Errorf("help does not contain %q: %q", words, help)
		}
	}
}
