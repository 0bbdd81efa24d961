package phrases

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
	takeBacks phraseSet // phrases that take back what was just said
	meant     phraseSet // phrases that introduce the right text
	insists   phraseSet // phrases that do so only after an objection: "no i said tofu"
	right     phraseSet // the same, and those that do so only after a take-back
	courtesy  phraseSet // words after a take-back
	instead   phraseSet // words between the wrong text and the right one
}

func newEnglishCorrection(l *language) *englishCorrection {
	const (
		waits   = "wait|hold on|hang on|wait a minute|wait a second"
		objects = "oh|no|nope|oh no|sorry|i'm sorry|oh sorry|actually"
		oops    = "oops|whoops|my bad"
		meant   = "i meant|i mean|i meant to say|i meant to add|what i meant was|change that to|change it to|change that one to|make that|" +
			"that should be|that should have been|it should have been|i should have said"
		right = "i said|it's|it is|it was|it should be|should be|make it|add|and add|i want|i wanted|i wanted to say"
	)
	return &englishCorrection{
		language: l,
		openings: l.set(waits, objects, oops, "ah|um|uh|er|well|please|alexa"),
		waits:    l.set(waits), objects: l.set(objects), oops: l.set(oops),
		takeBacks: l.set("scratch that|scratch that one|strike that|not that|not that one|wrong|wrong one|the wrong one|all wrong",
			"that's wrong|that is wrong|that was wrong|that's all wrong|that's the wrong one|that's not right|that is not right|that isn't right|that's incorrect|incorrect",
			"that's not it|that is not it|that isn't it|that's not what i said|that is not what i said|that isn't what i said|not what i said",
			"that's not what i meant|that isn't what i meant|not what i meant|that's not what i wanted",
			"i didn't say that|i did not say that|i didn't mean that|i don't mean that|i didn't want that",
			"undo|undo that|undo it|undo this|undo the last one|take that back|take it back|i take that back|i take it back|take that off|take it off",
			"delete that|delete that one|delete it|remove that|remove that one|remove it|erase that|erase that one|erase it",
			"cancel that|cancel that one|cancel that memo|forget that|forget that one|forget i said that|ignore that|ignore that one|disregard that",
			"never mind that|never mind that one|drop that|don't add that|don't add it|don't save that|don't save it|don't write that|don't write that down",
			"my mistake|i made a mistake|that's a mistake|that was a mistake|that was my mistake|i misspoke|i said that wrong|i said it wrong|i got that wrong",
			"you got that wrong|you got it wrong|you got me wrong|you misheard|you misheard me|you heard me wrong|you heard that wrong|you misunderstood|you misunderstood me"),
		meant:    l.set(meant),
		insists:  l.set("i said"),
		right:    l.set(meant, right),
		courtesy: l.set(waits, objects, "please|alexa|thanks|thank you|again|now|instead|and"),
		instead:  l.set(meant, "but|it's|i said"),
	}
}

// find implements Correction.
func (c *englishCorrection) find(s said) (rest string, ok bool) {
	at, openings := c.skipAll(s, 0, c.openings)
	if next, phrase := c.skip(s, at, c.takeBacks); phrase != "" {
		return c.afterTakeBack(s, next)
	}
	waits := among(c.waits, openings) && among(c.objects, openings)
	if at == len(s.words) {
		return "", waits || among(c.oops, openings) || slices.Equal(openings, []string{"actually", "no"})
	}
	if next, phrase := c.skip(s, at, c.meant); phrase != "" {
		rest = s.part(next, len(s.words))
		return rest, rest != "" || len(openings) > 0
	}
	if next, phrase := c.skip(s, at, c.insists); phrase != "" && among(c.objects, openings) {
		rest = s.part(next, len(s.words))
		return rest, rest != ""
	}
	if rest := c.notButThis(s, at); rest != "" && len(openings) > 0 {
		return rest, true
	}
	if waits {
		return s.part(at, len(s.words)), true
	}
	return "", false
}

// among reports whether a set has one of the phrases.
func among(set phraseSet, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return slices.Contains(set, p) })
}

// afterTakeBack returns the right text in the words after a take-back. It reports false
// if they are something else: "wrong way sign" takes nothing back.
func (c *englishCorrection) afterTakeBack(s said, at int) (rest string, ok bool) {
	at, _ = c.skipAll(s, at, c.courtesy)
	if at == len(s.words) {
		return "", true
	}
	if next, phrase := c.skip(s, at, c.right); phrase != "" {
		rest = s.part(next, len(s.words))
		return rest, rest != ""
	}
	if next, phrase := c.skip(s, at, c.takeBacks); phrase != "" {
		return c.afterTakeBack(s, next)
	}
	return "", false
}

// notButThis returns the right text of "not milk but oat milk", "not milk i meant oat
// milk" and "not milk oat milk"; "" for other words.
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
		if wrong := words[:i-1]; strings.HasSuffix(words[i:], " "+wrong) {
			return s.part(at+i, len(s.words))
		}
	}
	return ""
}
