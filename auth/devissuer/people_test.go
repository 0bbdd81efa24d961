package devissuer

import (
	"testing"

	"voicememo/tools/testkit/check"
)

// TestEmail: the address has the name's Latin letters and digits, in lower case, or the
// subject if the name has none.
func TestEmail(t *testing.T) {
	for name, want := range map[string]string{
		"Taro": "taro@example.test", "taro": "taro@example.test", "Taro Yamada": "taro.yamada@example.test",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ": "abcdefghijklmnopqrstuvwxyz@example.test",
		"abcdefghijklmnopqrstuvwxyz": "abcdefghijklmnopqrstuvwxyz@example.test",
		"0123456789":                 "0123456789@example.test",
		"a@b[c`d{e/f:g":              "a.b.c.d.e.f.g@example.test",
		"Äa":                         "a@example.test",
		"-Taro-":                     "taro@example.test",
		"太郎":                         subject("太郎") + "@example.test",
		"...":                        subject("...") + "@example.test",
	} {
		check.Equal(t, email(name), want, name)
	}
	if subject("太郎") == subject("花子") {
		t.Error("got one subject for two people, want two")
	}
}

// TestNamesHaveUpTo50Characters after trimming and composing.
func TestNamesHaveUpTo50Characters(t *testing.T) {
	const fifty = "12345678901234567890123456789012345678901234567890"
	p := &people{}
	for name, want := range map[string]string{
		" \tTaro\u3000 ": "Taro", fifty: fifty, " " + fifty + "\n": fifty, "か\u3099": "が", fifty + "1": "", " ": "", "a\nb": "",
	} {
		if got, err := p.remember(name); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v, want %q", name, got, err, want)
		}
	}
}
