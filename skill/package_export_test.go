package skill

import "voicememo/skill/understanding"

// Questions returns the intent whose slot a bare answer to each question fills; "": none.
func Questions() map[string]string { return New(Options{}).conversation.Questions() }

// loaded are the models that the skills of all tests share: they depend on nothing but the
// skill package, and loading them takes longer than most tests.
var loaded = understanding.NewModels(Package())

// NewWithSharedModels returns what New returns, with the models of the other tests.
func NewWithSharedModels(o Options) *Skill { return newSkill(o, loaded) }

// PhrasesOf returns the matcher of a locale that the skills of all tests share.
func PhrasesOf(locale string) *understanding.Matcher { return loaded.Of(locale) }
