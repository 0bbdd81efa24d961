package talk

import (
	"strings"
	"testing"
)

func TestUnderstandsJapanese(t *testing.T) {
	understands(t, "ja-JP", [][2]string{
		{"家族ボイスメモを開いて", "LaunchRequest"},
		{"アレクサ、家族ボイスメモを開いて。", "LaunchRequest"},
		{"家族ボイスメモ", "LaunchRequest"},
		{"家族ボイスメモで牛乳を買う を追加", "AddMemoIntent memoText=牛乳を買う"},
		{"アレクサ、家族ボイスメモで一覧を読んで", "ReadMemosIntent"},
		{"牛乳を買う を追加", "AddMemoIntent memoText=牛乳を買う"},
		{"牛乳を買うを追加", "AddMemoIntent memoText=牛乳を買う"},
		{"牛乳を買う　を追加", "AddMemoIntent memoText=牛乳を買う"},
		{"卵をメモに追加して", "AddMemoIntent memoText=卵"},
		{"メモを追加", "AddMemoIntent"},
		{"一覧", "ReadMemosIntent"},
		{"メモを教えて", "ReadMemosIntent"},
		{"1番を削除", "DeleteMemoIntent memoNumber=1"},
		{"１２ 番を消して", "DeleteMemoIntent memoNumber=12"},
		{"二十一番を削除", "DeleteMemoIntent memoNumber=21"},
		{"二十番を削除", "DeleteMemoIntent memoNumber=20"}, {"一三番を削除", "DeleteByTextIntent memoText=一三番"},
		{"百番目を消して", "DeleteMemoIntent memoNumber=100"},
		{"メモを消して", "DeleteMemoIntent"},
		{"招待コード 1234 で参加", "JoinFamilyIntent inviteCode=1234"},
		{"招待コード0012で参加", "JoinFamilyIntent inviteCode=0012"},
		{"招待コード 一二三四 で参加", "JoinFamilyIntent inviteCode=1234"},
		{"招待コード １ ２ ３ ４ で家族に入る", "JoinFamilyIntent inviteCode=1234"},
		{"いいえ、4072", "JoinFamilyIntent inviteCode=4072"},
		{"違う、4072です", "JoinFamilyIntent inviteCode=4072"},
		{"よんぜろななにです", "JoinFamilyIntent inviteCode=4072"},
		{"いいえ、番号は 1234567890 です", "RecoverIntent number=1234567890"},
		{"２番を削除", "DeleteMemoIntent memoNumber=2"},
		{"じゅうに番目のメモを消して", "DeleteMemoIntent memoNumber=12"},
		{"サン番を消して", "DeleteMemoIntent memoNumber=3"},
		{"ひゃくにじゅういち番を削除", "DeleteMemoIntent memoNumber=121"},
		{"招待コード いちにさんよん で参加", "JoinFamilyIntent inviteCode=1234"},
		{"招待コードぜろ、れい、なな、きゅうで参加", "JoinFamilyIntent inviteCode=0079"},
		{"コード 千二百三十四 で参加", "JoinFamilyIntent inviteCode=1234"},
		{"牛乳を探して", "FindMemosIntent searchText=牛乳"},
		{"牛乳のメモを探して", "FindMemosIntent searchText=牛乳"},
		{"メモを探して", "FindMemosIntent"},
		{"元に戻して", "RestoreMemoIntent"},
		{"取り消して", "RestoreMemoIntent"},
		{"全部消して", "DeleteAllMemosIntent"},
		{"全部を追加", "AddMemoIntent memoText=全部"},
		{"2番を追加", "AddMemoIntent memoText=2番"},
		{"招待コードを作って", "CreateInviteIntent"},
		{"家族から抜ける", "LeaveFamilyIntent"},
		{"家族は誰", "FamilyMembersIntent"},
		{"私はママ", "SetNameIntent userName=ママ"},
		{"私はママです", "SetNameIntent userName=ママ"},
		{"太郎と呼んで", "SetNameIntent userName=太郎"},
		{"名前は太郎を追加", "AddMemoIntent memoText=名前は太郎"},
		{"家族ボイスメモで家族は誰", "FamilyMembersIntent"},
		{"前", "AMAZON.PreviousIntent"},
		{"戻って", "AMAZON.PreviousIntent"},
		{"もう一度", "AMAZON.RepeatIntent"},
		{"はい", "AMAZON.YesIntent"},
		{"いいえ", "AMAZON.NoIntent"},
		{"やめて", "AMAZON.StopIntent"},
		{"キャンセル", "AMAZON.CancelIntent"},
		{"ヘルプ", "AMAZON.HelpIntent"},
		{"次", "AMAZON.NextIntent"},
		{"ホームに戻って", "AMAZON.NavigateHomeIntent"},
		{"牛乳", "AMAZON.FallbackIntent"},
		{"", "AMAZON.FallbackIntent"},
	})
}

