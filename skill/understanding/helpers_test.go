package understanding_test

import (
	"os"
	"testing"

	"voicememo/skill/understanding"
)

// matcher returns the matcher of a locale of the test models.
func matcher(t testing.TB, locale string) *understanding.Matcher {
	t.Helper()
	return load(t, "testdata", locale)
}

// deployed returns the matcher of a locale of the skill package.
func deployed(t testing.TB, locale string) *understanding.Matcher {
	t.Helper()
	return load(t, "../skill-package", locale)
}

func load(t testing.TB, folder, locale string) *understanding.Matcher {
	t.Helper()
	m, err := understanding.New(os.DirFS(folder), locale)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// phrases returns a list of texts of testdata by locale, a text a line.
func phrases(name string) map[string]string {
	all := map[string]string{}
	for _, locale := range []string{"en-US", "ja-JP"} {
		raw, err := os.ReadFile("testdata/" + name + "." + locale + ".txt")
		if err != nil {
			panic(err)
		}
		all[locale] = string(raw)
	}
	return all
}
