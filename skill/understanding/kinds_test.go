package understanding

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the weights that are learnt from the labelled sentences")

// sentence is a labelled sentence: a memo, or something else that is said to the skill.
type sentence struct {
	text  string
	label string // "m": a memo, "c": a command, "o": something else
}

func sentencesOf(t testing.TB, language string) (all []sentence) {
	t.Helper()
	raw, err := os.ReadFile("testdata/sentences." + language + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
		label, text, _ := strings.Cut(line, "\t")
		all = append(all, sentence{text, label})
	}
	return all
}

// example is a sentence as the classifier sees it.
type example struct {
	features []uint32
	memo     float64
}

func (g *grammar) examples(all []sentence) (out []example) {
	for _, s := range all {
		heard := g.hear(s.text)
		rule, _ := g.find("rules", g.parts(heard)...)
		e := example{features: g.features(heard, rule)}
		if s.label == "m" {
			e.memo = 1
		}
		out = append(out, e)
	}
	return out
}

// learn returns the weights that fit some examples, by stochastic gradient descent with a fixed
// order.
func learn(all []example) []byte {
	const epochs, decay = 12, 1e-5
	weights, mean := make([]float64, kindSlots), make([]float64, kindSlots)
	order := rand.New(rand.NewPCG(1, 2))
	for epoch := range epochs {
		rate := 1.5 / (1 + float64(epoch)/3)
		for _, i := range order.Perm(len(all)) {
			e, sum := all[i], 0.0
			norm := 1 / math.Sqrt(float64(len(e.features)))
			for _, f := range e.features {
				sum += weights[f]
			}
			step := rate * (e.memo - logistic(sum*norm)) * norm
			for _, f := range e.features {
				weights[f] += step - decay*weights[f]*rate
			}
		}
		for i, w := range weights {
			mean[i] += w / epochs
		}
	}
	out := make([]byte, kindSlots)
	for i, w := range mean {
		out[i] = byte(int8(max(-127, min(127, math.Round(w/weightScale)))))
	}
	return out
}

// TestKinds checks that the weights are those that are learnt from the sentences.
func TestKinds(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		g := grammars[language]()
		weights := learn(g.examples(sentencesOf(t, language)))
		if *update {
			if err := os.WriteFile(language+".kinds", weights, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(weights, g.weights()) {
			t.Errorf("%s: the weights are not those of the sentences: go generate ./skill/understanding", language)
		}
	}
}

// TestHeldOut compares the ways to tell a memo, each on a fifth of the sentences that it has not
// seen: the grammar alone, the classifier alone, and both.
func TestHeldOut(t *testing.T) {
	if testing.Short() {
		t.Skip("compares")
	}
	for _, language := range []string{"en", "ja"} {
		g, all := grammars[language](), sentencesOf(t, language)
		var lost, stray [3]int
		memos, others := 0, 0
		for fold := range 5 {
			var train, test []sentence
			for i, s := range all {
				if i%5 == fold {
					test = append(test, s)
				} else {
					train = append(train, s)
				}
			}
			g.learnt = learn(g.examples(train))
			for _, s := range test {
				h := (&listener{grammar: g}).free(s.text)
				said := g.hear(s.text)
				rule, _ := g.find("rules", g.parts(said)...)
				grammar := h.Intent == AddIntent && !(func() bool { n, _ := g.find("rules", g.within(said, "before", "after")); return n == "Other" }())
				if h.Intent == SaidIntent {
					n, _ := g.find("rules", g.within(said, "before", "after"))
					grammar = n == ""
				}
				for i, memo := range []bool{grammar, g.likelihood(said, rule) >= .5, h.Intent == AddIntent} {
					switch {
					case s.label == "m" && !memo:
						lost[i]++
					case s.label != "m" && memo:
						stray[i]++
					}
				}
			}
			for _, s := range test {
				if s.label == "m" {
					memos++
				} else {
					others++
				}
			}
		}
		g.learnt = nil
		for i, way := range []string{"grammar", "classifier", "both"} {
			t.Logf("%s %-10s memos not written %.1f %%, others written %.1f %%", language, way, 100*float64(lost[i])/float64(memos), 100*float64(stray[i])/float64(others))
		}
	}
}
