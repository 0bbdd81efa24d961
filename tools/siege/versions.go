package siege

import (
	"fmt"
	"sync"
)

// versions is the acknowledged history of one memo: the state of each version, and which
// versions a change has made.
type versions struct {
	mu    sync.Mutex
	label string
	id    string
	known map[int64]state
	last  int64 // the highest version known
}

// state is a memo in one version.
type state struct {
	content string
	trashed bool
	made    bool // a change was acknowledged with this version
}

func newVersions(label, id, content string) *versions {
	return &versions{label: label, id: id, known: map[int64]state{1: {content, false, true}}, last: 1}
}

// present returns the highest version known.
func (v *versions) present() (int64, state) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.last, v.known[v.last]
}

// acknowledge records the state of a version, and whether a change has made it or it was
// only seen. It returns an error if two changes made the same version, or if a version
// has two states.
func (v *versions) acknowledge(version int64, s state) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	before, known := v.known[version]
	switch {
	case known && before.made && s.made:
		return fmt.Errorf("two changes made version %d of %s", version, v.label)
	case known && (before.content != s.content || before.trashed != s.trashed):
		return fmt.Errorf("version %d of %s was %+v and is %+v", version, v.label, before, s)
	}
	s.made = s.made || before.made
	v.known[version], v.last = s, max(v.last, version)
	return nil
}

// ends compares a memo with its acknowledged history once all requests are done: it must
// have the last version, and each version must have been made by a change.
func (v *versions) ends(version int64, s state) error {
	if version != v.last {
		return fmt.Errorf("%s ends with version %d, want %d", v.label, version, v.last)
	}
	if err := v.acknowledge(version, s); err != nil {
		return err
	}
	for n := int64(1); n <= v.last; n++ {
		// The answer of a restore does not say whether it has changed anything.
		restored := v.known[n-1].trashed && !v.known[n].trashed && v.known[n].content != ""
		if !v.known[n].made && !restored {
			return fmt.Errorf("no acknowledged change made version %d of %s", n, v.label)
		}
	}
	return nil
}
