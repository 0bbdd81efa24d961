package understanding_test

import (
	"strings"
	"testing"
)

// lines splits a table into its lines, without empty ones.
func lines(table string) []string {
	return strings.FieldsFunc(table, func(r rune) bool { return r == '\n' })
}

// closing lists texts that say that there is nothing more to say.
var closing = map[string]string{
	"en-US": `no
No.
nope
nah
no no
no no no
no thanks
no thank you
no thank you alexa
no that's all
no that’s all
no, that's all.
no thats all
no that is all thank you
nope that's everything
nope that's it
that's all
that is all
that's all for now
that's all for today thanks
that's it
that's it thanks
that's it i think
that'll be all
that will be all
that would be all
that'll do
that'll do for now
that's everything
that's enough for today
nothing
nothing else
no nothing else
nothing more thanks
nothing at the moment
no more
no more for now
none
no need
i'm good
im good
i'm good thanks
no i'm good
no i'm good for now thank you
i am good
we're good
we are good for now
all good
i'm fine thanks
i'm done
okay i'm done
i am done
we're done
we're done here
all done
done
done thanks
finished
i'm finished
all set
we're all set
we're all set thank you
thanks
thank you
Thank you!
ok thank you
okay thanks
thanks a lot
thank you very much
thank you so much alexa
thanks everyone
bye
bye bye
bye-bye
ok bye
goodbye
good night
good night alexa
see you later
never mind
oh never mind
never mind then
forget it
stop
please stop
stop it
cancel
cancel it please
enough
that's enough
not now
not right now thanks
not really
well no
oh no that's all
um no
hmm no i think that's all
no i think that's it
yes that's all
yeah that's it thanks
yep i'm done
no wait that's all
i don't need anything else
i can't think of anything else
no everyone that's it
great thanks
perfect thank you`,
	"ja-JP": `いいえ
いえ
いいえ、ありません
いいえ、大丈夫です
いいえもう大丈夫です
いや、いいよ
いやもういい
ううん
ううん、ない
ううん大丈夫
ない
ないよ
ないです
ないですね
ないかな
ないない
もうない
もうないよ
もうないです
もう何もない
特にない
特にないよ
特にないです
特にありません
とくにないです
今のところない
今のところ特にないです
ほかにはない
他にはないです
ほかはもうないです
なし
なしです
特になし
以上なし
ありません
もうありません
大丈夫
大丈夫です
大丈夫だよ
もう大丈夫
もう大丈夫です
うん、大丈夫
だいじょうぶ
いい
いいよ
いいです
いいや
もういい
もういいよ
もういいです
今日はもういいです
今はいい
とりあえずいいです
結構です
もう結構です
けっこうです
十分です
もう十分
もう十分です
これで十分
いらない
もういらないよ
ありがとう
ありがとう。
ありがとうございます
ありがとうございました
どうもありがとう
うん、ありがとう
大丈夫、ありがとう
もう大丈夫です ありがとう
ありがとうアレクサ
おしまい
もうおしまい
今日はおしまい
これでおしまい
終わり
終わりです
もう終わり
おわり
じゃあ終わりで
終わりにして
以上
以上です
以上でした
以上で大丈夫です
はい、以上です
それだけ
それだけです
うん、それだけ
それで全部
これで全部です
それで全部だよ
オッケー
オッケーです
ｵｯｹｰ
バイバイ
ばいばい
じゃあね
じゃあまたね
またね
また明日
おやすみ
おやすみなさい
さようなら
やめる
やめて
もうやめて
ストップ
キャンセル
ここまで
ここまででいいです
じゃあいいです
えーと、ないです
うーん、もうないかな
まあいいや
やっぱりいいや
別にない
お疲れさまでした
思いつかない`,
}

