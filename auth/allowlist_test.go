package auth

import (
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// TestAllowListFoldsLatinLetters: in entries and addresses the letters A to Z match their
// lower case, and every other character matches only itself.
func TestAllowListFoldsLatinLetters(t *testing.T) {
	const capitals, small = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	for _, c := range []struct {
		entry, address string
		want           bool
	}{
		{capitals + "@EXAMPLE.COM", small + "@example.com", true},
		{small + "@example.com", capitals + "@EXAMPLE.COM", true},
		{capitals + ".EXAMPLE", "taro@" + small + ".example", true},
		{small + ".example", "taro@" + capitals + ".EXAMPLE", true},
		{"`@example.com", "`@example.com", true},
		{"{@example.com", "{@example.com", true},
		{"{@example.com", "[@example.com", false},
		{"`@example.com", "@@example.com", false},
		{"Ä@example.com", "ä@example.com", false},
		{"Ａ@example.com", "a@example.com", false},
		{"k@example.com", "\u212a@example.com", false},
		{"a@example.com", "b@example.com", false},
		{"z@example.com", "y@example.com", false},
	} {
		list, err := newAllowList([]string{c.entry}, "https://issuer.example")
		if err != nil {
			t.Errorf("%s: %v", c.entry, err)
			continue
		}
		check.Equal(t, list.has(newcomer{Profile: models.Profile{Email: c.address}}), c.want, "%s on the list of %s", c.address, c.entry)
	}
}
