package skilltest

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// Speech returns the text of a piece of speech, which must be well-formed SSML.
func Speech(t testing.TB, s *Said) string {
	t.Helper()
	if s == nil || s.Type != "SSML" || utf8.RuneCountInString(s.SSML) > maxSpeech {
		t.Fatalf("bad speech: %+v", s)
	}
	if !strings.HasPrefix(s.SSML, "<speak>") || !strings.HasSuffix(s.SSML, "</speak>") {
		t.Errorf("no speak element: %s", s.SSML)
	}
	var words strings.Builder
	for d := xml.NewDecoder(strings.NewReader(s.SSML)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return words.String()
		}
		if err != nil {
			t.Fatalf("not well-formed: %v: %s", err, s.SSML)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if name := token.Name.Local; name != "speak" && name != "break" {
				t.Errorf("element %s: %s", name, s.SSML)
			}
		case xml.CharData:
			words.Write(token)
		}
	}
}
