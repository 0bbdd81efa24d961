package understanding_test

// politeCommands lists requests with their meanings before a tab.
var politeCommands = map[string]string{
	"en-US": `ReadMemosIntent	could you go ahead and read the memos now
ReadMemosIntent	can you read our memos for me
ReadMemosIntent	would you please read the notes to us
ReadMemosIntent	okay read me the memos one more time
ReadMemosIntent	hey could you read my list please
ReadMemosIntent	i'd like to hear our memos now
ReadMemosIntent	i would like to hear the list please
ReadMemosIntent	let's listen to the memos
ReadMemosIntent	we'd like to hear the memos
ReadMemosIntent	please go ahead and read the list
ReadMemosIntent	just read our list again please
ReadMemosIntent	read the memos will you
ReadMemosIntent	read the memos aloud thanks
ReadMemosIntent	can we hear the list now
ReadMemosIntent	would you tell me what is on our list
ReadMemosIntent	could you show us the list
ReadMemosIntent	what's on my grocery list right now
ReadMemosIntent	will you read all the notes out loud
ReadMemosIntent	do me a favor and read the memos
ReadMemosIntent	gimme the memos please
ReadMemoIntent 2	could you read me memo number two again
ReadMemoIntent 3	would you please read number three one more time
ReadMemoIntent 2	i'd like to hear number two again
ReadMemoIntent 4	read item four for me
ReadMemoIntent 2	can you tell us the second one again please
ReadMemoIntent 5	okay what's number five now
ReadNewMemosIntent	could you read me the new memos now
ReadNewMemosIntent	can you please tell us what is new
ReadNewMemosIntent	i want to hear our new memos
ReadNewMemosIntent	are there any new notes for us
ReadNewMemosIntent	did someone add anything today
ReadNewMemosIntent	will you check for new memos please
ReadMoreIntent	could you read on please
ReadMoreIntent	can you keep reading for us
ReadMoreIntent	please tell me the rest now
ReadMoreIntent	i'd like to hear the rest please
AddMemoIntent	could you add a memo for me
AddMemoIntent	i would like to add a new memo please
AddMemoIntent	let's make a memo
AddMemoIntent	would you take a note please
AddMemoIntent milk	would you add milk to our list please
AddMemoIntent eggs	could you please put eggs on the list for me
AddMemoIntent soy sauce	would you mind and put soy sauce on my shopping list
AddMemoIntent dog food	go ahead and add dog food to the list now
AddMemoIntent birthday candles	i'd like to put birthday candles on the list
AddMemoIntent paper towels	let's put paper towels on our grocery list
AddMemoIntent call the plumber	would you please add a memo to call the plumber
AddMemoIntent buy stamps	i would like to add a memo to buy stamps
AddMemoIntent the gate code changed	could you make a note that the gate code changed
AddMemoIntent feed the cat	would you remind us to feed the cat
AddMemoIntent pick up anna	could you please remember to pick up anna
AddMemoIntent rice	can you please put rice on that list thanks
DeleteMemoIntent 3	could you go ahead and delete number three now
DeleteMemoIntent 2	will you please remove memo two
DeleteMemoIntent 1	i'd like to delete the first one please
DeleteMemoIntent 4	would you take number four off our list
DeleteByTextIntent milk	would you take milk off our list please
DeleteByTextIntent bread	could you remove bread from my shopping list for me
DeleteByTextIntent the dentist	i'd like to delete the memo about the dentist
DeleteAllMemosIntent	could you delete all our memos please
DeleteAllMemosIntent	i'd like to delete all the memos now
DoneMemoIntent 2	would you please mark number two as done
DoneMemoIntent 3	could you cross off the third one for me
DoneByTextIntent milk	would you check milk off our list please
DoneByTextIntent the laundry	would you please mark the laundry as done
FindMemosIntent the dentist	would you find the memo about the dentist please
FindMemosIntent school	could you please read me the memos about school
RestoreMemoIntent	could you undo that for me please
RestoreMemoIntent	can you please bring it back now
CreateInviteIntent	could you please give me an invitation code
AMAZON.RepeatIntent	could you say that again please
AMAZON.HelpIntent	could you help me please
AMAZON.StopIntent	could you stop please
AMAZON.PreviousIntent	could you please go back`,
	"ja-JP": `ReadMemosIntent	メモを読んでくれませんか
ReadMemosIntent	メモを読んでいただけませんか
ReadMemosIntent	メモを読んでもらっていい
ReadMemosIntent	メモ読んでほしいんだけど
ReadMemosIntent	メモを読んで欲しいです
ReadMemosIntent	メモを読んでちょうだいね
ReadMemosIntent	メモ読んでよ
ReadMemosIntent	メモ読んどいて
ReadMemosIntent	メモを読んでみてくれる
ReadMemosIntent	ちょっとメモ読んでくれない
ReadMemosIntent	すみませんがメモを読んでいただけますか
ReadMemosIntent	悪いけどメモ読んでもらえる
ReadMemosIntent	ねえメモを読み上げてくれない
ReadMemosIntent	じゃあ一覧を教えてもらえますか
ReadMemosIntent	一覧を読んでくださいませんか
ReadMemosIntent	一覧をお願いします
ReadMemosIntent	リストを見せてくれる
ReadMemosIntent	リストは教えてほしい
ReadMemosIntent	買い物リストを読んでくれますか
ReadMemosIntent	買い物リストを聞きたいんですけど
ReadMemosIntent	メモを聞きたいな
ReadMemosIntent	メモが聞きたいんだけど
ReadMemosIntent	メモはありますか
ReadMemosIntent	メモがあるかな
ReadMemosIntent	何が残っていますか
ReadMemosIntent	もう一度メモを読んでくれる
ReadMemosIntent	全部読んでほしいんだけど
ReadMemosIntent	家族のメモを聞かせてくれる
ReadMemosIntent	今日のメモを教えてくれますか
ReadMemoIntent 2	2番を読んでもらえますか
ReadMemoIntent 3	3番は読んでくれる
ReadMemoIntent 1	1番目のメモを読んでいただけますか
ReadMemoIntent 4	すみませんが4番を聞かせてください
ReadMemoIntent 2	2つ目を教えてほしいんだけど
ReadMemoIntent 5	5番をもう一回読んでもらえる
ReadMemoIntent 1	最初のメモを読んでくれる
ReadMemoIntent 3	メモの3番を読んでくれますか
ReadNewMemosIntent	新しいメモを読んでもらえますか
ReadNewMemosIntent	新しいメモだけ読んでほしい
ReadNewMemosIntent	新着はありますかね
ReadNewMemosIntent	何か新しいメモはありますか
ReadNewMemosIntent	まだ聞いていないメモを読んでくれる
ReadMoreIntent	続きを読んでちょうだい
ReadMoreIntent	続きが聞きたいんだけど
ReadMoreIntent	もっと聞かせてほしいな
AddMemoIntent	メモを追加してほしいんだけど
AddMemoIntent	メモしてくれない
AddMemoIntent	伝言を残してもらえますか
AddMemoIntent 牛乳	牛乳を追加してくれない
AddMemoIntent 牛乳	牛乳を追加してもらってもいいですか
AddMemoIntent 卵	卵をリストに追加しといてくれる
AddMemoIntent 卵	すみませんが卵を追加してもらえませんか
AddMemoIntent お米	お米をメモしておいてくれますか
AddMemoIntent お米	買い物リストにお米を入れてもらえますか
AddMemoIntent 洗剤	リストに洗剤を足しておいてちょうだい
AddMemoIntent 金曜は燃えないゴミ	金曜は燃えないゴミってメモしておいてもらえる
AddMemoIntent 歯医者は三時	歯医者は三時とメモしていただけませんか
AddMemoIntent 納豆	納豆を足しちゃって
AddMemoIntent 暗証番号は九	暗証番号は九って覚えておいてくれる
DeleteMemoIntent 2	2番を消してもらえませんか
DeleteMemoIntent 3	3番を削除してほしいんだけど
DeleteMemoIntent 1	1番のメモを消しちゃってくれる
DeleteMemoIntent 4	4番は消しといてね
DeleteByTextIntent 牛乳	牛乳を消してもらえませんか
DeleteByTextIntent 歯医者	歯医者のメモを消しておいてくれる
DeleteByTextIntent 牛乳	牛乳をリストから外してもらえますか
DeleteAllMemosIntent	全部消してほしい
DeleteAllMemosIntent	メモを全部消してくれませんか
DoneMemoIntent 2	2番が終わりましたよ
DoneMemoIntent 3	3番を済みにしてもらえますか
DoneByTextIntent 牛乳	牛乳を買っておきました
DoneByTextIntent 宿題	宿題は終わりましたよ
DoneByTextIntent 洗濯	洗濯を完了にしてくれる
FindMemosIntent 歯医者	歯医者のメモを探してもらえませんか
FindMemosIntent 牛乳	牛乳を検索してほしいんだけど
RestoreMemoIntent	元に戻していただけますか
RestoreMemoIntent	さっきのを戻してくれる
RestoreMemoIntent	間違えて消しちゃったよ
CreateInviteIntent	招待コードを作ってもらえますか
AMAZON.StopIntent	止めてくれる
AMAZON.RepeatIntent	もう一度言ってくれる
AMAZON.NextIntent	続けてくれますか`,
}

