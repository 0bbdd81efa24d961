package sqlite

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestLogHeads: an invalid header is damage only if it is not all zeros and data follows it. A
// log that was started and got no further has nothing to lose.
func TestLogHeads(t *testing.T) {
	for name, c := range map[string]struct {
		log    []byte
		broken bool
	}{
		"empty": {nil, false}, "half a head": {bytes.Repeat([]byte("x"), logHeader/2), false},
		"a head alone": {bytes.Repeat([]byte("x"), logHeader), false}, "a head and more": {bytes.Repeat([]byte("x"), logHeader+1), true},
		"zeros": {make([]byte, logHeader), false}, "zeros and more": {append(make([]byte, logHeader), "more"...), false},
	} {
		path := filepath.Join(t.TempDir(), FileName)
		must.OK(t, os.WriteFile(path+"-wal", c.log, 0o600))
		for _, rebooted := range []bool{false, true} {
			if err := inspectLog(path, rebooted); (err != nil) != c.broken {
				t.Errorf("%s: got %v, want damage: %v", name, err, c.broken)
			}
		}
	}
}