func TestUnderstandsEnglish(t *testing.T) {
	understands(t, "en-GB", [][2]string{
		{"open family voice memo", "LaunchRequest"},
		{"Alexa, open Family Voice Memo!", "LaunchRequest"},
		{"ask family voice memo to add buy milk", "AddMemoIntent memoText=buy milk"},
		{"Alexa, ask family voice memo to read the memos", "ReadMemosIntent"},
		{"open family voice memo and delete number 3", "DeleteMemoIntent memoNumber=3"},
		{"add buy milk", "AddMemoIntent memoText=buy milk"},
		{"Add Buy Milk", "AddMemoIntent memoText=Buy Milk"},
		{"add  a memo   buy milk", "AddMemoIntent memoText=buy milk"},
		{"put eggs on the list", "AddMemoIntent memoText=eggs"},
		{"add a memo", "AddMemoIntent"},
		{"read the memos", "ReadMemosIntent"},
		{"delete number 2", "DeleteMemoIntent memoNumber=2"},
		{"delete number twelve", "DeleteMemoIntent memoNumber=12"},
		{"no, 4072", "JoinFamilyIntent inviteCode=4072"},
		{"no it is 4 0 7 2", "JoinFamilyIntent inviteCode=4072"},
		{"it's four oh seven two", "JoinFamilyIntent inviteCode=4072"},
		{"no, the number is 123 456 7890", "RecoverIntent number=1234567890"},
		{"join with code 1234", "JoinFamilyIntent inviteCode=1234"},
		{"my invite code is one oh three four", "JoinFamilyIntent inviteCode=1034"},
		{"delete number twenty one", "DeleteMemoIntent memoNumber=21"},
		{"delete one hundred and five", "DeleteMemoIntent memoNumber=105"},
		{"number sixteen is done", "DoneMemoIntent memoNumber=16"},
		{"delete twenty three", "DeleteMemoIntent memoNumber=23"}, {"delete two three", "DeleteByTextIntent memoText=two three"},
		{"delete everything", "DeleteAllMemosIntent"},
		{"use code zero zero one two", "JoinFamilyIntent inviteCode=0012"},
		{"invite code twelve thirty four", "JoinFamilyIntent inviteCode=1234"},
		{"invite code 1 2 3 four", "JoinFamilyIntent inviteCode=1234"},
		{"join a family", "JoinFamilyIntent"},
		{"make an invite code", "CreateInviteIntent"},
		{"find umbrella", "FindMemosIntent searchText=umbrella"},
		{"find a memo", "FindMemosIntent"},
		{"undo", "RestoreMemoIntent"},
		{"put it back on the list", "RestoreMemoIntent"},
		{"leave the family", "LeaveFamilyIntent"},
		{"who is in my family", "FamilyMembersIntent"},
		{"who’s in my family?", "FamilyMembersIntent"},
		{"my name is Mary Ann", "SetNameIntent userName=Mary Ann"},
		{"call me grandma", "SetNameIntent userName=grandma"},
		{"previous", "AMAZON.PreviousIntent"},
		{"go back", "AMAZON.PreviousIntent"},
		{"say that again", "AMAZON.RepeatIntent"},
		{"yes", "AMAZON.YesIntent"},
		{"No.", "AMAZON.NoIntent"},
		{"stop", "AMAZON.StopIntent"},
		{"cancel", "AMAZON.CancelIntent"},
		{"help", "AMAZON.HelpIntent"},
		{"next", "AMAZON.NextIntent"},
		{"mumble", "AMAZON.FallbackIntent"},
		{"added value", "AMAZON.FallbackIntent"},
	})
}

func understands(t *testing.T, locale string, cases [][2]string) {
	for _, tc := range cases {
		t.Run(tc[0], func(t *testing.T) {
			tk, r := newTalk(t, locale, closed)
			say(t, tk, tc[0])
			if got := heard(r); got != tc[1] {
				t.Errorf("got %q, want %q", got, tc[1])
			}
		})
	}
}

func TestElicitedSlotTakesABarePhrase(t *testing.T) {
	for name, tc := range map[string]struct{ locale, intent, slot, text, want string }{
		"text":            {"ja-JP", "SpeakIntent", "speech", "牛乳", "SpeakIntent speech=牛乳"},
		"English text":    {"en-US", "SpeakIntent", "speech", "milk and eggs", "SpeakIntent speech=milk and eggs"},
		"code":            {"ja-JP", "JoinFamilyIntent", "inviteCode", "1、2、3、4", "JoinFamilyIntent inviteCode=1234"},
		"English code":    {"en-US", "JoinFamilyIntent", "inviteCode", "one two three four", "JoinFamilyIntent inviteCode=1234"},
		"kana code":       {"ja-JP", "JoinFamilyIntent", "inviteCode", "いちにさんよん", "JoinFamilyIntent inviteCode=1234"},
		"not a code":      {"ja-JP", "JoinFamilyIntent", "inviteCode", "牛乳", "AMAZON.FallbackIntent"},
		"number":          {"ja-JP", "RecoverIntent", "number", "番号は1234567890です", "RecoverIntent number=1234567890"},
		"English number":  {"en-US", "RecoverIntent", "number", "it's 123 456 7890", "RecoverIntent number=1234567890"},
		"name":            {"ja-JP", "SetNameIntent", "userName", "ママです", "SetNameIntent userName=ママ"},
		"English name":    {"en-US", "SetNameIntent", "userName", "it's Mary", "SetNameIntent userName=Mary"},
		"room":            {"ja-JP", "NameRoomIntent", "roomName", "台所です", "NameRoomIntent roomName=台所"},
		"English room":    {"en-US", "NameRoomIntent", "roomName", "in the kitchen", "NameRoomIntent roomName=kitchen"},
		"stop":            {"ja-JP", "SpeakIntent", "speech", "ストップ", "AMAZON.StopIntent"},
		"another intent":  {"ja-JP", "SpeakIntent", "speech", "一覧", "ReadMemosIntent"},
		"another's words": {"en-US", "SpeakIntent", "speech", "delete milk", "DeleteByTextIntent memoText=milk"},
	} {
		t.Run(name, func(t *testing.T) {
			tk, r := newTalk(t, tc.locale, eliciting(tc.intent, tc.slot))
			say(t, tk, "help")
			say(t, tk, tc.text)
			if got := heard(r); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			request := r.last["request"].(map[string]any)
			if state, _ := request["dialogState"].(string); strings.HasPrefix(tc.want, tc.intent) && state != "IN_PROGRESS" {
				t.Errorf("dialogState %q", state)
			}
		})
	}
}
