// Package locationtest has records for tests of commands, and writes and reads them in
// locations.
package locationtest

import (
	"slices"
	"testing"
	"time"

	"voicememo/cmd/voicememo/internal/location"
	"voicememo/infra/bulk"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// FamilyOfOne returns a person with a family of one and a memo.
func FamilyOfOne(id, content string) []bulk.Record {
	at := time.Now().Truncate(time.Second)
	user, fam := models.UserID(id), models.FamilyID("family-of-"+id)
	return []bulk.Record{
		{Memo: &models.Memo{UserID: user, ID: "1752485415123aaaaaaaaaaaa", FamilyID: fam, Content: content, Timestamp: at, Version: 1}},
		{Person: &models.User{ID: user, FamilyID: fam, IsOwner: true, Name: id, Source: models.SourceOIDC, CreatedAt: at, UpdatedAt: at, Membership: models.Membership{JoinedAt: at}}},
		{Family: &models.Family{ID: fam, OwnerID: user, MemberIDs: []models.UserID{user}, CreatedAt: at}},
	}
}

// Stored creates a data directory with these records.
func Stored(t *testing.T, records ...bulk.Record) string {
	t.Helper()
	dir := t.TempDir()
	Fill(t, "sqlite:"+dir, records)
	return dir
}

// Fill writes records into a location.
func Fill(t *testing.T, at string, records []bulk.Record) {
	t.Helper()
	s := Open(t, at)
	Write(t, s, records)
	must.OK(t, s.Close())
}

// Open opens a location.
func Open(t *testing.T, at string) location.Opened {
	t.Helper()
	var p location.Location
	err := p.UnmarshalText([]byte(at))
	must.OK(t, err)
	s, err := p.Open(t.Context())
	must.OK(t, err)
	return s
}

// Lines returns the sorted lines of all records.
func Lines(t *testing.T, s bulk.Store) (lines []string) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		err := s.Each(t.Context(), kind, func(records []bulk.Record) error {
			for _, r := range records {
				line, err := r.JSON()
				if err != nil {
					return err
				}
				lines = append(lines, string(line))
			}
			return nil
		})
		must.OK(t, err)
	}
	slices.Sort(lines)
	return lines
}

// Write writes records of any kinds.
func Write(t *testing.T, s bulk.Store, records []bulk.Record) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		one := slices.DeleteFunc(slices.Clone(records), func(r bulk.Record) bool { return r.Kind() != kind })
		must.OK(t, s.Write(t.Context(), one))
	}
}

// Read returns the lines of a location's records.
func Read(t *testing.T, at string) []string {
	t.Helper()
	s := Open(t, at)
	lines := Lines(t, s)
	must.OK(t, s.Close())
	return lines
}
