package listcache_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/webapi/listcache"
)

var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

func TestGet(t *testing.T) {
	c := listcache.New()
	c.Put("f", 4, listcache.Page{Members: []models.UserID{"taro"}, Tag: "tag", Made: noon, Until: noon.Add(time.Hour)})
	for name, test := range map[string]struct {
		family     models.FamilyID
		generation uint64
		viewer     models.UserID
		now        time.Time
		want       bool
	}{
		"current":                     {"f", 4, "taro", noon, true},
		"just before it changes":      {"f", 4, "taro", noon.Add(time.Hour - 1), true},
		"another family":              {"g", 4, "taro", noon, false},
		"changed since":               {"f", 6, "taro", noon, false},
		"not a member":                {"f", 4, "jiro", noon, false},
		"it changes now by the clock": {"f", 4, "taro", noon.Add(time.Hour), false},
		"the clock was set back":      {"f", 4, "taro", noon.Add(-1), false},
	} {
		if page, got := c.Get(test.family, test.generation, test.viewer, test.now); got != test.want || got && page.Tag != "tag" {
			t.Errorf("%s: got %t and %q, want %t", name, got, page.Tag, test.want)
		}
	}
}

// TestSize: the pages of all families take at most MaxBytes, and the least recently used
// ones are dropped.
func TestSize(t *testing.T) {
	c := listcache.New()
	half := bytes.Repeat([]byte("x"), 50_000) // of a page: the other half is the packed body
	for i := range 300 {
		family := models.FamilyID(fmt.Sprint(i))
		for range 3 { // replacing a page takes nothing more
			c.Put(family, 0, listcache.Page{Members: []models.UserID{"taro"}, Body: half, Packed: half})
		}
		c.Get("0", 0, "taro", noon)
		if got := c.Bytes(); got > listcache.MaxBytes {
			t.Fatalf("got %d bytes, want at most %d", got, listcache.MaxBytes)
		}
	}
	for family, want := range map[models.FamilyID]bool{"0": true, "1": false, "299": true} {
		if _, got := c.Get(family, 0, "taro", noon); got != want {
			t.Errorf("family %s: got %t, want %t", family, got, want)
		}
	}
	kept := 0
	for i := range 300 {
		if _, ok := c.Get(models.FamilyID(fmt.Sprint(i)), 0, "taro", noon); ok {
			kept += 2 * len(half)
		}
	}
	if kept > listcache.MaxBytes {
		t.Errorf("got bodies of %d bytes, packed ones included, want at most %d", kept, listcache.MaxBytes)
	}
	if got := c.Bytes(); got < listcache.MaxBytes/2 {
		t.Errorf("got %d bytes, want most of %d", got, listcache.MaxBytes)
	}
}
