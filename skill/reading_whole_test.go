package skill_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/skill/words"
)

// numberedItem matches the beginning of a memo that is read, in either language.
var numberedItem = regexp.MustCompile(`(?:^|。| )(?:Number )?(\d+)(?:番、|[.,:] )`)

// bare returns a text without the characters that the skill may replace when it reads:
// spaces, and the full stop of its own sentence.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '。' || r == '.' {
			return -1
		}
		return r
	}, s)
}

// listener follows a reading and notes what is left of each memo.
type listener struct {
	memos []string       // newest first
	left  map[int]string // by number
	next  int            // the lowest number that was not read to its end
}

func newListener(memos []string) *listener {
	l := &listener{memos: memos, left: map[int]string{}, next: 1}
	for i, m := range memos {
		l.left[i+1] = bare(m)
	}
	return l
}

// hear removes what a reply says from what is left of the memos, and returns the numbers
// of the memos that it read. Only the rest of a memo is read without its number. The last
// line of a reply is the question.
func (l *listener) hear(t interface{ Fatalf(string, ...any) }, speech string) (numbers []int) {
	lines := strings.Split(speech, "\n")
	for i, line := range lines[:len(lines)-1] {
		n, left := l.next, l.left[l.next]
		numbered := i > 0 || left == bare(l.memos[n-1])
		if numbered {
			at := numberedItem.FindStringSubmatchIndex(line)
			if at == nil || line[at[2]:at[3]] != strconv.Itoa(n) {
				t.Fatalf("got %q, want number %d", line, n)
			}
			line = line[at[1]:]
		}
		said := bare(line)
		size := len(left)
		for ; size > 0 && !strings.HasSuffix(said, left[:size]); size-- {
		}
		if size == 0 || !numbered && size < len(said) {
			t.Fatalf("number %d: got %q, want the beginning of %q", n, said, left)
		}
		if l.left[n] = left[size:]; l.left[n] == "" {
			l.next++
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// wordsAt reports whether a text of n characters, without spaces and full stops, ends
// between two words of a memo. Japanese words end before a character that is not
// hiragana.
func wordsAt(content string, n int) bool {
	runes := []rune(content)
	for i, r := range runes {
		if bare(string(r)) == "" {
			continue
		}
		if n--; n > 0 {
			continue
		}
		if i+1 == len(runes) {
			return true
		}
		after := runes[i+1]
		return unicode.IsSpace(after) || strings.ContainsRune("。.", after) || strings.ContainsRune("、！", r) ||
			unicode.In(r, unicode.Hiragana) && !unicode.In(after, unicode.Hiragana)
	}
	return false
}

// memoText draws a memo of words in the language of the world, and of any length.
func memoText(w *world) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		word, gap := rapid.StringMatching(`[a-h]{1,12}`), " "
		if !w.english {
			word, gap = rapid.StringMatching(`[牛乳卵電池歯医者予約図書館カメラパン]{1,5}(を買う|に行く|がある|と|は)`), ""
		}
		size := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1, models.MaxContent)).Draw(t, "size")
		marks := []string{gap, gap, w.word("。", ". "), w.word("、", ", "), w.word("！", "! ")}
		content := ""
		for {
			longer := content + word.Draw(t, "word") + rapid.SampledFrom(marks).Draw(t, "mark")
			if n := utf8.RuneCountInString(longer); content != "" && n > size || n > models.MaxContent {
				return strings.TrimSpace(content)
			}
			content = longer
		}
	})
}

// severalLines draws a memo as memoText does, some with line breaks for full stops.
func severalLines(w *world) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		content := memoText(w).Draw(t, "text")
		if rapid.Bool().Draw(t, "lines") {
			content = strings.ReplaceAll(content, w.word("。", ". "), "\n")
		}
		return strings.TrimSpace(content)
	})
}

