package understanding

import (
	"slices"
	"strings"
)

// englishPoliteness removes courtesies, determiners and contractions.
type englishPoliteness struct {
	*language
	same     map[string]string // words by what they are compared as; "": left out
	phrases  *strings.Replacer
	polite   phraseSet // words before a request
	wide     phraseSet // words before a request, and before what people plan
	ends     phraseSet // words after a request
	endsWide phraseSet // the same, of which a built-in intent needs some
	topics   []string  // words of a request that no plan of a person has
	numbers  []string  // words before a number
	lists    phraseSet // words for the list, in a sample
	articles []string
	verbs    []string // beginnings of samples that only ask a skill for something
}

func newEnglishPoliteness(l *language) *englishPoliteness {
	const (
		ends = "please|thanks|thank you|for me|for us|will you|would you|could you|can you|ok|okay|dear|if you can|if you could|if you would|if you dont mind|if possible"
		asks = "could you|can you|would you|will you|can you maybe|could you maybe|could you possibly|would you mind and|please|kindly|go ahead and|go on and|just|maybe|" +
			"id like you to|i would like you to|i want you to|i need you to|do me a favor and|be so kind and|so|well|now|then|and|okay|ok|hey|alright|all right|alexa|quickly|real quick"
		wants = "id like to|i would like to|id love to|i would love to|i want to|i wanna|wed like to|we would like to|we want to|we wanna|lets|let us|let me|can i|could i|may i|can we|could we|may we|i want|id like|i would like"
	)
	return &englishPoliteness{
		language: l,
		same: map[string]string{
			"please": "", "kindly": "", "just": "", "the": "", "my": "", "our": "", "a": "", "an": "", "your": "", "me": "", "us": "",
			"notes": "memos", "note": "memo", "reminders": "memos", "reminder": "memo", "everybody": "everyone", "anybody": "anyone", "somebody": "anyone", "someone": "anyone",
			"whats": "what is", "thats": "that is", "theres": "there is", "im": "i am", "ive": "i have", "id": "i would", "weve": "we have", "lets": "let",
			"dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "havent": "have not", "hasnt": "has not", "wanna": "want to", "gimme": "give", "lemme": "let",
		},
		phrases: strings.NewReplacer(" listen to ", " hear ", " out loud ", " ", " aloud ", " ", " read out ", " read ", " read to ", " read ", " shopping list ", " list ", " grocery list ", " list ",
			" to do list ", " list ", " todo list ", " list ", " memo list ", " list ", " memo number # ", " number # ", " item number # ", " number # ", " memo # ", " number # ", " item # ", " number # ",
			" # one ", " number # ", " # memo ", " number # ", " # item ", " number # "),
		polite:   l.set(asks),
		wide:     l.set(wants),
		ends:     l.set(ends),
		endsWide: l.set(ends, "now|right now|again|one more time|once more|once again|another time|today|then|real quick|quickly|quick|instead|too|as well|first|at once|for now|to everyone|all over again|already"),
		topics:   list("memo|memos|list|lists|message|messages|echo|device|code|family|name|new|latest|everyone|more|rest|number|#"),
		numbers:  list("number|memo|item|note|code|is"),
		lists:    l.set("list|memo|memos|note|notes|shopping list|grocery list|to do list"),
		articles: list("the|my|our|a|an|your|that"),
		verbs: list("add |delete |remember |remind |note down |note that |write down that |jot down |check off |cross off |tick off |mark |check the |search for |" +
			"make a note |take a note |take note |add a note "),
	}
}

// bare implements politeness. What people plan to do is only a request if it is about the
// memos: "i want to play" is a memo.
func (e *englishPoliteness) bare(words string, wide bool) string {
	ends := e.ends
	if wide {
		ends = e.endsWide
	}
	for {
		shorter := e.shorter(words, ends, wide)
		if shorter == words {
			return e.canonical(words)
		}
		words = shorter
	}
}

// shorter removes a courtesy from words, unless they consist of it.
func (e *englishPoliteness) shorter(words string, ends phraseSet, wide bool) string {
	for _, p := range e.polite {
		if rest, ok := afterWords(words, p); ok {
			return rest
		}
	}
	for _, p := range ends {
		if rest, ok := beforeWords(words, p); ok {
			return rest
		}
	}
	if !wide {
		return words
	}
	for _, p := range e.wide {
		rest, ok := afterWords(words, p)
		if ok && slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return slices.Contains(e.topics, w) }) {
			return rest
		}
	}
	return words
}

// afterWords returns the words after a phrase that words begin with.
func afterWords(words, phrase string) (string, bool) {
	rest, ok := strings.CutPrefix(words, phrase)
	if !ok || rest == "" || rest[0] != ' ' {
		return words, false
	}
	return rest[1:], true
}

