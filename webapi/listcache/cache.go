// Package listcache keeps the encoded first page of families' lists, so that frequent
// requests for an unchanged list read and encode nothing.
package listcache

import (
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"voicememo/models"
)

// MaxBytes is the most memory that all pages of a Cache take; the least recently used ones
// are dropped first.
const MaxBytes = 16 << 20

// Page is the first page of a family's list as it is sent. It is immutable.
type Page struct {
	Members []models.UserID // who may see it

	Tag    string
	Body   []byte
	Packed []byte // Body compressed with gzip; nil: it was not needed so far

	Made  time.Time // when it was read
	Until time.Time // when it changes by the clock alone; zero: never
}

// rest is about how many bytes a page takes besides its texts.
const rest = 512

// size returns about how many bytes a page takes.
func (p Page) size() int {
	return rest + len(p.Body) + len(p.Packed) + 40*len(p.Members)
}

// Cache keeps pages, each with its family's generation at the time when it was read. It is
// safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	pages *simplelru.LRU[models.FamilyID, versioned]
	bytes int
}

type versioned struct {
	Page
	generation uint64
}

// New returns an empty Cache.
func New() *Cache {
	c := &Cache{}
	pages, err := simplelru.NewLRU(MaxBytes/rest, func(_ models.FamilyID, p versioned) { c.bytes -= p.size() })
	if err != nil {
		panic(err) // MaxBytes is not positive
	}
	c.pages = pages
	return c
}

// Get returns the page of a family if it is still current: its generation is this one, the
// clock has neither reached Until nor been set back before Made, and the viewer may see it.
func (c *Cache) Get(family models.FamilyID, generation uint64, viewer models.UserID, now time.Time) (Page, bool) {
	c.mu.Lock()
	p, ok := c.pages.Get(family)
	c.mu.Unlock()
	if !ok || p.generation != generation || now.Before(p.Made) || !p.Until.IsZero() && !now.Before(p.Until) {
		return Page{}, false
	}
	return p.Page, slices.Contains(p.Members, viewer)
}

// Put keeps a page that was read after its family had this generation.
func (c *Cache) Put(family models.FamilyID, generation uint64, p Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages.Remove(family)
	c.pages.Add(family, versioned{p, generation})
	c.bytes += p.size()
	for c.bytes > MaxBytes {
		c.pages.RemoveOldest()
	}
}

// Bytes returns about how much memory the pages take.
func (c *Cache) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}