// fill adds memos, the first of them newest, with times far apart.
func (w *world) fill(memos []string) {
	w.t.Helper()
	u := w.device()
	for i := len(memos) - 1; i >= 0; i-- {
		w.write(u, memos[i], time.Duration(i+1)*time.Hour)
	}
}

// clear removes every memo of the Echo.
func (w *world) clear() {
	w.t.Helper()
	for _, trash := range []bool{false, true} {
		list, err := w.memos.List(w.t.Context(), w.device(), memo.Query{Limit: memo.MaxLimit, Deleted: trash})
		w.must(err)
		for _, m := range list.Memos {
			_, err := w.memos.Delete(w.t.Context(), w.device(), m.Ref(), 0)
			w.must(err)
		}
	}
}

// TestEveryCharacterIsReadOnce checks that reading on to the end says every memo in full,
// once, in order, that only a memo longer than a page is cut, and never inside a word.
// The rules of every reply limit a page to 30 seconds.
func TestEveryCharacterIsReadOnce(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		rapid.Check(t, func(rt *rapid.T) {
			defer w.clear()
			memos := rapid.SliceOfN(severalLines(w), 1, 12).Draw(rt, "memos")
			w.fill(memos)
			tk, l := w.talk(locale), newListener(memos)
			for a := w.says(tk, w.word("一覧", "read the memos")); ; {
				numbers := l.hear(rt, a.Speech)
				if len(numbers) == 0 || len(numbers) > 5 {
					rt.Fatalf("got %d memos in a reply, want 1 to 5: %q", len(numbers), a.Speech)
				}
				last := numbers[len(numbers)-1]
				if left := l.left[last]; left != "" {
					size := utf8.RuneCountInString(bare(memos[last-1])) - utf8.RuneCountInString(left)
					if len(numbers) > 1 || !wordsAt(memos[last-1], size) {
						rt.Fatalf("number %d of %v is cut after %d characters: %q", last, numbers, size, memos[last-1])
					}
				}
				if !a.Open || !tk.Open() || l.next > len(memos) {
					break
				}
				a = w.says(tk, rapid.SampledFrom([]string{w.word("はい", "yes"), w.word("続き", "more")}).Draw(rt, "on"))
			}
			if l.next != len(memos)+1 {
				rt.Fatalf("got memos up to %d read to their end, want %d", l.next-1, len(memos))
			}
		})
	})
}

// TestTextWithoutWordsIsReadOnce checks memos of 500 characters without any place to cut
// at, or of characters that are written with several code points.
func TestTextWithoutWordsIsReadOnce(t *testing.T) {
	for name, content := range map[string]string{
		"kana": strings.Repeat("アイウエオ", 100), "letters": strings.Repeat("abcde", 100), "marks": strings.Repeat("!?", 250),
		"families": strings.Repeat("👨‍👩‍👧", 100), "accents": strings.Repeat("x́", 250), "digits": strings.Repeat("0123456789", 50),
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.fill([]string{content})
				tk, l := w.talk(locale), newListener([]string{content})
				for a := w.says(tk, w.word("一覧", "read the memos")); ; a = w.says(tk, w.word("続き", "more")) {
					l.hear(t, a.Speech)
					if l.next == 2 {
						break
					}
					if first := []rune(l.left[1])[0]; unicode.In(first, unicode.M) || first == '\u200d' {
						t.Fatalf("a character is cut before %q", l.left[1])
					}
				}
			})
		})
	}
}

// long is a memo that takes several replies to read.
func long(w *world) string {
	return strings.TrimSpace(strings.Repeat(w.word("明日の朝、太郎のお弁当にりんごを入れるのを忘れないでください。", "Please take the chicken out of the freezer tomorrow morning. "), 8))
}

