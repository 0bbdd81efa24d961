package cli

import (
	"cmp"
	"strings"
)

// Language returns the language of the environment: "ja" or otherwise "en".
func Language(getenv func(string) string) string {
	if strings.HasPrefix(cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")), "ja") {
		return "ja"
	}
	return "en"
}
