package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/health"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/cmd/internal/version"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

// checkStore checks the store itself, whether or not a server uses it.
func checkStore(ctx context.Context, c app.Config) []finding {
	if c.Store == "dynamodb" {
		return checkTables(ctx, c.Environment)
	}
	f := finding{what: "store sqlite"}
	if _, err := os.Stat(filepath.Join(c.Data, sqlite.FileName)); errors.Is(err, fs.ErrNotExist) {
		f.what += " (no database yet; the first start creates it)"
		return []finding{f}
	}
	switch found, err := sqlite.Examine(ctx, c.Data); {
	case err != nil:
		f.advice = err.Error()
	case found.Whole:
		f.what += " (" + cli.Size(found.Size) + ", whole)"
	default:
		f.what += " (" + cli.Size(found.Size) + ", too large to check completely here; voicememo backup does)"
	}
	return []finding{f}
}

// checkTables checks each table of an environment, and counts the pending moves.
func checkTables(ctx context.Context, environment string) []finding {
	store := finding{what: "store dynamodb, environment " + environment}
	client, err := connect.Client(ctx)
	if err != nil {
		store.advice = connect.Explain(err).Error()
		return []finding{store}
	}
	tables, err := dynamo.Examine(ctx, client, environment, ondynamo.Tables()...)
	var aws *connect.Error
	switch {
	case errors.As(connect.Explain(err), &aws):
		store.advice = aws.Problem
	case models.IsCode(err, models.CodeUnavailable):
		store.advice = "it does not answer; check AWS_REGION, the credentials and AWS_ENDPOINT_URL_DYNAMODB: " + err.Error()
	case err != nil:
		store.advice = "its tables cannot be described; check the credentials, which need dynamodb:DescribeTable, DescribeTimeToLive and DescribeContinuousBackups: " + err.Error()
	}
	findings := []finding{store}
	for _, table := range tables {
		f := finding{what: "table " + table.Name, advice: strings.Join(table.Wrong, "; it ")}
		if f.advice != "" {
			f.advice = "it " + f.advice
		}
		if len(table.Unknown) > 0 {
			f.what += " (" + strings.Join(table.Unknown, ", ") + " unknown)"
		}
		findings = append(findings, f)
	}
	if moves, err := dynamo.Open(client, environment).PendingMoves(ctx); err == nil {
		findings = append(findings, finding{what: fmt.Sprintf("moves (%d families with memos still to move; the next request or the schedule resumes them)", moves)})
	}
	switch n, err := dynamo.CountUnlisted(ctx, client, environment); {
	case err != nil:
		findings = append(findings, finding{what: "people (not examined here; voicememo repair --dry-run does it)"})
	case n > 0:
		findings = append(findings, finding{what: fmt.Sprintf("people (%d are not yet listed by the family that their item names; "+
			"their first contact mends that, or voicememo repair all at once)", n)})
	}
	return findings
}

// checkServer asks the server of the data directory, if there is one.
func checkServer(ctx context.Context, c app.Config) []finding {
	f := finding{what: "server"}
	url := app.RunningURL(ctx, c.Data)
	switch {
	case url == "" && c.Store == "sqlite" && sqlite.InUse(c.Data):
		f.advice = "a process has " + c.Data + " open and does not answer; unless that is voicememo talk or restore, look at its log and restart it"
	case url == "":
		f.what += " (none runs with this data directory)"
	default:
		f.what += " " + url
		return aboutServer(ctx, f, url)
	}
	return []finding{f}
}

// aboutServer adds to a finding what the server at url says is wrong, and returns it, with
// another one if the server is not of this program's version.
func aboutServer(ctx context.Context, f finding, url string) []finding {
	r, err := app.AskReady(ctx, url)
	if err != nil {
		f.advice = err.Error()
		return []finding{f}
	}
	f.advice = troubles(r)
	if r.Version == "" || r.Version == version.String() {
		return []finding{f}
	}
	return []finding{f, {"version " + version.String(), "the server still runs " + r.Version + "; restart it"}}
}

// checkModules asks the server of the data directory, if there is one, for the checks of its
// modules.
func checkModules(ctx context.Context, c app.Config) []finding {
	server, err := c.DialOperator(ctx)
	if err != nil {
		return nil // checkServer and checkData report what is wrong
	}
	checks, err := server.Checks(ctx)
	if err != nil {
		return []finding{{what: "modules", advice: err.Error()}}
	}
	var findings []finding
	for _, name := range slices.Sorted(maps.Keys(checks)) {
		f := finding{what: name}
		if checks[name] != health.OK {
			f.advice = checks[name]
		}
		findings = append(findings, f)
	}
	return findings
}

// troubles returns what a running server says is wrong; "": nothing.
func troubles(r app.Readiness) string {
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(r.Checks)) {
		if state := r.Checks[name]; state != health.OK && state != health.Unknown {
			wrong = append(wrong, name+" "+state)
		}
	}
	if len(wrong) == 0 {
		return ""
	}
	return "it says: " + strings.Join(wrong, ", ") + "; the lines below and its log say more"
}
