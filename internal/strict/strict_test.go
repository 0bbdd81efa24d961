package strict_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	exact "github.com/go-jose/go-jose/v4/json"

	"voicememo/internal/strict"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestObject: what is an object without a member twice.
func TestObject(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`{}`: true, ` {"a":1,"b":{"a":1}} `: true, `{"a":[{"b":1},{"b":1}]}`: true, `{"a":1e999}`: true, `{"":1,"a":null}`: true,
		`{"a":1,"a":1}`: false, `{"a":1,"A":1}`: false, `{"a":1,"\u0061":2}`: false, `{"s":1,"ſ":1}`: false, `{"k":1,"K":1}`: false,
		`{"x":{"y":[1,{"a":1,"b":2,"a":3}]}}`: false, `{"x":[{"a":1,"a":1}]}`: false, `{"":1,"":2}`: false,
		`[]`: false, `null`: false, `1`: false, ``: false, `{`: false, `{"a":1}{}`: false, `{"a":1,}`: false, `{"a":NaN}`: false,
		strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000): false,
	} {
		if members, got := strict.Object([]byte(raw)); got != want || (members != nil) != want {
			t.Errorf("%.40s: got %v, %v, want %v", raw, members, got, want)
		}
	}
}

// TestHalfSurrogate: half a pair anywhere, and what only looks like one.
func TestHalfSurrogate(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		`"\ud83d\ude00"`: false, `{"a":"\uD83D\uDE00\ud83d\ude00"}`: false, `"\\ud83d"`: false, `"\\\\"`: false, `"\ufffd"`: false, `"ud83d"`: false,
		`"\ud83d"`: true, `"\ude00"`: true, `"\ud83dx"`: true, `"\ud83d\n"`: true, `"\ude00\ud83d"`: true, `["\ud83d","\ude00"]`: true, `{"\\\ud83d":1}`: true,
	} {
		check.Equal(t, strict.HalfSurrogate([]byte(raw)), want, raw)
	}
}

// FuzzObject: an accepted object has no member twice for a parser that refuses those, and its
// members make the same object again.
func FuzzObject(f *testing.F) {
	for _, seed := range []string{`{"a":1,"b":[{"c":null}]}`, `{"a":1,"\u0061":2}`, `{"a":{"b":1,"B":2}}`, `[{}]`, `{"\ud83d":1}`, "{\"\xff\":1}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		members, ok := strict.Object(raw)
		if !ok {
			return
		}
		var read map[string]any
		if err := exact.Unmarshal(raw, &read); err != nil && strings.Contains(err.Error(), "duplicate") {
			t.Errorf("%q: accepted, but %v", raw, err)
		}
		again, err := json.Marshal(members)
		must.OK(t, err)
		if twice, ok := strict.Object(again); !ok || len(twice) != len(members) {
			t.Errorf("%q: got %q, want as many members", raw, again)
		}
		var compact bytes.Buffer
		check.Equal(t, json.Compact(&compact, raw), nil, "%q", raw)
		strict.HalfSurrogate(raw)
	})
}
