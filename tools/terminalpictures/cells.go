package main

import (
	"unicode"

	"golang.org/x/text/width"
)

// kind is how characters take their cells.
type kind int

const (
	blank  kind = iota
	narrow      // one cell
	wide        // two
)

// word is a text of one kind.
type word struct {
	text string
	kind kind
}

// words splits a text wherever the kind of its characters changes.
func words(text string) (parts []word) {
	for _, r := range text {
		k := kindOf(r)
		if n := len(parts); n > 0 && parts[n-1].kind == k {
			parts[n-1].text += string(r)
			continue
		}
		parts = append(parts, word{string(r), k})
	}
	return parts
}

func kindOf(r rune) kind {
	switch {
	case unicode.IsSpace(r):
		return blank
	case cells(r) == 2:
		return wide
	}
	return narrow
}

// cells is how many cells a character takes in a terminal; see Unicode's
// Standard Annex 11.
func cells(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

func cellsOf(text string) (n int) {
	for _, r := range text {
		n += cells(r)
	}
	return n
}
