package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The files of Debian's packages open-jtalk, open-jtalk-mecab-naist-jdic and
// festvox-us-slt-hts.
const (
	dictionary = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
	voice      = "/usr/share/festival/voices/us/cmu_us_slt_arctic_hts/hts/cmu_us_slt_arctic_hts.htsvoice"
)

// version is the version of Open JTalk whose readings the table has, as the program
// reports it. Release 1.11 still reports 1.10.
const version = "The Japanese TTS System \"Open JTalk\"\nVersion 1.10 "

// engine reads Japanese with Open JTalk.
type engine struct{ dir, voice string }

// newEngine returns an engine that works in dir, or an error if the installed Open JTalk
// is not of the required version.
func newEngine(ctx context.Context, dir string) (engine, error) {
	help, err := exec.CommandContext(ctx, "open_jtalk").CombinedOutput() // exits with 1 after its help
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return engine{}, fmt.Errorf("open_jtalk: %w", err)
	}
	if !bytes.Contains(help, []byte(version)) {
		return engine{}, fmt.Errorf("open_jtalk is not %q", version)
	}
	e := engine{dir: dir, voice: filepath.Join(dir, "voice")}
	return e, e.makeVoice()
}

// makeVoice writes the voice that Open JTalk requires, although only its analysis of the
// text is used. Debian has no Japanese voice. An English one works if its header names
// the Japanese format, because the rules of a voice match any labels.
func (e engine) makeVoice() error {
	b, err := os.ReadFile(voice)
	if err != nil {
		return err
	}
	return os.WriteFile(e.voice, bytes.Replace(b, []byte("HTS_TTS_ENG"), []byte("HTS_TTS_JPN"), 1), 0o600) //nolint:gosec // a temporary directory
}

// read returns the reading of a text.
func (e engine) read(ctx context.Context, text string) (string, error) {
	trace, err := os.CreateTemp(e.dir, "trace")
	if err != nil {
		return "", err
	}
	if err := trace.Close(); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "open_jtalk", "-x", dictionary, "-m", e.voice, "-ot", trace.Name()) //nolint:gosec // our own files
	cmd.Stdin = strings.NewReader(spoken(text) + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("open_jtalk: %w: %s", err, out)
	}
	b, err := os.ReadFile(trace.Name())
	if err != nil {
		return "", err
	}
	return reading(string(b))
}

// spoken returns a sentence without its pauses, which all follow punctuation.
func spoken(text string) string { return strings.ReplaceAll(text, "\n", "") }

// corrected replaces readings that are errors of Open JTalk and not of the sentence: it
// reads 3件 like 3軒.
var corrected = strings.NewReplacer("サン ゲン", "サン ケン")

// Columns of a word in Open JTalk's analysis.
const (
	surfaceColumn       = 0
	pronunciationColumn = 9
	columns             = 13
)

// reading returns the reading of the words in Open JTalk's trace, separated by spaces.
// Punctuation stays as it is written.
func reading(trace string) (string, error) {
	_, words, ok := strings.Cut(trace, "[Text analysis result]\n")
	words, _, complete := strings.Cut(words, "\n\n")
	if !ok || !complete {
		return "", errors.New("the trace has no analysis")
	}
	var read []string
	for line := range strings.Lines(words) {
		word := strings.Split(strings.TrimSpace(line), ",")
		if len(word) != columns {
			return "", fmt.Errorf("the trace has a word of %d columns, want %d: %s", len(word), columns, line)
		}
		said := strings.ReplaceAll(word[pronunciationColumn], "’", "")
		if said == "、" || said == "？" || said == "*" {
			said = word[surfaceColumn]
		}
		read = append(read, said)
	}
	return corrected.Replace(strings.Join(read, " ")), nil
}
