package understanding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// japanesePoliteness writes the endings of verbs in one way and removes courtesies and
// particles.
type japanesePoliteness struct {
	*language
	openings  phraseSet  // words before a request
	courtesy  phraseSet  // openings that no memo begins with
	ends      phraseSet  // sentence endings
	asks      phraseSet  // after a て form: asks the listener
	leaves    phraseSet  // the same, when people ask each other as well
	spoken    []spelling // the same, joined to the verb
	plain     []spelling // polite endings
	topics    phraseSet  // words after which は, が and も are left out
	certain   phraseSet  // endings of samples that only ask a skill for something
	asked     phraseSet  // the same, unless people ask each other so
	statement phraseSet  // endings of statements
	mild      phraseSet  // sentence endings that ask nothing
	lists     phraseSet  // words for the list, in a sample
	numerals  *strings.Replacer
}

func newJapanesePoliteness(l *language) *japanesePoliteness {
	const courtesy = "すみませんが|すみませんけど|すみません|すいませんが|すいません|悪いけど|悪いんだけど|悪いんですが|申し訳ないけど|申し訳ないんだけど|申し訳ありませんが|恐れ入りますが|" +
		"できれば|できたら|よかったら|よければ|よろしければ|ねえねえ|アレクサ"
	return &japanesePoliteness{
		language: l,
		courtesy: l.set(courtesy),
		openings: l.set(courtesy, "ねえ|ちょっと|じゃあ|それじゃあ|それじゃ|それでは|では|はい|うん|ええと|とりあえず|まず|先に|今すぐ|すぐ|早く|もう一度|もう一回|もっかい|また|お願い|ごめん|悪い|ついでに|一応|あのさ|そしたら"),
		ends: l.set("ね|ねー|ねえ|よ|よー|よね|よな|わ|の|か|や|さ|ってば|けど|けどね|んだ|んだよ|んだけど|んだけどな|んだけどね|んですけど|んですが|のですが|のですけど|んです|のです|" +
			"です|ですか|ですね|ですよ|でしょうか|でしょう|だろう|かな|かなあ|かね|かしら|っけ|だっけ|でしたっけ|アレクサ|もう一度|もう一回"),
		asks: l.set("ください|くださいませんか|くださいますか|くださる|くれ|くれる|くれない|くれます|くれますか|くれません|くれませんか|くれませんかね|もらえる|もらえない|もらえます|もらえますか|もらえません|もらえませんか|もらいたい|" +
			"もらっていい|もらってもいい|もらっていいですか|もらってもいいですか|いただいていいですか|いただいてもいいですか|いただける|いただけない|いただけます|いただけますか|いただけません|いただけませんか|いただきたい|いただいていい|いただいてもいい|頂ける|頂けます|頂けますか|頂けません|頂けませんか|" +
			"ちょうだい|頂戴|ほしい|欲しい|お願い|お願いします|くれると助かる|くれると嬉しい|くれるとうれしい|もらえると助かる|もらえると嬉しい|もらえるとうれしい|みて|しまって"),
		leaves: l.set("おいて|置いて|おいてよ|おいてね"),
		spoken: []spelling{{"といて", "て"}, {"どいて", "で"}, {"ちゃって", "て"}, {"じゃって", "で"}, {"ちゃった", "た"}, {"じゃった", "だ"}},
		plain: []spelling{
			{"てきました", "てきた"}, {"できました", "できた"}, {"行きました", "行った"}, {"りました", "った"}, {"いました", "った"}, {"ちました", "った"}, {"みました", "んだ"}, {"びました", "んだ"}, {"にました", "んだ"},
			{"きました", "いた"}, {"ぎました", "いだ"}, {"ました", "た"}, {"ています", "てる"}, {"ている", "てる"}, {"てます", "てる"}, {"ていません", "てない"}, {"てません", "てない"}, {"ていない", "てない"},
			{"あります", "ある"}, {"いりません", "いらない"}, {"要らない", "いらない"}, {"要りません", "いらない"}, {"必要ありません", "必要ない"},
		},
		topics: l.set("メモ|リスト|やつ|もの|こと|の|一覧|メッセージ"),
		certain: l.set("追加|追加して|登録して|記録して|足して|加えて|メモ|メモして|メモを残して|メモ残して|メモを作って|メモを取って|メモに取って|メモに残して|メモに書いて|メモに入れて|リストに入れて|リストに書いて|書き留めて|" +
			"覚えておいて|覚えといて|のを忘れないようにして|と書いて|って書いて|って残して|と残して|伝言して|伝言を残して|みんなに伝えて|家族に伝えて|みんなに言って|家族に言って|" +
			"検索|検索して|メモを探して|メモ探して|メモを読んで|メモ読んで|メモを教えて|メモを聞かせて|メモを見せて|メモを調べて|メモはある|メモある|メモを見つけて|リストから探して|メモから探して|中から探して|リストにある|リストに入ってる|" +
			"済みにして|完了して|完了にして|チェック|チェックして|チェックを入れて|チェックを付けて|チェックをつけて|チェック入れて|ことにして|" +
			"削除|削除して|リストから消して|リストから外して|リストから取って|メモを消して|メモ消して|メモは消して|メモを捨てて|メモ捨てて|メモを外して|取り消して"),
		asked: l.set("消して|探して|メモはいらない|メモいらない"),
		statement: l.set("買った|買ってきた|買っておいた|買っといた|終わった|終わらせた|済んだ|済ませた|やった|やってきた|やっておいた|やっといた|できた|完了した|出した|出してきた|払った|払ってきた|電話した|連絡した|行ってきた|行った|" +
			"予約した|作った|洗った|返した|返してきた|片付けた|をした|をしてきた|切れた|切らした"),
		lists:    l.set("メモ|リスト"),
		mild:     l.set("ね|ねー|よ|よー|よね|よな|わ|んだ|んだよ|んだけど|んだけどね|んですけど|んですが|です|ですよ|ですね|アレクサ"),
		numerals: strings.NewReplacer("もう一回", "もう一度", "買い物りすと", "りすと", "#番目の", "#番", "#つ目の", "#番", "#個目の", "#番", "#件目の", "#番", "#番の", "#番", "#番目", "#番", "#つ目", "#番", "#個目", "#番", "#件目", "#番", "#号", "#番"),
	}
}

