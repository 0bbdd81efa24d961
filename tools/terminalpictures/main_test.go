package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettle(t *testing.T) {
	allow := cmp.AllowUnexported(line{})
	given := []line{
		{"$ ", "voicememo serve"}, {"Voice Memo is at   http://localhost:41873", ""},
		{"  listening on     127.0.0.1:41873", ""}, {"> ", "招待コードを作って"},
		{"Alexa: 招待コードは、", ""}, {"       9、", ""}, {"       9、", ""}, {"       0、", ""}, {"       3。", ""},
		{"  [card] 9903（8時15分まで）", ""}, {"  [card] 9903 (until 10:15 AM EDT)", ""}, {"> ", "招待コード 9903 で参加"},
		{"Alexa: is it 9, 9, 0, 3?", ""}, {"Number 3. 99 balloons", ""}, {"Recovery number: 623 311 6328", ""},
	}
	want := []line{
		{"$ ", "voicememo serve"}, {"Voice Memo is at   http://localhost:8080", ""},
		{"  listening on     127.0.0.1:8080", ""}, {"> ", "招待コードを作って"},
		{"Alexa: 招待コードは、", ""}, {"       4、", ""}, {"       0、", ""}, {"       7、", ""}, {"       1。", ""},
		{"  [card] 4071（19時05分まで）", ""}, {"  [card] 4071 (until 7:05 PM)", ""}, {"> ", "招待コード 4071 で参加"},
		{"Alexa: is it 4, 0, 7, 1?", ""}, {"Number 3. 99 balloons", ""}, {"Recovery number: 920 585 6440", ""},
	}
	if d := cmp.Diff(want, settle(given, "9903"), allow); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(given[3:4], settle(given[3:4], ""), allow); d != "" {
		t.Error(d)
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("あ", columns/2-1) // leaves two cells
	wide, endless := strings.Repeat("a", columns-4), strings.Repeat("b", columns+1)
	got := wrap([]line{
		{"> ", long + "xyz"}, {long + "ab", ""}, {"", ""}, {long + "aあ", ""}, {wide + " the web page", ""}, {"> ", wide + " endless " + endless},
	})
	want := []line{
		{"> ", long}, {"", "xyz"}, {long + "ab", ""}, {"", ""}, {long + "a", ""}, {"あ", ""}, {wide + " the", ""}, {" web page", ""},
		{"> ", wide + " "}, {"", "endless " + endless[:columns-8]}, {"", endless[columns-8:]},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(line{})); d != "" {
		t.Error(d)
	}
	for _, row := range got {
		if cellsOf(row.written+row.typed) > columns {
			t.Errorf("too wide: %+v", row)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]word{
		"": nil, "abc": {{"abc", narrow}},
		"「牛乳」 を":   {{"「牛乳」", wide}, {" ", blank}, {"を", wide}},
		"a:  はいok": {{"a:", narrow}, {"  ", blank}, {"はい", wide}, {"ok", narrow}},
	} {
		if d := cmp.Diff(want, words(text), cmp.AllowUnexported(word{})); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}

// TestDraw: the picture is well-formed, has every word, and lets nothing of what
// was written become a part of the drawing.
func TestDraw(t *testing.T) {
	picture := draw("a <title>", []line{{"$ ", "voicememo talk"}, {"Alexa: 「<script>&\"」を追加しました。", ""}})
	var text strings.Builder
	elements := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			elements[e.Name.Local]++
		case xml.CharData:
			text.Write(e)
		}
	}
	for _, want := range []string{"a <title>", "voicememo", "talk", "Alexa:", "<script>&\"", "を追加しました。"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if elements["script"] != 0 || elements["title"] != 1 {
		t.Errorf("elements %v", elements)
	}
}
