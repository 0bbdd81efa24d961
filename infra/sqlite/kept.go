package sqlite

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"voicememo/models"
)

// mostKept is how many values a kept holds. A person takes one to a few kilobytes.
const mostKept = 1000

// kept holds what was read until a change of it may have been committed. It is safe for
// concurrent use.
type kept[V any] struct {
	commits *atomic.Uint64 // odd while such a change is being committed
	use     func() bool    // reports whether kept values may be used now

	mu     sync.Mutex
	at     uint64 // the commits at which values were read
	values map[string]V
}

func newKept[V any](commits *atomic.Uint64, use func() bool) *kept[V] {
	return &kept[V]{commits: commits, use: use, values: map[string]V{}}
}

// read returns the value of a key: the kept one if no change was committed since, and otherwise
// what load returns. An error is not kept.
func (k *kept[V]) read(key string, load func() (V, error)) (V, error) {
	now := k.commits.Load()
	if now%2 == 1 || !k.use() {
		return load()
	}
	k.mu.Lock()
	v, known := k.values[key]
	known = known && k.at == now
	k.mu.Unlock()
	if known {
		return v, nil
	}
	v, err := load()
	if err == nil {
		k.keep(key, v, now)
	}
	return v, err
}

// keep keeps a value that was read after a commit.
func (k *kept[V]) keep(key string, v V, at uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case at < k.at:
		return
	case at > k.at || len(k.values) >= mostKept:
		clear(k.values)
	}
	k.at, k.values[key] = at, v
}

// clonedPerson returns a person who shares nothing that can be changed with u.
func clonedPerson(u models.User) models.User {
	u.Access, u.Author.Latest, u.Author.Work = maps.Clone(u.Access), slices.Clone(u.Author.Latest), maps.Clone(u.Author.Work)
	s := &u.Skill
	s.Voices, s.Rooms, s.Heard, s.Acts = maps.Clone(s.Voices), maps.Clone(s.Rooms), maps.Clone(s.Heard), maps.Clone(s.Acts)
	for mark, act := range s.Acts {
		act.Refs = slices.Clone(act.Refs)
		s.Acts[mark] = act
	}
	return u
}
