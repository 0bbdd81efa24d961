// Package services builds the services over an engine, for tools and tests that use the
// program's rules without starting the program.
package services

import (
	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
)

// Engine has the stores of the three services. *sqlite.DB and *dynamo.DB implement it.
type Engine interface {
	Memos() memo.Store
	Families() family.Store
	Invites() invite.Store
}

// Services are the services over one engine.
type Services struct {
	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service
}

// Over returns the services over an engine, with the limits that the program has by default.
func Over(e Engine) Services {
	families := family.NewService(e.Families(), e.Memos())
	memos := memo.NewService(e.Memos(), families)
	return Services{Memos: memos, Families: families, Invites: invite.NewService(e.Invites(), families, memos)}
}
