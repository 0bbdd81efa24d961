package main

import (
	"strings"
	"testing"
)

const (
	passing = `{"Action":"run","Package":"voicememo/infra/sqlite","Test":"TestMemos"}
{"Action":"output","Package":"voicememo/infra/sqlite","Test":"TestMemos/add","Output":"--- PASS\n"}
{"Action":"pass","Package":"voicememo/infra/sqlite","Test":"TestMemos/add"}
{"Action":"pass","Package":"voicememo/infra/sqlite","Test":"TestMemos/list"}
{"Action":"pass","Package":"voicememo/infra/sqlite","Test":"TestMemos"}
{"Action":"output","Package":"voicememo/infra/sqlite","Output":"ok  \tvoicememo/infra/sqlite\t0.1s\n"}
{"Action":"pass","Package":"voicememo/infra/sqlite"}
{"Action":"pass","Package":"voicememo/cmd/voicememo","Test":"TestStory/dynamodb"}
{"Action":"pass","Package":"voicememo/cmd/voicememo","Test":"TestStory"}
`
	failing = `{"Action":"output","Package":"voicememo/memo","Test":"TestBad","Output":"    the reason\n"}
{"Action":"fail","Package":"voicememo/memo","Test":"TestBad"}
{"Action":"fail","Package":"voicememo/memo"}
`
	brokenBuild = `{"ImportPath":"voicememo/memo","Action":"build-output","Output":"memo.go:1: syntax error\n"}
{"ImportPath":"voicememo/memo","Action":"build-fail"}
{"Action":"fail","Package":"voicememo/memo"}
`
)

func TestSummary(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		ok   bool
		want []string
	}{
		"passing": {passing, true, []string{
			"ok  \tvoicememo/infra/sqlite", "2 tests on SQLite", "1 tests on the DynamoDB engine", "3 passed, 0 failed, 0 skipped",
		}},
		"failing":      {passing + failing, false, []string{"the reason", "3 passed, 1 failed"}},
		"broken build": {passing + brokenBuild, false, []string{"syntax error", "3 passed, 0 failed"}},
		"none ran":     {"", false, []string{"0 passed"}},
		"no json":      {passing + "go: cannot find main module\n", false, []string{"cannot find main module"}},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if ok := summarise(strings.NewReader(c.in), &out); ok != c.ok {
				t.Errorf("got %v, want %v", ok, c.ok)
			}
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is not in:\n%s", want, out.String())
				}
			}
			if strings.Contains(out.String(), "--- PASS") {
				t.Error("output of a test that passed was printed")
			}
		})
	}
}
