package understanding

import (
	_ "embed"
	"hash/fnv"
	"math"
	"strings"
)

//go:generate go test . -run TestKinds$ -update

// Weights of a linear classifier over the short runs of characters and words of a sentence, which
// tell a memo from something else that is said to the skill. They are learnt from labelled
// sentences (testdata/sentences.*.tsv): one byte for each of as many hashes.
var (
	//go:embed en.kinds
	englishKinds []byte
	//go:embed ja.kinds
	japaneseKinds []byte
)

// maxGram is the length of the longest run of characters that counts.
const maxGram = 4

// kindSlots is the number of weights of a language. A power of two.
const kindSlots = 1 << 15

// weightScale is what a weight of one byte is multiplied by.
const weightScale = 1.0 / 24

// weights returns the weights of the grammar's language.
func (g *grammar) weights() []byte {
	switch {
	case g.learnt != nil:
		return g.learnt
	case g.spaced:
		return englishKinds
	}
	return japaneseKinds
}

// likelihood returns how likely words are a memo rather than something else, between 0 and 1. rule
// is the rule that they are of; "": none.
func (g *grammar) likelihood(s said, rule string) float64 {
	weights := g.weights()
	if len(weights) < kindSlots {
		return 1
	}
	sum := 0.0
	features := g.features(s, rule)
	for _, f := range features {
		sum += float64(int8(weights[f])) //nolint:gosec // a weight is a signed byte
	}
	return logistic(sum * weightScale / math.Sqrt(float64(len(features))))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// features returns the slots of the features of a sentence: runs of characters, with the beginning
// and the end as characters, and in a language with spaces words, pairs of words, and the first words.
func (g *grammar) features(s said, rule string) (all []uint32) {
	h := fnv.New32a()
	add := func(kind, text string) {
		h.Reset()
		_, _ = h.Write([]byte(kind + text)) // never an error
		all = append(all, h.Sum32()&(kindSlots-1))
	}
	separator := ""
	if g.spaced {
		separator = " "
		words := append(append([]string{"^"}, s.units...), "$")
		for i := range words {
			add("w", words[i])
			if i+1 < len(words) {
				add("w", words[i]+" "+words[i+1])
			}
			if i+2 < len(words) {
				add("w", words[i]+" "+words[i+1]+" "+words[i+2])
			}
		}
	}
	runes := []rune("^" + strings.Join(s.units, separator) + "$")
	for n := 1; n <= maxGram; n++ {
		for i := 0; i+n <= len(runes); i++ {
			add("c", string(runes[i:i+n]))
		}
	}
	add("r", rule)
	hint := string(g.hint(s))
	add("h", hint)
	if last := len(s.units) - 1; last >= 0 {
		add("l", hint+" "+s.units[0])
		add("l", s.units[0]+" "+s.units[last])
	}
	return all
}