// TestPagesOfDifferentSizes checks next, previous, repeat and the rest of a long memo
// with pages that have different numbers of memos.
func TestPagesOfDifferentSizes(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		middle := strings.Repeat(w.word("電池を買う、", "buy batteries, "), w.count(12, 16)) + w.word("以上", "the end")
		w.fill([]string{w.word("米", "rice"), middle, long(w), w.word("卵", "eggs"), w.word("パン", "bread")})
		first, item := w.word("1番、", "Number 1, "), func(n int) string { return w.word(fmt.Sprint(n, "番、"), fmt.Sprint("Number ", n)) }
		more, rest := w.sentence(words.Ask("more")), w.sentence(words.Ask("rest"))
		end, rested := w.word("以上。", "the end."), w.word("ください。\n", "morning.\n")+item(4)
		on, next, previous := w.word("続き", "more"), w.word("次", "next"), w.word("前", "previous")
		w.converse(w.talk(locale), []exchange{
			{w.word("一覧", "read the memos"), []string{first, item(2), end, "!" + item(3), more}},
			{next, []string{item(3), "!" + item(4), rest}},
			{w.word("もう一度", "repeat"), []string{item(3), "!" + item(4), rest}},
			{on, []string{rested, "!" + item(3)}},
			{previous, []string{first, item(2), end, "!" + item(3), more}},
			{w.word("はい", "yes"), []string{item(3), rest}},
			{next, []string{item(4), item(5), "!" + item(3), w.sentence(words.ReadEnd)}},
			{previous, []string{item(3), "!" + item(4), rest}},
			{w.word("いいえ", "no"), []string{w.sentence(words.AllRight)}},
			{on, []string{rested, "!" + item(3)}},
		})
	})
}

// count returns the number in the language of the test.
func (w *world) count(ja, en int) int {
	if w.english {
		return en
	}
	return ja
}

// TestReadingOneMemo checks a memo that is read by its number: of the list heard before,
// or of the list as it is now.
func TestReadingOneMemo(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en []string
		want   func(w *world) string
	}{
		"at once":           {[]string{"3番を読んで"}, []string{"read number 3"}, item(3, "卵を買う", "buy eggs", "")},
		"the last, at once": {[]string{"7番を読んで"}, []string{"read number 7"}, item(7, "傘", "umbrella", "")},
		"of the list":       {[]string{"一覧", "2番を読んで"}, []string{"read the memos", "read number 2"}, item(2, "パンを買う", "buy bread", words.Ask("else"))},
		"a long one":        {[]string{"一覧", "1番を読んで"}, []string{"read the memos", "read number 1"}, func(w *world) string { return w.sentence(words.Ask("rest")) }},
		"a long one, further": {[]string{"1番を読んで", "はい"}, []string{"read number 1", "yes"}, func(w *world) string {
			return w.word("ください。2番、2時間前。", "morning. Number 2, 2 hours ago:")
		}},
		"and on": {[]string{"一覧", "2番を読んで", "次"}, []string{"read the memos", "read number 2", "next"}, func(w *world) string {
			return w.word("3番、3時間前。卵を買う。4番、", "Number 3, 3 hours ago: buy eggs. Number 4")
		}},
		"a number too many": {[]string{"8番を読んで"}, []string{"read number 8"}, number(words.DeleteRange, "8", words.Ask("one"))},
		"one that is gone":  {[]string{"一覧", "2番を削除", "2番を読んで"}, []string{"read the memos", "delete number 2", "read number 2"}, number(words.ReadGone, "2", words.Ask("else"))},
		"one that is done":  {[]string{"一覧", "2番済み", "2番を読んで"}, []string{"read the memos", "number 2 is done", "read number 2"}, number(words.ReadDone, "2", words.Ask("else"))},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.fill([]string{long(w), w.word("パンを買う", "buy bread"), w.word("卵を買う", "buy eggs"), w.word("米", "rice"), w.word("味噌", "miso"), w.word("豆腐", "tofu"), w.word("傘", "umbrella")})
				a := w.says(w.talk(locale), map[bool][]string{true: tc.en, false: tc.ja}[w.english]...)
				got, want := strings.ReplaceAll(strings.TrimSuffix(a.Speech, "\n"), "\n", w.sentence(words.Gap)), tc.want(w)
				if !strings.Contains(got, want) || !a.Open && got != want {
					t.Errorf("got speech %q, want %q", got, want)
				}
			})
		})
	}
}

