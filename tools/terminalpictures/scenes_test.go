package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScenes plays every scene with the real program: the words it knows and the
// prompts it waits for are those of today.
func TestScenes(t *testing.T) {
	program := filepath.Join(t.TempDir(), "voicememo")
	if out, err := exec.Command("go", "build", "-o", program, "voicememo/cmd/voicememo").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, s := range scenes {
		t.Run(s.file, func(t *testing.T) {
			lines, err := film(t.Context(), program, s)
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, l := range lines {
				all.WriteString(l.written + l.typed + "\n")
			}
			for _, lost := range []string{"聞き取れませんでした", "I didn't get that", "voicememo:", program, t.TempDir()} {
				if strings.Contains(all.String(), lost) {
					t.Errorf("the picture has %q:\n%s", lost, &all)
				}
			}
			if !strings.HasPrefix(all.String(), shellPrompt+"voicememo ") || len(lines) < 4 {
				t.Errorf("the picture has no command with an answer:\n%s", &all)
			}
		})
	}
}
