package understanding_test

import "testing"

// withdrawn lists texts that take back a question or an intention.
var withdrawn = map[string]string{
	"en-US": `no wait
wait no
Wait!
hold on
never mind
never mind please
oh never mind
nevermind
forget it
forget that
just forget about it
cancel
cancel that
cancel that please
no cancel that
sorry cancel it
i changed my mind
i've changed my mind
sorry i changed my mind
actually no
actually no thanks
no actually don't
no don't
on second thought never mind
scratch that
undo
undo that
not that one
wrong one
that's wrong
no let's not
oops
ok never mind thanks`,
	"ja-JP": `やっぱりやめた
やっぱりやめて
やっぱりやめる
やっぱりやめとく
やっぱりいい
やっぱりいいや
やっぱりいいです
やっぱりなし
やっぱなし
待って
待ってください
まって
ちょっと待って
あ、ちょっと待って
ごめん、ちょっと待って
キャンセル
キャンセルして
キャンセルしてください
やっぱりキャンセル
やめて
やめとく
いや、やめとく
取り消して
取り消し
今のなし
今のはなしで
今のはキャンセル
間違えた
違う
違うよ
気が変わった
何でもない
なんでもないです
ごめん、なんでもない
なかったことにして
元に戻して`,
}

// notWithdrawn lists answers, memos, corrections with the right text, and requests.
var notWithdrawn = map[string]string{
	"en-US": `
yes
ok
oh
um
sorry
please
that's all
milk
wait for the plumber
hold on tight
hang on to the receipt
forget it not
never mind the gap
cancel the newspaper
cancel that order from amazon
i changed my mind about the sofa
don't forget the eggs
no wait oat milk
i meant oat milk
number two
no number two
delete that
delete it
no delete that
remove that one
erase it
undo the christmas lights`,
	"ja-JP": `
はい
うん
お願い
ごめん
やっぱり
いいよ
牛乳
駅で待って
待っている人に電話
ちょっと待ってる
予約をキャンセルして
新聞をやめて
牛乳じゃなくて豆乳
違う、豆乳
やっぱり2番
2番
それを消して
今の消して
1番を削除
なしを買う
忘れて帰った傘
取り消しの電話をする`,
}

func TestWithdrawal(t *testing.T) {
	t.Parallel()
	for locale, table := range withdrawn {
		m := matcher(t, locale)
		for _, text := range lines(table) {
			if !m.Withdrawal(text) {
				t.Errorf("%s: %q: got no withdrawal, want one", locale, text)
			}
		}
	}
}

func TestNotAWithdrawal(t *testing.T) {
	t.Parallel()
	for locale, table := range notWithdrawn {
		m := matcher(t, locale)
		for _, text := range append(lines(table), "", " ", "。") {
			if m.Withdrawal(text) {
				t.Errorf("%s: %q: got a withdrawal, want none", locale, text)
			}
		}
	}
}