// item returns what is said for a memo that is as many hours old as its number, and the
// sentence after it.
func item(n int, ja, en string, then words.Key) func(w *world) string {
	return func(w *world) string {
		number := strconv.Itoa(n)
		by := w.sentence(words.HoursAgo, "hours", number)
		return w.sentence(words.ReadItemBy, "number", number, "by", by, "content", w.word(ja, en)) + w.after(then)
	}
}

// after returns a sentence as it follows another one; "" for none.
func (w *world) after(k words.Key) string {
	if k == "" {
		return ""
	}
	return w.sentence(words.Gap) + w.sentence(k)
}

// number returns a sentence about a number of a list of seven, and the sentence after it.
func number(k words.Key, number string, then words.Key) func(w *world) string {
	return func(w *world) string {
		return w.sentence(k, "number", number, "last", "7") + w.after(then)
	}
}

// TestReadingOneByItsPosition checks words for a position that Alexa puts into the slot of
// the number.
func TestReadingOneByItsPosition(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.fill([]string{w.word("米", "rice"), w.word("味噌", "miso"), w.word("豆腐", "tofu")})
		tk := w.opened(w.talk(locale))
		for _, tc := range []struct{ ja, en, want string }{
			{"最後", "the last one", w.word("米", "rice")},
			{"二番目", "the second one", w.word("味噌", "miso")},
			{"最後", "last", w.word("味噌", "miso")},
			{"最初の", "the first", w.word("米", "rice")},
			{"ぜろ", "none", w.sentence(words.Ask("one"))},
		} {
			if a := w.meant(tk, "ReadMemoIntent", "memoNumber", w.word(tc.ja, tc.en)); !strings.Contains(a.Speech, tc.want) {
				t.Errorf("%s: got %q, want %q", tc.en, a.Speech, tc.want)
			}
		}
	})
}

// TestReadingOneOfNone checks a number when there are no memos.
func TestReadingOneOfNone(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		if a := w.says(w.talk(locale), w.word("1番を読んで", "read number 1")); a.Speech != w.sentence(words.ReadNone) || a.Open {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
	})
}

// TestNewMemosStayNewUntilTheyAreRead checks that a later launch still announces memos of
// which a page or a part was not read.
func TestNewMemosStayNewUntilTheyAreRead(t *testing.T) {
	news := "新しいメモ"
	for name, tc := range map[string]struct {
		lines []string
		new   bool
	}{
		"one page of two":      {[]string{"一覧", "ストップ"}, true},
		"a part of a memo":     {[]string{"一覧", "次", "ストップ"}, true},
		"an older one only":    {[]string{"4番を読んで", "ストップ"}, true},
		"everything":           {[]string{"一覧", "次", "続き", "続き", "ストップ"}, false},
		"as far as an old one": {[]string{"新しいメモを読んで", "次", "続き", "続き"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			taro := w.household("太郎")
			w.write(taro, "古いメモ", 2*time.Hour)
			w.must(w.families.MarkListened(t.Context(), w.device(), models.Speaker{Device: talkDevice}, w.now.Add(-time.Hour)))
			w.write(taro, long(w), 30*time.Minute)
			w.write(taro, "卵を買う", 20*time.Minute)
			w.write(taro, strings.Repeat("電池を買う、", 15)+"以上", 10*time.Minute)
			w.says(w.talk("ja-JP"), tc.lines...)
			w.pass(time.Hour)
			if a := w.launch(w.talk("ja-JP")); strings.Contains(a.Speech, news) != tc.new {
				t.Errorf("got %q at the next launch, want news %v", a.Speech, tc.new)
			}
		})
	}
}

// opened starts a session in a conversation.
func (w *world) opened(tk *talk.Talk) *talk.Talk {
	w.t.Helper()
	w.launch(tk)
	return tk
}
