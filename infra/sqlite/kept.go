package sqlite

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"voicememo/models"
)

// How many people are kept, and how many members all kept families have together; the least
// recently used ones are forgotten. A person and a member take one to a few kilobytes.
const (
	keptPeople  = 2000
	keptMembers = 2000
)

// kept holds values that were read, each with its counter's number at that time. It is
// safe for concurrent use.
type kept[V any] struct {
	most   int
	weight func(V) int
	use    func() bool // reports whether kept values may be used now

	mu     sync.Mutex
	values *simplelru.LRU[string, numbered[V]]
	total  int
}

type numbered[V any] struct {
	value V
	n     uint64
}

// newKept returns a kept whose values weigh at most most together.
func newKept[V any](most int, weight func(V) int, use func() bool) *kept[V] {
	k := &kept[V]{most: most, weight: weight, use: use}
	values, err := simplelru.NewLRU(most, func(_ string, v numbered[V]) { k.total -= weight(v.value) })
	if err != nil {
		panic(err) // most is not positive
	}
	k.values = values
	return k
}

// read returns the value of a key: the kept one if its counter has not changed since, and
// otherwise what load returns. An error is not kept.
func (k *kept[V]) read(key string, counter *atomic.Uint64, load func() (V, error)) (V, error) {
	n, ok := stable(counter)
	if !ok || !k.use() {
		return load()
	}
	k.mu.Lock()
	was, known := k.values.Get(key)
	k.mu.Unlock()
	if known && was.n == n {
		return was.value, nil
	}
	v, err := load()
	if err == nil {
		k.keep(key, numbered[V]{v, n})
	}
	return v, err
}

func (k *kept[V]) keep(key string, v numbered[V]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.values.Remove(key)
	k.values.Add(key, v)
	k.total += k.weight(v.value)
	for k.total > k.most && k.values.Len() > 1 {
		k.values.RemoveOldest()
	}
}

// clonedPerson returns a person who shares nothing that can be changed with u.
func clonedPerson(u models.User) models.User {
	u.Access, u.Latest, u.Voices = maps.Clone(u.Access), slices.Clone(u.Latest), maps.Clone(u.Voices)
	u.Heard, u.Rooms, u.Acts, u.Work = maps.Clone(u.Heard), maps.Clone(u.Rooms), maps.Clone(u.Acts), maps.Clone(u.Work)
	for mark, act := range u.Acts {
		act.Refs = slices.Clone(act.Refs)
		u.Acts[mark] = act
	}
	return u
}

// clonedFamily returns a family that shares nothing that can be changed with f.
func clonedFamily(f models.Family) models.Family {
	f.MemberIDs, f.FormerIDs, f.Requests = slices.Clone(f.MemberIDs), slices.Clone(f.FormerIDs), slices.Clone(f.Requests)
	f.Moving = maps.Clone(f.Moving)
	for person, from := range f.Moving {
		f.Moving[person] = slices.Clone(from)
	}
	f.Members = slices.Clone(f.Members)
	for i, u := range f.Members {
		f.Members[i] = clonedPerson(u)
	}
	return f
}
