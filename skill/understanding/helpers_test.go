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
