package main

import (
	"errors"
	"hash/crc32"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestCopyRefused: a refusal is one sentence that says what to do, and creates no files.
func TestCopyRefused(t *testing.T) {
	localSDK(t)
	taro, used := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...), t.TempDir()
	s := home{flags: []string{"--data", used}}.serveHere(t)
	defer s.stop()
	link := filepath.Join(t.TempDir(), "link")
	must.OK(t, os.Symlink(taro, link))
	none := filepath.Join(t.TempDir(), "none")
	for name, c := range map[string]struct {
		from, to, want string
		code           int
	}{
		"not a location":     {"data", "sqlite:" + none, "--from", cli.ExitConfiguration},
		"no name":            {"sqlite:" + taro, "sqlite:", "--to", cli.ExitConfiguration},
		"no environment":     {"sqlite:" + taro, "dynamodb:a/b", "--to", cli.ExitConfiguration},
		"the same directory": {"sqlite:" + taro, "sqlite:" + link, "same location", cli.ExitConfiguration},
		"the same tables":    {"dynamodb:dev", "dynamodb:dev", "same location", cli.ExitConfiguration},
		"no source":          {"sqlite:" + none, "sqlite:" + t.TempDir(), "no voicememo.db", cli.ExitConfiguration},
		"a served source":    {"sqlite:" + used, "sqlite:" + none, "stop the server first", cli.ExitFailed},
		"a served target":    {"sqlite:" + taro, "sqlite:" + used, "stop the server first", cli.ExitFailed},
		"no tables":          {"sqlite:" + taro, "dynamodb:nowhere", "voicememo tables create --environment nowhere", cli.ExitConfiguration},
		"no source tables":   {"dynamodb:nowhere", "sqlite:" + none, "voicememo tables create --environment nowhere", cli.ExitConfiguration},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := runHere("copy", "--from", c.from, "--to", c.to)
			if code != c.code || !strings.Contains(stderr, c.want) || stdout != "" || strings.Count(stderr, "\n") != 1 {
				t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			if _, err := os.Stat(none); !errors.Is(err, os.ErrNotExist) {
				t.Error("a data directory was created")
			}
		})
	}
}

// TestCopyOverOthers: records of the target are neither overwritten nor removed, except
// with --replace.
func TestCopyOverOthers(t *testing.T) {
	cloud := homes(t)["dynamodb"]
	setenv(t, cloud.env)
	source := append(locationtest.FamilyOfOne("taro", "牛乳"), locationtest.FamilyOfOne("hanako", "卵")...)
	edited, there := *source[0].Memo, append(locationtest.FamilyOfOne("stranger", "塩"), source[1], source[2])
	edited.Content = "牛乳と卵"
	there = append(there, bulk.Record{Memo: &edited})
	past := bulk.Record{Invite: &models.InviteCode{Code: "0042", FamilyID: "family-of-taro", ExpiresAt: time.Now().Add(-time.Hour).Truncate(time.Second)}}
	from := "sqlite:" + locationtest.Stored(t, append(source, past)...)
	for name, to := range map[string]string{"sqlite": "sqlite:" + locationtest.Stored(t), "dynamodb": "dynamodb:" + environmentOf(cloud)} {
		t.Run(name, func(t *testing.T) {
			locationtest.Fill(t, to, there)
			before := locationtest.Read(t, to)
			_, stderr, code := runHere("copy", "--from", from, "--to", to)
			want := to + " has 1 memo, 1 person and 1 family that the source does not have and 1 memo that the source has in another form"
			if code != cli.ExitConfiguration || !strings.Contains(stderr, want) || !strings.Contains(stderr, "--replace") {
				t.Errorf("exit %d, %q", code, stderr)
			}
			stdout, stderr, code := runHere("copy", "--from", from, "--to", to, "--replace", "--dry-run")
			kept := "1 person is in both and keeps the sessions, tokens, linked Echos, devices and notification settings of " + to
			if code != 0 || !regexp.MustCompile(`families +1 +1 +0 +1\n`).MatchString(stdout) || !strings.Contains(stdout, kept) {
				t.Errorf("exit %d, %q\n%s", code, stderr, stdout)
			}
			if d := cmp.Diff(before, locationtest.Read(t, to)); d != "" {
				t.Error("changed without --replace:", d)
			}
			if stdout, stderr, code = runHere("copy", "--from", from, "--to", to, "--replace"); code != 0 {
				t.Errorf("exit %d, %q\n%s", code, stderr, stdout)
			}
			if d := cmp.Diff(locationtest.Read(t, "sqlite:"+locationtest.Stored(t, source...)), locationtest.Read(t, to)); d != "" {
				t.Error("replaced:", d)
			}
			stdout, stderr, code = runHere("copy", "--from", from, "--to", to)
			if line := regexp.MustCompile(`memos +0 +2 +0 +2 .*`).FindString(stdout); code != 0 || line == "" || strings.Contains(stderr, "copying") {
				t.Errorf("repeated, with nothing to do: exit %d, %q\n%s", code, stderr, stdout)
			}
		})
	}
}

// TestCopyAfterAnother: an interrupted copy may have listed memos in a family that their
// author has not joined yet. A later copy of other records, such as the previous ones,
// lists the memos where they are visible.
func TestCopyAfterAnother(t *testing.T) {
	cloud := homes(t)["dynamodb"]
	setenv(t, cloud.env)
	source := locationtest.FamilyOfOne("taro", "牛乳")
	from, to := "sqlite:"+locationtest.Stored(t, source...), "dynamodb:"+environmentOf(cloud)
	other := *source[0].Memo
	other.FamilyID = "another"
	locationtest.Fill(t, to, source)
	locationtest.Fill(t, to, []bulk.Record{{Memo: &other}}) // a copy writes memos first
	if stdout, stderr, code := runHere("copy", "--from", from, "--to", to, "--replace"); code != 0 {
		t.Errorf("exit %d, %q\n%s", code, stderr, stdout)
	}
	table := dynamo.TablesOf(environmentOf(cloud)).Memos
	out, err := cloud.client().Scan(t.Context(), &dynamodb.ScanInput{TableName: &table})
	if err != nil || len(out.Items) != 1 {
		t.Fatalf("got %d memos, %v, want 1", len(out.Items), err)
	}
	if family, ok := out.Items[0]["familyId"].(*types.AttributeValueMemberS); !ok || family.Value != "family-of-taro" {
		t.Errorf("the memo is listed under %v", out.Items[0]["familyId"])
	}
}

// TestCopyOfNothing: swapped locations lose no data, not even with --replace.
func TestCopyOfNothing(t *testing.T) {
	empty, full := "sqlite:"+locationtest.Stored(t), "sqlite:"+locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	before := locationtest.Read(t, full)
	for _, more := range []string{"--replace", "--dry-run"} {
		stdout, stderr, code := runHere("copy", "--from", empty, "--to", full, "--replace", more)
		want := empty + " has no memos and no people, and " + full + " would lose 1 memo, 1 person and 1 family; check which location is --from"
		if code != cli.ExitConfiguration || !strings.Contains(stderr, want) || stdout != "" {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", more, code, stdout, stderr)
		}
	}
	if d := cmp.Diff(before, locationtest.Read(t, full)); d != "" {
		t.Error(d)
	}
}

// refuse answers as DynamoDB does.
func refuse(w http.ResponseWriter, code string) {
	body := []byte(`{"__type":"com.amazonaws.dynamodb.v20120810#` + code + `","message":"no"}`)
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.Header().Set("X-Amz-Crc32", strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10))
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(body)
}
