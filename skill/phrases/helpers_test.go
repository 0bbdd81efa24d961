package phrases_test

import (
	"os"
	"testing"

	"voicememo/skill/phrases"
)

// matcher returns the matcher of a locale of the test models.
func matcher(t testing.TB, locale string) *phrases.Matcher {
	t.Helper()
	return load(t, "testdata", locale)
}

// deployed returns the matcher of a locale of the skill package.
func deployed(t testing.TB, locale string) *phrases.Matcher {
	t.Helper()
	return load(t, "../skill-package", locale)
}

func load(t testing.TB, folder, locale string) *phrases.Matcher {
	t.Helper()
	m, err := phrases.New(os.DirFS(folder), locale)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
