package cli

import (
	"testing"

	"voicememo/tools/testkit/check"
)

// TestLanguage: the environment chooses the language.
func TestLanguage(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		want string
	}{
		"nothing":     {nil, "en"},
		"LANG":        {map[string]string{"LANG": "ja_JP.UTF-8"}, "ja"},
		"LC_MESSAGES": {map[string]string{"LANG": "en_US.UTF-8", "LC_MESSAGES": "ja_JP"}, "ja"},
		"LC_ALL":      {map[string]string{"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "ja_JP", "LC_ALL": "C"}, "en"},
		"another":     {map[string]string{"LANG": "fr_FR"}, "en"},
	} {
		check.Equal(t, Language(func(key string) string { return c.env[key] }), c.want, name)
	}
}
