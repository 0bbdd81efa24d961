package models_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"voicememo/models"
)

// TestLines: the cases that the page is tested with.
func TestLines(t *testing.T) {
	var cases []struct {
		Name, Text            string
		Memos, Done, Headings []string
	}
	raw, err := os.ReadFile("testdata/lines.json")
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil || len(cases) == 0 {
		t.Fatalf("got %d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		var memos, done, headings []string
		lines, above := models.Lines(c.Text)
		for _, line := range lines {
			if memos = append(memos, line.Text); line.Done {
				done = append(done, line.Text)
			}
		}
		for _, line := range above {
			headings = append(headings, line.Text)
		}
		if !slices.Equal(memos, c.Memos) || !slices.Equal(done, c.Done) || !slices.Equal(headings, c.Headings) {
			t.Errorf("%s: got %q, done %q, headings %q, want %q, %q, %q", c.Name, memos, done, headings, c.Memos, c.Done, c.Headings)
		}
	}
	if lines, _ := models.Lines("\n- milk\n\n- eggs"); lines[0].Number != 2 || lines[1].Number != 4 {
		t.Errorf("got the lines %v, want numbers 2 and 4", lines)
	}
}