// politeMemos lists memos that are like polite requests.
var politeMemos = map[string]string{
	"en-US": `can you pick up milk
could you pick up anna at five please
can you take out the trash
would you walk the dog please
can you save me a seat
could you save some cake for me
save me a seat
save some cake for dad
record the game tonight
put in a load of laundry
we're out of town
we're out of the house until six
i'm out of the office tomorrow
we ran out of time
we're running out of time
there's no more school
there's no more milk
we don't have any time
we finished the milk
then go home
and then go back to bed
this echo is in the way
can you record the game tonight
could you put in a load of laundry
can you put the laundry in the dryer
could you write a note to the teacher
would you call the plumber
would you call me later
please call grandma tonight
could you read emma a story
can you read to grandpa
could you read the recipe to grandma
would you read the manual please
i want to buy milk
i want to play
i want to go home
i want to read
i'd like to stop smoking
i want to make a birthday cake
i want to write to grandma
let's play outside
let's go home
let's go back to the beach
let's move on
let's repeat the trip in june
let's clean the garage on sunday
let's eat out tonight
we want to go to the zoo
we'd like to have dinner at seven
can we have pizza tonight
can i have a new bike
may i stay up late
could i get a haircut
just wait for the plumber
please wash the car
please feed the cat for me
kindly return the ladder
go ahead and eat without me
okay see you at six
hey mom dinner was great
well the plumber comes at three
would you buy stamps for us
could you bring the umbrella
can you get the list from dad
could you leave the key under the mat
can you stop at the bakery
could you stop the newspaper
would you help me with my homework
can you help anna with maths
could you repeat the prescription
please continue with the antibiotics
please open the windows now
can you show grandma the photos
could you tell dad dinner is ready
would you tell anna that i love her
can you undo the christmas lights
will you lock the door please
will you be home by six
could you make pancakes again
thanks for the flowers
the plumber comes again now
read a story to emma please
play with the dog for me`,
	"ja-JP": `牛乳を買ってきてくれる
ゴミを出しておいてね
読んでおいてほしい本
図書館で読んでみたい本
プリンを残しておいてね
ご飯を残しといて
ご飯を残しておいて
ケーキを残して
ノートに書いて
ノートに書いといて
手紙を書いて
手紙を書いておいて
お礼状を書いといて
おじいちゃんがなくなった
鍵がなくなりました
電話切れた
ママの携帯が切れた
免許の期限が切れそう
時間がもうない
このエコーは壊れてる
お父さんを迎えに行ってくれる
洗濯物を取り込んでおいてください
お風呂を洗ってもらえますか
犬の散歩に行ってくれませんか
帰りにパンを買ってきてもらえる
お米を研いでおいてくれる
子供を寝かせておいてほしい
鍵を閉めておいてね
窓を開けておいてください
エアコンをつけておいてくれる
宿題を見てあげてほしいんだけど
おばあちゃんに電話してあげてね
先生に聞いてみてくれる
水をあげておいてもらえますか
本を読んであげてください
絵本を読んでほしいな
新聞を読んでおいてね
手紙を読んでくれる
メモ帳を買ってきてくれる
メモ用紙がほしいんだけど
リストバンドを返してね
おもちゃを片付けてくれない
テレビの録画をしておいてくれる
荷物を受け取ってもらえませんか
早く寝てください
早く帰ってきてね
ちょっと遅くなります
ちょっと頭が痛い
すみませんが先に寝ます
悪いけど先に食べてて
できれば六時に帰ってきて
よかったら食べてね
もう一度歯医者に行ってください
まず手を洗ってね
じゃあ駅で待ってるね
では九時に集合です
はいチーズのカメラ
また来週お願いします
続きの本を借りてきてね
次の電車で帰ります
前の席を取っておいてね
卵を割っておいてください
カレーを温めて食べてね
冷蔵庫に入れておいてね
ママを起こしてください
猫にごはんをあげてくれる
薬を飲ませてあげてください
お弁当を忘れないで持っていってね
ヘルプの人が来てくれる
ストップウォッチを貸してほしい
一番好きな歌を教えてあげてね
新しい靴を買ってほしいな
全部食べてね
みんなで写真を撮ろうね
一緒に遊んでほしいな
明日は六時に起こしてください
自転車を直してもらえますか
おじいちゃんが来てくれました
消しゴムを買っておいてね
二番目の引き出しを見てください
三番ホームで待っていてね
薬の追加
保険の追加です
英単語を覚えてね
九九を覚えてくれる`,
}
