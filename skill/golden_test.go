package skill_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

const day = 24 * time.Hour

// lived is a family of some days: Taro's, with the Echo in it.
func lived(w *world) {
	taro := w.household(w.word("太郎", "Taro"))
	w.write(taro, w.word("市役所に電話", "call the city hall"), 400*day)
	w.write(taro, w.word("タイヤ交換", "change the tyres"), 40*day)
	w.write(taro, w.word("本を返す", "return the books"), 3*day)
	w.write(w.device(), w.word("卵を買う", "buy eggs"), day)
	w.write(taro, w.word("PTAの<会費> & \"名札\"", "<fees> & \"tags\" for school"), day/2)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Hour)
	w.write(taro, w.word("傘を忘れない", "don't forget the umbrella"), time.Minute)
}

// inviting is Taro with a code to give, and an Echo with two memos of its own.
func inviting(w *world) {
	w.code(w.person(w.word("太郎", "Taro")))
	w.write(w.device(), w.word("卵を買う", "buy eggs"), time.Hour)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Minute)
}

func fresh(*world) {}

// conversations are the golden ones: what is said, in both languages.
var conversations = []struct {
	name   string
	before func(*world)
	ja, en []string
}{
	{"launch", fresh, []string{"家族ボイスメモを開いて", "いいえ"}, []string{"open family voice memo", "no"}},
	{"launch-with-memos", lived, []string{"家族ボイスメモを開いて", "ストップ"}, []string{"open family voice memo", "stop"}},
	{"add-at-once", fresh, []string{"家族ボイスメモで牛乳を買う を追加"}, []string{"ask family voice memo to add buy milk"}},
	{
		"add-loop", fresh,
		[]string{"家族ボイスメモを開いて", "牛乳を買うを追加", "卵を買う", "はい", "パンを買う", "いいえ"},
		[]string{"open family voice memo", "add buy milk", "buy eggs", "yes", "buy bread", "no"},
	},
	{
		"add-without-text", fresh,
		[]string{"メモを追加", "ヘルプ", "牛乳を買う", "やめて"},
		[]string{"add a memo", "help", "buy milk", "cancel"},
	},
	{"read-none", fresh, []string{"一覧"}, []string{"read the memos"}},
	{
		"read-pages", lived,
		[]string{"一覧", "はい", "次", "いいえ"},
		[]string{"read the memos", "yes", "next", "no"},
	},
	{
		"delete", lived,
		[]string{"家族ボイスメモを開いて", "一覧", "2番を削除", "2番を削除", "9番を削除", "三番", "次", "7番を消して", "いいえ"},
		[]string{"open family voice memo", "read the memos", "delete number 2", "delete number two", "delete 9", "three", "next", "delete 7", "no"},
	},
	{"delete-without-reading", lived, []string{"1番を削除", "1番", "いいえ"}, []string{"delete number one", "number one", "no"}},
	{
		"join", inviting,
		[]string{"家族に参加", "九九九九", "いいえ", "%s です", "はい", "一覧"},
		[]string{"join a family", "nine nine nine nine", "no", "%s", "yes", "read the memos"},
	},
	{"join-wrong-code", inviting, []string{"招待コード 12 で参加", "はい", "ストップ"}, []string{"join with code 12", "yes", "stop"}},
	{
		"not-understood", fresh,
		[]string{"メモを追加", "牛乳を買う", "家族ボイスメモを開いて", "むにゃむにゃ", "むにゃむにゃ", "むにゃむにゃ"},
		[]string{"add a memo", "buy milk", "open family voice memo", "mumble", "mumble", "mumble"},
	},
	{"help", fresh, []string{"ヘルプ", "いいえ"}, []string{"help", "no"}},
	{"home", fresh, []string{"家族ボイスメモを開いて", "ホームに戻って"}, []string{"open family voice memo", "go home"}},
}

type goldenTurn struct {
	Say      string          `json:"say"`
	Speech   string          `json:"speech"`
	Request  json.RawMessage `json:"request"`
	Response json.RawMessage `json:"response"`
}

func TestConversations(t *testing.T) {
	for _, c := range conversations {
		for locale, lines := range map[string][]string{"ja-JP": c.ja, "en-US": c.en} {
			t.Run(c.name+"."+locale, func(t *testing.T) {
				w := newWorld(t)
				w.english = locale == "en-US"
				c.before(w)
				var turns []goldenTurn
				tk := w.talk(locale)
				for _, line := range lines {
					line = w.withCode(line)
					a := w.says(tk, line)
					turns = append(turns, goldenTurn{Say: line, Speech: a.Speech, Request: a.Request, Response: a.Response})
				}
				compare(t, c.name+"."+locale+".json", turns)
			})
		}
	}
}

// compare holds what was said against the golden file.
func compare(t *testing.T, name string, turns []goldenTurn) {
	t.Helper()
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(turns); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s differs; -update writes it anew. Got:\n%s", path, got.Bytes())
	}
}
