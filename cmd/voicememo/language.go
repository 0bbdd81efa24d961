package main

import (
	"cmp"
	"strings"
)

// languageOf returns the language of the environment: "ja" or otherwise "en".
func languageOf(getenv func(string) string) string {
	if strings.HasPrefix(cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")), "ja") {
		return "ja"
	}
	return "en"
}