// bare implements politeness.
func (j *japanesePoliteness) bare(words string, wide bool) string {
	if !wide {
		words, _ = j.ending(words, nil, false)
		return j.withoutParticles(words)
	}
	words = j.withoutOpenings(words)
	words, _ = j.ending(words, j.ends, true)
	return j.aboutNumber(j.withoutParticles(words))
}

// withoutOpenings removes words before a request, unless words consist of them.
func (j *japanesePoliteness) withoutOpenings(words string) string {
	for _, p := range j.openings {
		if rest, ok := strings.CutPrefix(words, p); ok && rest != "" {
			return j.withoutOpenings(rest)
		}
	}
	return words
}

// aboutNumber writes in one way what a number counts: 「メモの2番」, 「2つ目のメモ」.
func (j *japanesePoliteness) aboutNumber(words string) string {
	words = j.numerals.Replace(words)
	before, after, ok := strings.Cut(words, numeralMark+"番")
	if !ok {
		return words
	}
	if slices.Contains([]string{"めもの", "めも", "りすとの"}, before) {
		before = ""
	}
	for _, counted := range []string{"めも", "やつ", "もの", "だけ", "って"} {
		after = strings.TrimPrefix(after, counted)
	}
	return before + numeralMark + "番" + after
}

// ending writes the ending of a sentence in one way, and returns what its words could
// mean in a memo. It never removes all words.
func (j *japanesePoliteness) ending(words string, ends phraseSet, leaves bool) (string, manner) {
	said := none
	for {
		shorter, m := j.shorter(words, ends)
		if m == none || m == wide && !leaves {
			return words, said
		}
		words, said = shorter, max(said, m)
	}
}

// shorter removes or replaces one ending.
func (j *japanesePoliteness) shorter(words string, ends phraseSet) (string, manner) {
	if rest := j.withoutRequest(words, j.asks); rest != "" {
		return rest, polite
	}
	if rest := j.withoutRequest(words, j.leaves); rest != "" {
		return rest, wide
	}
	for _, s := range j.spoken {
		if rest, ok := strings.CutSuffix(words, s.heard); ok && rest != "" {
			return rest + s.written, wide
		}
	}
	for _, s := range j.plain {
		if rest, ok := strings.CutSuffix(words, s.heard); ok && rest != "" {
			return rest + s.written, polite
		}
	}
	for _, noun := range []string{"をお願いします", "をお願い", "お願いします", "お願いできますか", "お願いできる", "お願い"} {
		if rest, ok := strings.CutSuffix(words, noun); ok && rest != "" {
			return rest + "して", polite
		}
	}
	for _, p := range ends {
		if rest, ok := strings.CutSuffix(words, p); ok && rest != "" {
			return rest, wide
		}
	}
	if rest, ok := strings.CutSuffix(words, "な"); ok && strings.HasSuffix(rest, "い") {
		return rest, wide // 「聞きたいな」; 「消すな」 asks not to
	}
	return words, none
}

