package understanding

import (
	"slices"
	"strings"
)

// englishCorrection finds corrections in English.
type englishCorrection struct {
	*language
	openings  phraseSet // words before a correction
	waits     phraseSet // openings that ask to wait
	objects   phraseSet // openings that take back what was just said if they come with a wait
	oops      phraseSet // openings that take back what was just said by themselves
	rejects   phraseSet // openings that take back what was just said if a number follows
	takeBacks phraseSet // phrases that take back what was just said
	misses    phraseSet // those of them that a number may follow: "wrong one number two"
	meant     phraseSet // phrases that introduce the right text
	insists   phraseSet // phrases that do so only after an objection: "no make it tofu"
	right     phraseSet // the same, and those that do so only after a take-back
	courtesy  phraseSet // words after a take-back
	instead   phraseSet // words between the wrong text and the right one
}

func newEnglishCorrection(l *language) *englishCorrection {
	const (
		waits   = "wait|hold on|hang on|wait a minute|wait a second"
		objects = "oh|no|nope|oh no|sorry|i'm sorry|oh sorry|actually"
		oops    = "oops|whoops|my bad"
		misses  = "scratch that|scratch that one|strike that|not that|not that one|not it|wrong|wrong one|the wrong one|wrong number|wrong memo|that's wrong|that is wrong|that was wrong|" +
			"that's the wrong one|that was the wrong one|that's not right|that's not it|that isn't it|that's not the one|that's not what i said|not what i said|that's not what i meant|not what i meant|" +
			"i didn't say that|i didn't mean that|i didn't mean that one|my mistake|you misheard|you misheard me|you misunderstood|you misunderstood me|you got that wrong|you got it wrong"
		meant = "i meant|i mean|i meant to say|i meant to add|what i meant was|change that to|change it to|change that one to|make that|" +
			"that should be|that should have been|it should have been|i should have said"
		insists = "i said|make it|it should be|should be|i want|i wanted"
		right   = "i said|it's|it is|it was|it should be|should be|make it|add|and add|i want|i wanted|i wanted to say"
	)
	return &englishCorrection{
		language: l,
		openings: l.set(waits, objects, oops, "ah|um|uh|er|well|please|alexa"),
		waits:    l.set(waits), objects: l.set(objects), oops: l.set(oops),
		rejects: l.set(waits, oops, "no|no no|nope|oh no|sorry|i'm sorry|oh sorry|actually"),
		misses:  l.set(misses),
		takeBacks: l.set(misses, "all wrong|that's all wrong|that is not right|that isn't right|that's incorrect|incorrect",
			"that is not it|that is not what i said|that isn't what i said|that isn't what i meant|that's not what i wanted",
			"i did not say that|i don't mean that|i didn't want that",
			"undo|undo that|undo it|undo this|undo the last one|take that back|take it back|i take that back|i take it back|take that off|take it off",
			"delete that|delete that one|delete it|remove that|remove that one|remove it|erase that|erase that one|erase it",
			"cancel that|cancel that one|cancel that memo|forget that|forget that one|forget i said that|ignore that|ignore that one|disregard that",
			"never mind that|never mind that one|drop that|don't add that|don't add it|don't save that|don't save it|don't write that|don't write that down",
			"i made a mistake|that's a mistake|that was a mistake|that was my mistake|i misspoke|i said that wrong|i said it wrong|i got that wrong",
			"you got me wrong|you heard me wrong|you heard that wrong"),
		meant:    l.set(meant),
		insists:  l.set(insists),
		right:    l.set(meant, right),
		courtesy: l.set(waits, objects, "please|alexa|thanks|thank you|again|now|instead|and"),
		instead:  l.set(meant, "but|it's|i said"),
	}
}

// find implements Correction.
func (c *englishCorrection) find(s said) (rest string, ok bool) {
	at, openings := c.skipAll(s, 0, c.openings)
	if next, phrase := c.skip(s, at, c.takeBacks); phrase != "" {
		return c.afterTakeBack(s, next, phrase)
	}
	waits := among(c.waits, openings) && among(c.objects, openings)
	if at == len(s.words) {
		return "", waits || among(c.oops, openings) || slices.Equal(openings, []string{"actually", "no"})
	}
	if next, phrase := c.skip(s, at, c.meant); phrase != "" {
		rest = s.part(next, len(s.words))
		return rest, rest != "" || len(openings) > 0
	}
	if next, phrase := c.skip(s, at, c.insists); phrase != "" && among(c.objects, openings) && !strings.HasPrefix(s.words[next:], "to ") {
		rest = s.part(next, len(s.words))
		return rest, rest != ""
	}
	if rest := c.notButThis(s, at); rest != "" && (len(openings) > 0 || c.isPosition(rest)) {
		return rest, true
	}
	rest = s.part(at, len(s.words))
	chosen := among(c.rejects, openings) && c.isPosition(rest) && s.words[at:] != "one" // "no one" is a word
	if waits || chosen {
		return rest, true
	}
	return "", false
}

// among reports whether a set has one of the phrases.
func among(set phraseSet, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return slices.Contains(set, p) })
}

// afterTakeBack returns the right text in the words after a take-back. It reports false
// if they are something else: "wrong way sign" takes nothing back.
func (c *englishCorrection) afterTakeBack(s said, at int, takeBack string) (rest string, ok bool) {
	at, _ = c.skipAll(s, at, c.courtesy)
	if at == len(s.words) {
		return "", true
	}
	if rest = s.part(at, len(s.words)); c.isPosition(rest) && slices.Contains(c.misses, takeBack) {
		return rest, true
	}
	if next, phrase := c.skip(s, at, c.right); phrase != "" {
		rest = s.part(next, len(s.words))
		return rest, rest != ""
	}
	if next, phrase := c.skip(s, at, c.takeBacks); phrase != "" {
		return c.afterTakeBack(s, next, phrase)
	}
	return "", false
}

// notButThis returns the right text of "not milk but oat milk", "not milk i meant oat
// milk", "not milk oat milk" and "not number one number two"; "" for other words.
func (c *englishCorrection) notButThis(s said, at int) string {
	words, ok := strings.CutPrefix(s.words[at:], "not ")
	if !ok {
		return ""
	}
	at = len(s.words) - len(words)
	for i := range words {
		if i == 0 || words[i-1] != ' ' {
			continue
		}
		if next, phrase := c.skip(s, at+i, c.instead); phrase != "" {
			return s.part(next, len(s.words))
		}
		wrong, right := words[:i-1], words[i:]
		if strings.HasSuffix(right, " "+wrong) || c.isPosition(wrong) && c.isPosition(right) {
			return s.part(at+i, len(s.words))
		}
	}
	return ""
}
