package push

import (
	"strconv"
	"strings"

	"voicememo/family/push"
	"voicememo/webapi"
)

// Privacy implements webapi.Module.
func (part) Privacy(tag string) webapi.Privacy {
	texts := map[string]webapi.Privacy{"en": english, "ja": japanese}[tag]
	shown := webapi.Privacy{Seen: texts.Seen}
	for _, k := range texts.Kept {
		k.What = strings.ReplaceAll(k.What, "{devices}", strconv.Itoa(push.MaxDevices))
		shown.Kept = append(shown.Kept, k)
	}
	return shown
}

var english = webapi.Privacy{
	Kept: []webapi.Kept{
		{
			What:    "The devices that are notified, which are browsers, {devices} at most: a name such as “Chrome, Android”, the language, since when, to which sign-in it belongs and when that expires, and the address and the public keys with which this server reaches it through its push service.",
			Where:   "The server’s database",
			HowLong: "Until you remove the device from the list or sign out on it. If the sign-in ended or expired in another way, or the push service reports that the browser is gone, the device is not notified any more, and its entry is erased with the next notification or with your account.",
		},
		{
			What:    "What you want to be notified of, and your quiet hours with their time zone.",
			Where:   "The server’s database",
			HowLong: "Until you delete the account.",
		},
		{
			What:    "Which events you are or were notified of: the numbers of the memos and people, and when. None of their texts and names.",
			Where:   "The server’s database",
			HowLong: "Two days after the notification was due. Then it is erased, from DynamoDB within a few days.",
		},
		{
			What:    "If you let the skill notify your Echos: that you do, and since when.",
			Where:   "The server’s database",
			HowLong: "Until you take that back in the Alexa app, disable the skill, or the account is erased.",
		},
		{
			What:    "The registration of your browser with its push service. After a session has ended by itself, only that you had notifications there, so that they return when you sign in again.",
			Where:   "Your browser and its push service",
			HowLong: "Until you remove the device here, block the notifications in the browser, or sign out.",
		},
	},
	Seen: []string{
		"If you switch notifications on, they go through the push service of your browser’s maker, such as Google, Apple, Mozilla or Microsoft. They are encrypted so that only your browser can read them. The push service knows from which server and to which browser a notification is sent, when, how urgent it is and how long. While the browser cannot be reached, it keeps the notification for 25 hours at most. Your device’s settings decide what is shown on its lock screen.",
		"If you let the skill notify your Echos, Amazon gets the name of the person who wrote and the number of new memos, and not their texts.",
	},
}

var japanese = webapi.Privacy{
	Kept: []webapi.Kept{
		{
			What:    "お知らせが届く端末（ブラウザー、{devices}台まで）: 「Chrome, Android」のような名前、言語、いつからか、どのサインインのものでいつまで有効か、プッシュサービスを通して届けるためのアドレスと公開鍵。",
			Where:   "サーバーのデータベース",
			HowLong: "一覧から外すか、その端末でサインアウトするまで。ほかの理由でサインインが終わったり期限が切れたりしたときや、その端末の登録がもうないとプッシュサービスから返ってきたときは、お知らせは届かなくなり、記録は、次のお知らせのとき、またはアカウントを消したときに消えます。",
		},
		{
			What:    "知らせることと、知らせない時間帯とそのタイムゾーン。",
			Where:   "サーバーのデータベース",
			HowLong: "アカウントを消すまで。",
		},
		{
			What:    "何をお知らせするか、またはしたか: メモと人の番号、その日時。本文と名前は入りません。",
			Where:   "サーバーのデータベース",
			HowLong: "お知らせを送る時刻から2日間。そのあとに消えます。DynamoDB のときは、さらに数日かかることがあります。",
		},
		{
			What:    "スキルからエコーへの通知を許可したときは、許可していることと、いつからか。",
			Where:   "サーバーのデータベース",
			HowLong: "Alexa アプリで許可を取り消すか、スキルを無効にするか、アカウントが消えるまで。",
		},
		{
			What:    "あなたのブラウザーの、プッシュサービスへの登録。サインインの期限が切れたあとは、お知らせが届いていたことだけを残し、次のサインインで元に戻します。",
			Where:   "あなたのブラウザーと、そのプッシュサービス",
			HowLong: "ここでその端末を外すか、ブラウザーの設定で通知を止めるか、サインアウトするまで。",
		},
	},
	Seen: []string{
		"お知らせが届くようにすると、お知らせは、ブラウザーを作っている会社（Google、Apple、Mozilla、Microsoft など）のプッシュサービスを通って届きます。内容は、あなたのブラウザーだけが読めるように暗号化します。プッシュサービスに分かるのは、どのサーバーからどのブラウザーへ、いつ、どのくらい急ぎの、どのくらいの長さのお知らせが送られたかです。ブラウザーにつながらないときは、プッシュサービスがお知らせを長くて25時間預かります。ロック画面に何を表示するかは、端末の設定で決まります。",
		"スキルからエコーへの通知を許可すると、書いた人の名前と新しいメモの件数が Amazon に伝わります。メモの本文は伝わりません。",
	},
}
