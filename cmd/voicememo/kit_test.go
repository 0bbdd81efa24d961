package main

import (
	"slices"
	"testing"
	"time"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// familyOfOne returns a person with a family of one and a memo.
func familyOfOne(id, content string) []bulk.Record {
	at := time.Now().Truncate(time.Second)
	user, fam := models.UserID(id), models.FamilyID("family-of-"+id)
	return []bulk.Record{
		{Memo: &models.Memo{UserID: user, ID: "1752485415123aaaaaaaaaaaa", FamilyID: fam, Content: content, Timestamp: at, Version: 1}},
		{Person: &models.User{ID: user, FamilyID: fam, IsOwner: true, Name: id, Source: models.SourceOIDC, CreatedAt: at, UpdatedAt: at, JoinedAt: at}},
		{Family: &models.Family{ID: fam, OwnerID: user, MemberIDs: []models.UserID{user}, CreatedAt: at}},
	}
}

// stored creates a data directory with these records.
func stored(t *testing.T, records ...bulk.Record) string {
	t.Helper()
	dir := t.TempDir()
	fill(t, "sqlite:"+dir, records)
	return dir
}

// fill writes records into a location.
func fill(t *testing.T, at string, records []bulk.Record) {
	t.Helper()
	s := openLocation(t, at)
	writeRecords(t, s, records)
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
}

// openLocation opens a location.
func openLocation(t *testing.T, at string) opened {
	t.Helper()
	var p location
	err := p.UnmarshalText([]byte(at))
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// linesOf returns the sorted lines of all records.
func linesOf(t *testing.T, s bulk.Store) (lines []string) {
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
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(lines)
	return lines
}

// writeRecords writes records of any kinds.
func writeRecords(t *testing.T, s bulk.Store, records []bulk.Record) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		one := slices.DeleteFunc(slices.Clone(records), func(r bulk.Record) bool { return r.Kind() != kind })
		if err := s.Write(t.Context(), one); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the lines of a location's records.
func read(t *testing.T, at string) []string {
	t.Helper()
	s := openLocation(t, at)
	lines := linesOf(t, s)
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	return lines
}
