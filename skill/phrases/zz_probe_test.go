package phrases_test

import (
	"fmt"
	"testing"
	"voicememo/skill/phrases"
)

var asked0 phrases.Asked

func TestZZProbe(t *testing.T) {
	for l, ts := range map[string][]string{
		"en-US": {"then go home", "this echo is broken", "this echo is in the way", "what's this echo called", "we're out of town", "save me a seat", "we finished the milk", "milk is finished", "no two", "delete one and three", "delete 1 and 3", "delete number one two", "no bring it back", "no add soy milk", "cancel that", "record the game tonight", "put in a load of laundry", "no more school", "there's no more school", "we don't have any time", "we're in the middle of dinner", "wait"},
		"ja-JP": {"ご飯を残しといて", "ノートに書いて", "手紙を書いて", "ノートに書いといて", "手紙を書いておいて", "このエコーは壊れてる", "おじいちゃんがなくなった", "やっぱり2番", "一三番を消して", "1番と3番を消して", "七五三", "やっぱり牛乳を追加", "いや、牛乳を追加", "冷蔵庫に書いておいて", "ここは寒い", "電話切れた", "待って", "キャンセルして", "やっぱりやめた", "カレーを残しておいてくれる", "名前を書いておいて", "二番三番を消して"},
	} {
		m := deployed(t, l)
		for _, x := range ts {
			c, ok := m.Command(x)
			r, cok := m.Correction(x)
			n, nok := m.Number(x)
			fmt.Printf("%s %q: cmd=%q %v carried=%q corr=%q %v num=%d %v close=%v wd=%v best=%q\n", l, x, said(c), ok, m.Carried(x), r, cok, n, nok, m.Closing(x), m.Withdrawal(x), said(m.Best(x, asked0)...))
		}
	}
}
