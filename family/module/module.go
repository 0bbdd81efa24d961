// Package module is where features that can be removed, the modules, meet the rest. A
// module is a set of folders with one name: family/NAME has its service and the contract
// of its store, infra/sqlite/NAME and infra/dynamo/NAME the engines, webapi/NAME,
// webapi/app/src/NAME and skill/NAME its surfaces, and infra/modules/NAME.yaml its part of
// the AWS stack. The list of modules is cmd/modules.txt; from it, go generate ./cmd writes
// the code that puts the modules into the programs.
package module

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// Core is what a module may use of the program that it is part of.
type Core struct {
	Memos    *memo.Service
	Families *family.Service

	PublicURL string // where people reach the page, such as https://memo.example.com
	Dev       bool   // the server is for developers and serves this machine only

	// Secret returns the 32 bytes that this deployment keeps under a name, the same at each
	// start. On one machine they are created at the first start; a function gets them from
	// Secrets Manager. ErrOff: the module is not configured.
	Secret func(name string) ([]byte, error)
	// Setting returns what the operator has set under a name such as PUSH_ALEXA_CLIENT_ID:
	// the environment variable with VOICEMEMO_ before it. "": not set.
	Setting func(name string) string
	// Count adds to a metric of the program, such as PushSent. It may be nil.
	Count func(metric string, n int)

	Logger *slog.Logger
	Now    func() time.Time
}

// Module is a module in a running program.
type Module interface {
	// Happened takes events that the engine has recorded. If it returns an error, all of
	// them are reported again. An event may be reported more than once, with the same ID.
	Happened(ctx context.Context, events []models.Event) error
	// Work does what is due, and returns when it should be called again at the latest; the
	// zero time: after the next event. A program calls it after Happened, at that time, and
	// at least once a minute; on AWS after Happened and once a minute.
	Work(ctx context.Context) (next time.Time, err error)
	// Checks returns the module's part of "voicememo doctor", by name: "ok" or the problem.
	Checks(ctx context.Context) map[string]string
}

// ErrOff is the error of New of a module that a deployment has not configured.
var ErrOff = errors.New("the module is off")

// Add adds to modules what New of the module with a name returned. A module that is off is
// left out.
func Add(modules []Module, name string, m Module, err error) ([]Module, error) {
	switch {
	case errors.Is(err, ErrOff):
		return modules, nil
	case err != nil:
		return nil, fmt.Errorf("module %s: %w", name, err)
	}
	return append(modules, m), nil
}