// beforeWords returns the words before a phrase that words end with.
func beforeWords(words, phrase string) (string, bool) {
	rest, ok := strings.CutSuffix(words, phrase)
	if !ok || rest == "" || rest[len(rest)-1] != ' ' {
		return words, false
	}
	return rest[:len(rest)-1], true
}

// canonical writes words that mean the same in one way.
func (e *englishPoliteness) canonical(words string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for word := range strings.FieldsSeq(words) {
		if same, ok := e.same[word]; ok {
			word = same
		}
		if word != "" {
			b.WriteString(word)
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(e.phrases.Replace(b.String()))
}

// numbered implements politeness. "one" is a number only after words such as "number".
func (e *englishPoliteness) numbered(words string) (marked, number string, ok bool) {
	all := strings.Fields(words[:e.withoutEnds(words)]) // "three one more time" is not 31
	for from := range all {
		if all[from] == "one" && (from == 0 || !slices.Contains(e.numbers, all[from-1])) {
			continue
		}
		for to := len(all); to > from; to-- {
			if digits(all[from:to]) > 1 && (from == 0 || all[from-1] != "code") {
				continue // "delete 1, 2" is not about number 12
			}
			number = strings.Join(all[from:to], " ")
			_, count := englishCount(number)
			if _, code := englishCode(number); (count || code) && number != "oh" {
				return strings.Join(slices.Concat(all[:from], []string{numeralMark}, all[to:]), " "), number, true
			}
		}
	}
	return "", "", false
}

// onlyNumber implements politeness.
func (e *englishPoliteness) onlyNumber(bare string) bool {
	return bare == numeralMark || bare == "number "+numeralMark
}

// digits returns the number of words in digits.
func digits(words []string) (n int) {
	for _, w := range words {
		if isDigits(w) {
			n++
		}
	}
	return n
}

// forms implements politeness.
func (e *englishPoliteness) forms(s said) []form {
	s = e.withoutArticles(s)
	at, _ := e.skipAll(s, 0, e.polite)
	starts := []form{{s, none, none}}
	if at > 0 {
		starts = append(starts, form{s.between(at, len(s.words)), polite, none})
	}
	if next, plans := e.skipAll(s, at, e.wide); len(plans) > 0 {
		next, _ = e.skipAll(s, next, e.polite)
		starts = append(starts, form{s.between(next, len(s.words)), wide, none})
	}
	all := starts
	for _, f := range starts {
		if end := e.withoutEnds(f.words); end < len(f.words) {
			all = append(all, form{f.between(0, end), f.before, polite})
		}
	}
	return all
}

// withoutEnds returns the length of words without the courtesies after them.
func (e *englishPoliteness) withoutEnds(words string) int {
	for _, p := range e.endsWide {
		if before, ok := beforeWords(words, p); ok {
			return e.withoutEnds(before)
		}
	}
	return len(words)
}

// around implements politeness.
func (e *englishPoliteness) around(p pattern) pattern {
	start := spoken(p.prefix)
	at, _ := e.skipAll(start, 0, e.polite)
	at, _ = e.skipAll(start, at, e.wide)
	at, _ = e.skipAll(start, at, e.polite)
	p.prefix = e.withoutArticles(start.between(at, len(p.prefix))).words
	p.suffix = e.withoutArticles(spoken(p.suffix[:e.withoutEnds(p.suffix)])).words
	p.literal = p.length()
	return p
}

// withoutArticles leaves out the determiners before words for the list.
func (e *englishPoliteness) withoutArticles(s said) said {
	if !containsAny(s.words, e.lists) {
		return s
	}
	out := said{raw: s.raw, at: make([]int, 0, len(s.at))}
	var words strings.Builder
	for at := 0; at < len(s.words); {
		next := len(s.words)
		if space := strings.IndexByte(s.words[at:], ' '); space >= 0 {
			next = at + space + 1
		}
		if _, listed := e.skip(s, next, e.lists); listed == "" || !slices.Contains(e.articles, strings.TrimSpace(s.words[at:next])) {
			words.WriteString(s.words[at:next])
			out.at = append(out.at, s.at[at:next]...)
		}
		at = next
	}
	out.words, out.at = words.String(), append(out.at, s.at[len(s.words)])
	return out
}

// allows implements politeness. Words may be left out only where the carrier has words of
// its own, and only around words that a family says to a skill: "can you save me a seat"
// asks a person.
func (e *englishPoliteness) allows(p *pattern, f form) bool {
	if p.of.Intent == RoomIntent || f.before > none && p.prefix == "" {
		return false
	}
	if f.after > none && p.suffix == "" {
		return false
	}
	named := aboutList(p.prefix) || aboutList(p.suffix)
	return named || f.before == polite && containsPrefix(p.prefix, e.verbs)
}

// aboutList reports whether the words of a sample name the list or its memos.
func aboutList(words string) bool {
	return slices.ContainsFunc(strings.Fields(words), func(w string) bool { return w == "list" || w == "memo" || w == "memos" })
}

func containsPrefix(words string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(words, p) })
}
