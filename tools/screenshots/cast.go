package main

import "time"

// cast is a family and its memos. Its last member is an Echo.
type cast struct {
	language, locale string
	owner, other     string   // people who sign in
	join             string   // what a person says to the Echo, with the code for %s
	lines            []line   // the oldest first
	spoken           string   // what a person says to the Echo last
	open             string   // the memo that is opened next to the list
	thrown           []string // memos that are deleted
	unsent           string   // a memo written while the server is down
}

// line is a memo of a certain age.
type line struct {
	author  string // "": the Echo
	ago     time.Duration
	content string
}

var japanese = cast{
	language: "ja", locale: "ja-JP", owner: "太郎", other: "花子", join: "招待コード %s で参加",
	lines: []line{
		{"太郎", 31 * time.Hour, "おばあちゃんに電話する"},
		{"花子", 23 * time.Hour, "図書館の本を返す"},
		{"", 11 * time.Hour, "体操着を持たせる"},
		{"太郎", 125 * time.Minute, "クリーニングを取ってくる"},
		{"花子", 34 * time.Minute, "今夜はカレー。にんじんだけ足りない"},
	},
	spoken: "牛乳と卵を買う を追加", open: "今夜はカレー", unsent: "帰りに牛乳も買うね",
	thrown: []string{"図書館の本を返す", "体操着を持たせる"},
}

var english = cast{
	language: "en", locale: "en-US", owner: "James", other: "Emma", join: "join with invite code %s",
	lines: []line{
		{"James", 31 * time.Hour, "Call Grandma"},
		{"Emma", 23 * time.Hour, "Library books are due"},
		{"", 11 * time.Hour, "Gym clothes in the school bag"},
		{"James", 125 * time.Minute, "Picking up the dry cleaning on my way home"},
		{"Emma", 34 * time.Minute, "Curry tonight, we only need carrots"},
	},
	spoken: "add buy milk and eggs",
}

// yes returns the confirmation of the Echo's question.
func (c cast) yes() string {
	if c.language == "ja" {
		return "はい"
	}
	return "yes"
}
