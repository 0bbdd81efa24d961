package skill_test

import (
	"testing"

	"voicememo/skill/talk"
)

// TestJapaneseWithoutParticles checks short phrases as people say them to a machine, with
// words that end like a particle: トマト ends in と, and じゃがいも in も.
func TestJapaneseWithoutParticles(t *testing.T) {
	checkJapanese(t, []japanesePhrase{
		{"牛乳追加して", "AddMemoIntent", "牛乳"},
		{"卵足しといて", "AddMemoIntent", "卵"},
		{"トマト足して", "AddMemoIntent", "トマト"},
		{"トマトメモして", "AddMemoIntent", "トマト"},
		{"レシートメモしといて", "AddMemoIntent", "レシート"},
		{"じゃがいも追加して", "AddMemoIntent", "じゃがいも"},
		{"もも足しといて", "AddMemoIntent", "もも"},
		{"傘のメモ追加して", "AddMemoIntent", "傘"},
		{"ヨーグルト買い物リストに入れて", "AddToListIntent", "ヨーグルト"},
		{"メモ読んで", "ReadMemosIntent", ""},
		{"1番読んで", "ReadMemoIntent", "1"},
		{"新しいのある", "ReadNewMemosIntent", ""},
		{"続き", "ReadMoreIntent", ""},
		{"電池のメモある", "FindMemosIntent", "電池"},
		{"1番消して", "DeleteMemoIntent", "1"},
		{"2つ目消して", "DeleteMemoIntent", "2"},
		{"牛乳消して", "DeleteByTextIntent", "牛乳"},
		{"トマトもういらない", "DeleteByTextIntent", "トマト"},
		{"1番終わった", "DoneMemoIntent", "1"},
		{"トマト買った", "DoneByTextIntent", "トマト"},
		{"宿題終わったよ", "DoneByTextIntent", "宿題"},
		{"招待コード作って", "CreateInviteIntent", ""},
		{"名前変えて", "SetNameIntent", ""},
	})
}

// TestJapaneseParticlesAreNoContent checks that a particle, "already" (もう) and the list's
// name are part of the carrier and not of the text.
func TestJapaneseParticlesAreNoContent(t *testing.T) {
	checkJapanese(t, []japanesePhrase{
		{"牛乳を買い物リストに入れといて", "AddToListIntent", "牛乳"},
		{"買い物リストに牛乳を足して", "AddToListIntent", "牛乳"},
		{"リストに牛乳追加して", "AddToListIntent", "牛乳"},
		{"傘持っていくの忘れないで", "AddMemoIntent", "傘持っていく"},
		{"ママに遅くなるって伝えて", "TellIntent", "ママに遅くなる"},
		{"みんなに明日は雨と伝えて", "TellIntent", "みんなに明日は雨"},
		{"8時に帰るというメモを残して", "AddMemoIntent", "8時に帰る"},
		{"牛乳はもう買った", "DoneByTextIntent", "牛乳"},
		{"燃えるゴミ出してきた", "DoneByTextIntent", "燃えるゴミ"},
		{"牛乳はもういらない", "DeleteByTextIntent", "牛乳"},
		{"牛乳を取り消して", "DeleteByTextIntent", "牛乳"},
		{"買い物リストから卵を消して", "DeleteByTextIntent", "卵"},
		{"1番はもういらない", "DeleteMemoIntent", "1"},
		{"リストに牛乳は入ってる", "FindMemosIntent", "牛乳"},
	})
}

// TestJapaneseNeighbours checks phrases that differ little from one of another intent.
func TestJapaneseNeighbours(t *testing.T) {
	checkJapanese(t, []japanesePhrase{
		{"新しいメモ", "ReadNewMemosIntent", ""},
		{"新しいメモを追加", "AddMemoIntent", ""},
		{"全部消して", "DeleteAllMemosIntent", ""},
		{"取り消して", "RestoreMemoIntent", ""},
		{"今の取り消して", "RestoreMemoIntent", ""},
		{"さっきの消して", "DeleteByTextIntent", "さっきの"},
		{"消したメモ戻して", "RestoreMemoIntent", ""},
		{"メモ取り戻して", "RecoverIntent", ""},
		{"思い出した", "AddMemoIntent", ""},
		{"もう買った", "DoneMemoIntent", ""},
		{"名前は花子", "SetNameIntent", "花子"},
		{"このエコーの名前は台所", "NameRoomIntent", "台所"},
		{"このエコーの名前は何", "FamilyMembersIntent", ""},
		{"エコーを追加して", "ConnectIntent", ""},
		{"家族を追加したい", "CreateInviteIntent", ""},
		{"次", "AMAZON.NextIntent", ""},
		{"もう1回言って", "AMAZON.RepeatIntent", ""},
		{"1番もう1回読んで", "ReadMemoIntent", "1"},
		{"終わり", "AMAZON.StopIntent", ""},
	})
}

// japanesePhrase is words with the intent and the value of the slot that they mean.
type japanesePhrase struct{ words, intent, value string }

func checkJapanese(t *testing.T, all []japanesePhrase) {
	t.Helper()
	m := matcherOf(t, "ja-JP")
	for _, p := range all {
		if got := m.Best(p.words, talk.Elicited{}); len(got) != 1 || got[0].Intent != p.intent || got[0].Value != p.value {
			t.Errorf("%q: got %+v, want %s %q", p.words, got, p.intent, p.value)
		}
	}
}
