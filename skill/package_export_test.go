package skill

import "voicememo/skill/understanding"

// QuestionSlots returns the intent and slot that a bare answer to each question fills;
// both are "" if there is none.
func QuestionSlots() map[string][2]string {
	out := map[string][2]string{}
	for name, q := range questions() {
		out[name] = [2]string{q.intent, q.slot}
	}
	return out
}

// loaded are the matchers that the skills of all tests share.
var loaded = &matchers{loaded: map[string]*understanding.Matcher{}}

// ShareMatchers makes a skill use the matchers of the other tests: they depend on nothing
// but the interaction models, and building them takes longer than most tests.
func ShareMatchers(s *Skill) *Skill {
	s.matchers = loaded
	return s
}

// PhrasesOf returns the matcher of a locale that the skills of all tests share.
func PhrasesOf(locale string) *understanding.Matcher { return loaded.of(locale) }
