package mcp

import (
	"embed"

	"voicememo/internal/texts"
)

// words are the texts for people and assistants in one language. None contains anything that
// a person has written. The descriptions in schemas are only for assistants, and in English.
type words struct {
	title        string
	instructions string
	tools        map[string]toolWords
}

// toolWords are the texts of a tool.
type toolWords struct{ title, description string }

//go:embed words.en.txt words.ja.txt
var files embed.FS

// languages are the tags of the languages.
var languages = []string{"en", "ja"}

func wordsIn(tag string) words { return texts.Load[words](files, "words."+tag+".txt") }