// notClosing lists memos and answers that must not end a session.
var notClosing = map[string]string{
	"en-US": `yes
yes please
yeah
ok
okay
oh well
sure
please
alexa
well
right
yes thanks
no milk
no milk today
no more milk
no more screen time
no parking on tuesday
nothing in the fridge
nothing for lunch
thank you card
thank you cards for the teachers
thanks giving dinner
thank grandma for the cake
done list
well done
well done everyone
stop smoking
stop the newspaper
stop by the bakery
cancel the gym
cancel the dentist
cancel netflix
enough bread for the weekend
goodbye party for tom
good night story
good morning
bye bye baby book
never mind the gap poster
forget me not seeds
forget it not
all good things book
all done baby signs book
all set list for camping
finished homework
i'm done with the book return it
i'm good at cooking
i'm late
i'm at the gym
we're out of milk
we're done with the car on friday
that's all folks dvd
that's it magazine
that's the plumber's number
it
now
milk
buy milk
eggs and bread
not the red one
not today but tomorrow
no sugar for dad
no wait
oh wait
wait no
scratch that
undo
no i meant oat milk
nope cable for the bike
see you later alligator book
close the windows
quit the gym
exit sign bulb
cheers magazine
everything
everyone
for now just milk
for today eggs
two
number two
read the memos
delete number two
add eggs
find milk
all right
fine
good
great
perfect day cd
the end of the movie
none of the kids eat fish
cool box
really
anything from the store
that
have a good day card
a`,
	"ja-JP": `はい
うん
ええ
うんうん
えーと
じゃあ
もう
今日
今日は
とりあえず
です
よ
ね
は
アレクサ
わかった
了解
いいちこ
いいちこ買う
いい天気
いい肉の日
いい感じの花
いい夫婦の日
いいものを買う
梨
梨を買う
なしを三つ
なしのタルト
ないものを買う
なす
ナス
牛乳
牛乳がない
牛乳はもうない
牛乳なし
卵がもうない
砂糖なし
ありがとうカード
ありがとうの手紙
おばあちゃんにありがとう
ありがとうと伝える
ありがとう会
おしまい会
終わりの会
終わりの挨拶
終わりかけの花
以上の書類を出す
三つ以上
大丈夫マイフレンド
大丈夫か確認
大丈夫だったか聞く
結構大きい箱
十分
十分後に電話
10分
十分前に出る
やめる理由
やめた会社に電話
ストップウォッチ
ストッパーを買う
キャンセル料
キャンセル待ちを確認
予約をキャンセル
ジムをキャンセルして
おやすみ前の薬
おやすみセット
バイバイの絵本
またたび
また来週の予約
マタニティ
じゃがいも
じゃあ牛乳
もう一つ牛乳
それだけの電池
これ
それ
全部
全部読んで
一覧
一覧を読んで
1番を削除
2番
卵を追加
牛乳を探して
全部消して
違う
違います
間違えた
今のなし
やっぱりやめて
取り消して
牛乳じゃなくて豆乳
特に大事な書類
別荘の鍵
別にゴミを出す
いらない服を出す
いらないものを捨てる
いえのかぎ
いやほん
いやし音楽
完了報告
完了届を出す
はなし
話
よもぎ
ねぎ
わかめ
のり
平気かきく
お疲れ様会
さよなら会
助かる本`,
}

func TestClosing(t *testing.T) {
	check := func(t *testing.T, tables map[string]string, want bool) {
		for locale, table := range tables {
			m := matcher(t, locale)
			if n := len(lines(table)); n < 80 {
				t.Errorf("%s: got %d phrases, want at least 80", locale, n)
			}
			for _, text := range lines(table) {
				if got := m.Closing(text); got != want {
					t.Errorf("%s: %q: got closing %v, want %v", locale, text, got, want)
				}
			}
		}
	}
	t.Run("closings", func(t *testing.T) { check(t, closing, true) })
	t.Run("others", func(t *testing.T) { check(t, notClosing, false) })
}

// TestClosingTakesNothingBack checks that no closing is also a correction.
func TestClosingTakesNothingBack(t *testing.T) {
	for locale, table := range closing {
		m := matcher(t, locale)
		for _, text := range lines(table) {
			if rest, ok := m.Correction(text); ok {
				t.Errorf("%s: %q: got a correction to %q, want none", locale, text, rest)
			}
		}
	}
}

// TestLongTextIsNotAClosing checks that a text longer than any closing is not one.
func TestLongTextIsNotAClosing(t *testing.T) {
	if m := matcher(t, "en-US"); m.Closing(strings.Repeat("no ", 100)) {
		t.Error("got a closing of 100 words, want none")
	}
}
