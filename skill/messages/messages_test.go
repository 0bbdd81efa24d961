package messages

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

func TestCataloguesHaveTheSameKeysAndPlaceholders(t *testing.T) {
	ja, en := Japanese(), English()
	for _, k := range slices.Sorted(maps.Keys(ja)) {
		if !en.Has(k) {
			t.Errorf("en has no %q", k)
			continue
		}
		if j, e := placeholders(ja[k]), placeholders(en[k]); !slices.Equal(j, e) {
			t.Errorf("%q: placeholders differ: ja %v, en %v", k, j, e)
		}
		if (ja[k] == "" || en[k] == "") && k != Gap {
			t.Errorf("%q is empty", k)
		}
	}
	for k := range en {
		if !ja.Has(k) {
			t.Errorf("ja has no %q", k)
		}
	}
}

func placeholders(s string) []string {
	return slices.Compact(slices.Sorted(slices.Values(placeholder.FindAllString(s, -1))))
}

func TestText(t *testing.T) {
	c := Catalogue{"k": "<{a}{b}>"}
	for name, tc := range map[string]struct {
		args Args
		want string
	}{
		"filled": {Args{"a": "1", "b": "2"}, "<12>"},
		"placeholders in arguments are left alone": {Args{"a": "{b}", "b": "2"}, "<{b}2>"},
		"control characters":                       {Args{"a": "x\ny\x00", "b": ""}, "<x y >"},
		"broken UTF-8":                             {Args{"a": "\xff", "b": "z"}, "<z>"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.Text("k", tc.args); got != tc.want {
				t.Errorf("Text: got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestIsDeviceName(t *testing.T) {
	for name, want := range map[string]bool{Japanese()[DeviceName]: true, English()[DeviceName]: true, "": false, "花子": false} {
		if got := IsDeviceName(name); got != want {
			t.Errorf("IsDeviceName(%q): got %v, want %v", name, got, want)
		}
	}
}

func TestMonths(t *testing.T) {
	for name, c := range map[string]Catalogue{"ja": Japanese(), "en": English()} {
		if n := len(c.Words(Months)); n != 12 {
			t.Errorf("%s: got %d months, want 12", name, n)
		}
	}
}