// withoutRequest removes what follows a て form, or returns "".
func (j *japanesePoliteness) withoutRequest(words string, phrases phraseSet) string {
	for _, p := range phrases {
		rest, ok := strings.CutSuffix(words, p)
		if ok && (strings.HasSuffix(rest, "て") || strings.HasSuffix(rest, "で")) {
			return rest
		}
	}
	return ""
}

// withoutParticles leaves out を, and は, が and も after a noun.
func (j *japanesePoliteness) withoutParticles(words string) string {
	var b strings.Builder
	var before rune
	for i, r := range words {
		switch {
		case i == 0:
		case r == 'を':
			continue
		case (r == 'は' || r == 'が' || r == 'も') && (unicode.Is(unicode.Han, before) || j.endsWithTopic(words[:i])):
			continue
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func (j *japanesePoliteness) endsWithTopic(words string) bool {
	return containsSuffix(words, j.topics)
}

// maxNumeral is the length in characters of the longest number that a request names.
const maxNumeral = 12

// numbered implements politeness. The number comes first, or after メモ.
func (j *japanesePoliteness) numbered(words string) (marked, number string, ok bool) {
	before := ""
	words = j.withoutOpenings(words)
	for _, memo := range []string{"めもの", "めも", "りすとの"} {
		if rest, found := strings.CutPrefix(words, memo); found {
			before, words = memo, rest
			break
		}
	}
	for _, first := range []string{"最初の", "一番上の", "一番最初の"} {
		if rest, found := strings.CutPrefix(words, first); found && before == "" {
			return numeralMark + "番目の" + rest, "1", true
		}
	}
	ends := make([]int, 0, maxNumeral)
	for i := range words {
		if i > 0 && len(ends) < maxNumeral {
			ends = append(ends, i)
		}
	}
	for n := len(ends) - 1; n >= 0; n-- {
		number = words[:ends[n]]
		if _, ok := japaneseCode(number); ok {
			return before + numeralMark + words[ends[n]:], number, true
		}
	}
	return "", "", false
}

// onlyNumber implements politeness.
func (j *japanesePoliteness) onlyNumber(bare string) bool {
	return strings.TrimSuffix(j.aboutNumber(bare), "番") == numeralMark
}

// forms implements politeness.
func (j *japanesePoliteness) forms(s said) []form {
	at, _ := j.skipAll(s, 0, j.courtesy)
	start := form{said: s.between(at, len(s.words))}
	if at > 0 {
		start.before = polite
	}
	all := []form{start}
	words, ended := start.words, none
	for {
		shorter, m := j.shorter(words, j.mild)
		if m == none {
			return all
		}
		words, ended = shorter, max(ended, m)
		all = append(all, form{start.replaced(words), start.before, ended})
	}
}

// replaced returns a text with other words that begin in the same way. Positions after
// the common part are unknown.
func (s said) replaced(words string) said {
	same := 0
	for same < min(len(words), len(s.words)) && words[same] == s.words[same] {
		same++
	}
	for same < len(s.words) && !utf8.RuneStart(s.words[same]) {
		same--
	}
	at := slices.Repeat([]int{-1}, len(words)+1)
	copy(at, s.at[:same+1])
	at[len(words)] = s.at[len(s.words)]
	return said{raw: s.raw, words: words, at: at}
}

// around implements politeness. All samples are compared by what their endings ask for,
// also those whose ending must be heard as it is.
func (j *japanesePoliteness) around(p pattern) pattern {
	heard := p.suffix
	p.suffix, _ = j.ending(heard, j.mild, true)
	p.literal = p.length()
	if !endsInKana(p.suffix) || !j.asksSkill(&p, p.suffix) {
		p.suffix = heard
	}
	return p
}

// endsInKana reports whether words end like a verb: 「追加」 alone is a noun.
func endsInKana(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(words)
	return unicode.Is(unicode.Hiragana, last)
}

// allows implements politeness. Only endings that a family says to a skill may be more
// polite than in a sample: 「プリンを残しておいてね」 asks people.
func (j *japanesePoliteness) allows(p *pattern, f form) bool {
	return p.of.Intent != RoomIntent && (f.after == none || j.asksSkill(p, p.suffix) || f.after == polite && containsSuffix(p.suffix, j.asked))
}

// asksSkill reports whether a sample with an ending only asks a skill for something, or
// says what was done.
func (j *japanesePoliteness) asksSkill(p *pattern, ending string) bool {
	return containsAny(p.prefix, j.lists) || containsSuffix(ending, j.certain) || containsSuffix(ending, j.statement)
}

func containsSuffix(words string, suffixes []string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(words, s) })
}
