// Package calls reports what the stores ask of their database. An engine measures where
// every transaction, query or request passes. The method that asks is read from the stack,
// so that a new method needs no code for it.
package calls

import (
	"path"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Observer receives one transaction, query or request of a store's method, such as "Add" of
// the store "memos", with its error and duration. It is safe for concurrent use.
type Observer func(store, method string, err error, took time.Duration)

// stores are the names of the stores by the types that implement them in both engines.
var stores = map[string]string{"memoStore": "memos", "familyStore": "families", "inviteStore": "invites", "Accesses": "access"}

// depth is how far above a measurement the store's method is at most: with DynamoDB the
// SDK is between them.
const depth = 32

// Done reports what began at a time and returned err, if a method of a store asked for it.
// A nil Observer reports nothing.
func (o Observer) Done(began time.Time, err error) {
	if o == nil {
		return
	}
	took := time.Since(began)
	if store, method := caller(); store != "" {
		o(store, method, err, took)
	}
}

// stack is a call stack, and known are the methods that were found on stacks. There are as many
// as ways through the program; looking at the names of a stack takes an eighth of the time of
// a request.
type stack [depth]uintptr

type method struct{ store, name string }

var (
	mu    sync.RWMutex
	known = map[stack]method{}
)

// maxKnown bounds known.
const maxKnown = 10_000

// caller returns the outermost method of a store on the stack, which is the one that was
// called. In a goroutine of a method that is not exported it returns that one.
func caller() (store, name string) {
	var pcs stack
	n := runtime.Callers(3, pcs[:])
	mu.RLock()
	m, ok := known[pcs]
	mu.RUnlock()
	if !ok {
		m = find(pcs[:n])
		mu.Lock()
		defer mu.Unlock()
		if len(known) == maxKnown {
			clear(known)
		}
		known[pcs] = m
	}
	return m.store, m.name
}

// find returns the outermost method of a store on a stack.
func find(pcs []uintptr) (m method) {
	frames := runtime.CallersFrames(pcs)
	for {
		frame, more := frames.Next()
		parts := strings.Split(path.Base(frame.Function), ".") // such as sqlite.memoStore.Add.func1
		if len(parts) > 2 && stores[parts[1]] != "" {
			m = method{stores[parts[1]], parts[2]}
		}
		if !more {
			return m
		}
	}
}
