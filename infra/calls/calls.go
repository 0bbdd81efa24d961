// Package calls reports what the stores ask of their database. An engine measures where
// every transaction, query or request passes. The method that asks is read from the stack,
// so that a new method needs no code for it.
package calls

import (
	"path"
	"runtime"
	"strings"
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

// caller returns the outermost method of a store on the stack, which is the one that was
// called. In a goroutine of a method that is not exported it returns that one.
func caller() (store, method string) {
	var pcs [depth]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		frame, more := frames.Next()
		parts := strings.Split(path.Base(frame.Function), ".") // such as sqlite.memoStore.Add.func1
		if len(parts) > 2 && stores[parts[1]] != "" {
			store, method = stores[parts[1]], parts[2]
		}
		if !more {
			return store, method
		}
	}
}
