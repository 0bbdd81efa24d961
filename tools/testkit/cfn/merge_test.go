package cfn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"voicememo/tools/testkit/cfn"
)

const core = `Resources:
  # The table of memos.
  Table: { Type: T }

  # modules: Resources

Outputs:
  Table: 1
  # modules: Outputs
`

// TestMerge: the parts of modules are inserted where the core has a place for them, and an
// unused place leaves nothing behind.
func TestMerge(t *testing.T) {
	const votes = "# Votes.\n\n# into: Resources\nVotes: { Type: V }\n\nMore:\n  Type: M\n\n# into: Outputs\nVotes: 2\n"
	const push = "# into: Outputs\nPush: 3\n# into: Resources\nPush: { Type: P }\n"
	for name, c := range map[string]struct {
		parts []string
		want  string
	}{
		"none": {nil, "Resources:\n  # The table of memos.\n  Table: { Type: T }\n\nOutputs:\n  Table: 1\n"},
		"two": {[]string{votes, push}, "Resources:\n  # The table of memos.\n  Table: { Type: T }\n\n" +
			"  Votes: { Type: V }\n\n  More:\n    Type: M\n\n  Push: { Type: P }\n\nOutputs:\n  Table: 1\n  Votes: 2\n  Push: 3\n"},
	} {
		got, err := cfn.Merge(core, c.parts...)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: got error %v, (-want +got)\n%s", name, err, diff)
		}
	}
}

// TestMergeRefuses: a part for a place that the core lacks is an error, and so is a place
// that the core has twice.
func TestMergeRefuses(t *testing.T) {
	if _, err := cfn.Merge(core, "# into: Conditions\nA: 1\n"); err == nil || !strings.Contains(err.Error(), "Conditions") {
		t.Errorf("got error %v, want one that names the place", err)
	}
	if _, err := cfn.Merge(core + core); err == nil {
		t.Error("places twice: got no error")
	}
}
