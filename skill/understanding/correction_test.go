package understanding_test

import (
	"strings"
	"testing"
)

// corrections lists corrections, with the right text after a tab.
var corrections = map[string]string{
	"en-US": `no wait
No, wait!
oh wait
oh no wait
wait no
wait wait no
sorry wait
hang on no
actually no
oops
whoops
my bad
scratch that
oh scratch that
scratch that please
no scratch that
not that
no not that
not that one
that's wrong
that’s wrong
no that's wrong
that is wrong
wrong
wrong one
that's not right
that's not what i said
no that's not what i meant
i didn't say that
undo
undo that
undo it please
please undo that
take that back
take it back
i take that back
delete that
no delete that
remove that
erase that
cancel that
forget that
ignore that
never mind that
my mistake
sorry my mistake
you misheard me
you got that wrong
no i meant	
no i meant oat milk	oat milk
no, I meant oat milk	oat milk
oh wait i meant oat milk	oat milk
i meant oat milk	oat milk
i mean Oat Milk	Oat Milk
sorry i meant two cartons	two cartons
oops i meant eggs	eggs
i meant to say bread	bread
no i mean bread	bread
no wait oat milk	oat milk
wait no oat milk	oat milk
change that to oat milk	oat milk
change it to soy milk	soy milk
make that two cartons of milk	two cartons of milk
no make that oat milk	oat milk
that should be oat milk	oat milk
no that should have been rye bread	rye bread
scratch that i meant oat milk	oat milk
scratch that make it oat milk	oat milk
that's wrong it's oat milk	oat milk
that's wrong i said oat milk	oat milk
wrong it's oat milk	oat milk
undo that add oat milk	oat milk
delete that and add oat milk	oat milk
not that i meant oat milk	oat milk
no not milk oat milk	oat milk
no not milk but oat milk	oat milk
no not milk i said oat milk	oat milk
no i meant add oat milk	oat milk
scratch that undo	
no the second one	the second one
No, the second one.	the second one
no number two	number two
no two	two
nope number twelve	number twelve
no no the last one	the last one
oh no number two	number two
sorry number two	number two
wait number two	number two
actually number two	number two
oops number two	number two
no number one	number one
no the first one please	the first one please
not that one number two	number two
no not that one the third one	the third one
wrong one number two	number two
wrong number two	two
that's wrong number two	number two
scratch that number two	number two
that's not what i meant the second one	the second one
i meant number two	number two
not number one number two	number two
not the first one the second one	the second one
no wait make it two loaves	two loaves
no make it two loaves	two loaves
actually make it two loaves	two loaves
no it should be soy milk	soy milk
i meant soy milk	soy milk
no wait number two	number two
no wait scratch that	
delete that sorry	
change that to add oat milk to the list	oat milk`,
	"ja-JP": `違う
違うよ
違うよ。
ちがう
違います
違いますよ
違う違う
違う、違う
違うってば
違うんだけど
いや、違う
いや違うよ
いいえ、違います
あ、違う
あっ違った
ごめん、違う
間違えた
まちがえた
まちがい
間違い
間違いです
間違えました
間違えちゃった
間違った
あ間違えた
あ、間違えた
ごめん、間違えた
ごめんなさい間違えました
言い間違えた
今のなし
今の無し
今のナシ
今のはなし
今のは無し
今のなしで
今のなしでお願いします
今の取り消し
今の取り消して
今のを取り消して
今のは取り消しで
今の消して
今のを消してください
今のキャンセル
今のは間違い
今のは違う
さっきのなし
さっきのは取り消して
それなし
それ違う
それじゃない
それ取り消して
そうじゃない
そうじゃなくて
やっぱりやめて
やっぱりやめる
やっぱりなし
やっぱなし
やっぱりいらない
あ、やっぱりやめて
取り消して
取り消し
取り消してください
なかったことにして
元に戻して
ちょっと待って、違う
違うの消しちゃったから戻して
違うよ豆乳だよ	豆乳
違うよ、豆乳だよ	豆乳
違うよ豆乳	豆乳
違う 豆乳	豆乳
違う、豆乳	豆乳
違う豆乳	豆乳
違う豆乳です	豆乳
違うねぎ	ねぎ
違うヨーグルト	ヨーグルト
違うよ、ヨーグルトだよ	ヨーグルト
違います豆乳です	豆乳
違う違う豆乳	豆乳
違う、色鉛筆	色鉛筆
いや違う、豆乳	豆乳
そうじゃなくて豆乳	豆乳
そうじゃなくて、豆乳	豆乳
いや、そうじゃなくて豆乳だよ	豆乳
牛乳じゃなくて豆乳	豆乳
牛乳じゃなくて豆乳だよ	豆乳
牛乳じゃなくて豆乳です	豆乳
牛乳じゃなくて豆乳にして	豆乳
牛乳じゃなくて、豆乳を追加して	豆乳
牛乳ではなく豆乳	豆乳
牛乳ではなくて豆乳です	豆乳
牛乳じゃないよ豆乳だよ	豆乳
いや牛乳じゃなくて豆乳	豆乳
いや、牛乳じゃなくて豆乳だってば	豆乳
違うよ牛乳じゃなくて豆乳だよ	豆乳
違う、牛乳じゃない、豆乳です	豆乳
間違えた、豆乳	豆乳
あ間違えた豆乳	豆乳
間違えた 豆乳だった	豆乳
今のなし、豆乳	豆乳
今のなしで豆乳	豆乳
今のを豆乳に変えて	豆乳
それを豆乳にして	豆乳
さっきのを豆乳に直して	豆乳
豆乳の間違いです	豆乳
あ、豆乳の間違い	豆乳
いや、イヤホンの間違いです	イヤホン
牛乳じゃなくて	
違う、今のなし	
やっぱり2番	2番
やっぱり2番目にして	2番目
やっぱり、最後のやつ	最後のやつ
やっぱ三番	三番
いや2番	2番
いや、2番です	2番
いいえ2番	2番
ごめん2番	2番
だめ、2番	2番
待って、2番だよ	2番
ちょっと待って2番目	2番目
いややっぱり2番	2番
違う2番	2番
違う、二つ目	二つ目
違うよ2番だよ	2番
1番じゃなくて2番	2番
間違えた、2番	2番
それじゃなくて豆乳	豆乳`,
}

