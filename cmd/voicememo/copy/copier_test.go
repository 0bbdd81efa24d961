package copy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// records is a store with these records.
type records []bulk.Record

// Each implements bulk.Store.
func (r records) Each(_ context.Context, kind bulk.Kind, visit func([]bulk.Record) error) error {
	for _, one := range r {
		if one.Kind() == kind {
			if err := visit([]bulk.Record{one}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Write implements bulk.Store.
func (records) Write(context.Context, []bulk.Record) error { return errors.ErrUnsupported }

// Remove implements bulk.Store.
func (records) Remove(context.Context, bulk.Kind, []bulk.Key) error { return errors.ErrUnsupported }

// TestCopyMeetsOthers: concurrent writes are detected, and an interrupted copy says how to
// resume.
func TestCopyMeetsOthers(t *testing.T) {
	from, to := locationtest.Open(t, "sqlite:"+locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)), locationtest.Open(t, "sqlite:"+locationtest.Stored(t))
	defer from.Close()
	defer to.Close()
	var screen, out strings.Builder
	k := copier{from: from, to: to, now: time.Now(), screen: &screen}
	must.OK(t, errors.Join(k.compare(t.Context()), k.copy(t.Context())))
	must.OK(t, from.Write(t.Context(), locationtest.FamilyOfOne("hanako", "卵")[:1]))
	if err := k.check(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "run this again") {
		t.Errorf("with concurrent writes: got %v\n%s", err, out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.explain(ctx, k.copy(ctx)); err == nil || !strings.Contains(err.Error(), "the same command resumes") {
		t.Errorf("interrupted: %v", err)
	}
}

// TestCopyOfContradictions: SQLite takes a family's members from the people, so it cannot
// store a member whose own record does not name the family.
func TestCopyOfContradictions(t *testing.T) {
	source := locationtest.FamilyOfOne("taro", "牛乳")
	source[2].Family.MemberIDs = append(source[2].Family.MemberIDs, "nobody")
	var out strings.Builder
	k := copier{from: location.Opened{Store: records(source)}, to: locationtest.Open(t, "sqlite:"+locationtest.Stored(t)), now: time.Now(), screen: io.Discard}
	defer k.to.Close()
	must.OK(t, errors.Join(k.compare(t.Context()), k.copy(t.Context())))
	if err := k.check(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "voicememo repair") {
		t.Errorf("%v", err)
	}
}

// tableless is records in a location without the table of module push.
type tableless struct{ records }

// Each implements bulk.Store.
func (s tableless) Each(ctx context.Context, kind bulk.Kind, visit func([]bulk.Record) error) error {
	if kind == bulk.Modules {
		return &bulk.MissingError{Modules: []string{"push"}}
	}
	return s.records.Each(ctx, kind, visit)
}

// TestCopyWithoutTheTableOfAModule: what a source cannot know is not removed from the target,
// not even of a person who has signed out everywhere in the source and so keeps nothing.
func TestCopyWithoutTheTableOfAModule(t *testing.T) {
	grant := bulk.Accesses(map[models.AccessID]models.Use{"0123456789abcdef": {LastUsed: models.Day(time.Now())}}, nil)
	told := bulk.Record{Module: &bulk.ModuleRecord{Module: "push", Key: "taro", Value: []byte(`{"Settings":{"What":"all"}}`)}}
	before := append(locationtest.FamilyOfOne("taro", "塩"), told)
	before[1].Access = grant
	to := locationtest.Open(t, "sqlite:"+locationtest.Stored(t, before...))
	defer to.Close()
	source := locationtest.FamilyOfOne("taro", "牛乳")
	source[1].Person.SessionsValidAfter, source[1].Access = time.Now().UTC().Truncate(time.Second), []bulk.Access{}
	var out strings.Builder
	k := copier{from: location.Opened{Store: tableless{source}}, to: to, replace: true, keep: true, now: time.Now(), screen: io.Discard}
	must.OK(t, errors.Join(k.compare(t.Context()), k.copy(t.Context()), k.check(t.Context(), &out)))
	lines := strings.Join(locationtest.Lines(t, to), "\n")
	if !strings.Contains(lines, `"key":"taro"`) || strings.Contains(lines, "塩") || strings.Contains(lines, "0123456789abcdef") {
		t.Errorf("got\n%s\nwant the settings kept, and the access ended", lines)
	}
	if want := "has no table of module push"; !strings.Contains(out.String(), want) {
		t.Errorf("got the report\n%s\nwant %q", out.String(), want)
	}
}

// TestBackupWhileTablesChange: records that change during a reading are read again.
func TestBackupWhileTablesChange(t *testing.T) {
	from := &changing{records: locationtest.FamilyOfOne("taro", "牛乳"), next: locationtest.FamilyOfOne("hanako", "卵")}
	dir := t.TempDir()
	must.OK(t, gather(t.Context(), cli.Terminal{Err: io.Discard}, location.Opened{Store: from}, dir))
	if got := locationtest.Read(t, "sqlite:"+dir); len(got) != 6 {
		t.Errorf("after %d readings got %v", from.readings, got)
	}
}

// changing is a store that gets more records during the first copy.
type changing struct {
	records
	next     records
	readings int
}

// Each implements bulk.Store.
func (c *changing) Each(ctx context.Context, kind bulk.Kind, visit func([]bulk.Record) error) error {
	if c.readings++; c.readings == 8 {
		c.records = append(c.records, c.next...)
	}
	return c.records.Each(ctx, kind, visit)
}

// TestFailureReasons: the reason that /readyz shows has a fixed text without a path.
func TestFailureReasons(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"the disk is full":                &fs.PathError{Op: "write", Path: "/secret", Err: syscall.ENOSPC},
		"the database is damaged":         sqlite.ErrRefused,
		"its directory cannot be written": &fs.PathError{Op: "open", Path: "/secret", Err: syscall.EROFS},
		"its directory does not exist":    &fs.PathError{Op: "open", Path: "/secret", Err: syscall.ENOENT},
		"see voicememo doctor":            errors.New("/secret is on fire"),
	} {
		check.Equal(t, failure(fmt.Errorf("copy: %w", err)), want, err)
	}
}