// notCorrections lists memos and answers that take nothing back.
var notCorrections = map[string]string{
	"en-US": `no
no thanks
yes
ok
oh
sorry
wait
actually
milk
buy milk
no milk
no sugar for dad
not milk
not today but tomorrow
sorry card for anna
wait for the plumber
wait for the bus
hold on tight
wrong way sign
wrong size shoes
wrong number on the door
that's all
that's it
no that's all
no wait that's all
actually oat milk
actually we need eggs
undo the christmas lights
undo button for the coat
delete that file from the laptop
remove that stain
remove the tree
take it back to the store
take that book back to the library
forget that party
cancel that order from amazon
scratch card
scratch that itch
meaning of life
mean girls dvd
my mistakes in maths
change that lightbulb
change the lightbulb
make dinner
make it to the gym
oops a daisy book
well
i said hello
it should be sunny
it's dad's birthday
instead of milk buy oat milk
no one
no one is home on friday
no two days are alike
no 4072
no four oh seven two
oh number two
number two
undo number two
delete that number two
forget that number two
no make it to the gym
make it two loaves
no smoking
not number one
wrong number on the bus two
never mind
forget it
two
number two
delete number two
add eggs`,
	"ja-JP": `いいえ
いや
いや、いいよ
いや大丈夫です
いいえ、もう大丈夫です
はい
うん
ごめん
待って
ちょっと
豆乳
牛乳
牛乳を買う
卵を追加
違う色の糸を買う
違う店で買う
違う日に電話
違う人に頼む
違うから確認
違いを調べる
違い棚
間違い電話
間違い探しの本
間違えた問題を復習
間違えやすい漢字
間違った漢字を直す
取り消しの電話をする
取り消しを確認
予約を取り消して
予約を取り消す
やっぱり豆乳
やっぱり寿司を食べる
やめて
やめる
キャンセル
なし
なしです
今の仕事の資料
今のカーテンを洗う
今の電池を替える
さっきの荷物を受け取る
さっきの本を返す
それを返す
これを届ける
それは間違いない
元に戻してから鍵をかける
牛乳だけじゃなくて卵も
牛乳だけではなくパンも買う
じゃがいも
テストの間違いを直す
計算の間違い
イヤホン
あさり
えのき
ありがとう
もうない
1番を削除
2番
やっぱり一番好きな本
やっぱり牛乳を2本
いやし
いえに帰る
いやいちご
えに
あ、2番
ちょっと2番
いいえ、一三四
言い間違いの本`,
}

func TestCorrection(t *testing.T) {
	for locale, table := range corrections {
		m := matcher(t, locale)
		for _, line := range lines(table) {
			text, want, _ := strings.Cut(line, "\t")
			if got, ok := m.Correction(text); !ok || got != want {
				t.Errorf("%s: %q: got %q, %v, want %q", locale, text, got, ok, want)
			}
			if m.Closing(text) {
				t.Errorf("%s: %q: got a closing, want a correction only", locale, text)
			}
		}
	}
}

func TestNotACorrection(t *testing.T) {
	for locale, table := range notCorrections {
		m := matcher(t, locale)
		for _, text := range lines(table) {
			if got, ok := m.Correction(text); ok || got != "" {
				t.Errorf("%s: %q: got %q, %v, want no correction", locale, text, got, ok)
			}
		}
	}
}
