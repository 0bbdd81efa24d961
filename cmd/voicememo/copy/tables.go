package copy

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
)

// Tables is voicememo tables.
type Tables struct {
	Create   tablesCreateCmd   `cmd:"" help:"Create the tables of an environment, and switch on the streams and TTL that existing ones lack."`
	Describe tablesDescribeCmd `cmd:"" help:"Show the tables of an environment."`
}

type environmentFlag struct {
	Environment string `default:"dev" placeholder:"NAME" help:"Environment in the tables' names: dev, stg or prod; default dev."`
}

type tablesCreateCmd struct {
	environmentFlag
	cli.OutputFlags
}

// newTables matches the environments for which tables are created. Other commands accept
// any name of existing tables; only here would a typing error go unnoticed.
var newTables = regexp.MustCompile(`^(dev|stg|prod)(-[A-Za-z0-9_.-]{1,190})?$`)

// Run creates the tables.
func (c *tablesCreateCmd) Run(ctx context.Context, t cli.Terminal) error {
	if !newTables.MatchString(c.Environment) {
		return &app.ConfigError{Flag: "environment", Problem: "must be dev, stg or prod to create tables, or one of them with a suffix, such as prod-restored"}
	}
	client, err := connect.Client(ctx)
	if err != nil {
		return c.explain(err)
	}
	cli.Say(c.Notices(t), "Creating the tables of --environment %s in %s.", c.Environment, client.Options().Region)
	if err := dynamo.CreateTables(ctx, client, c.Environment, ondynamo.Tables()...); err != nil {
		return c.explain(err)
	}
	if c.Quiet && !c.JSON {
		return nil
	}
	return c.describe(ctx, t, c.JSON)
}

type tablesDescribeCmd struct {
	environmentFlag
	cli.JSONFlag
}

// Run shows the tables.
func (c *tablesDescribeCmd) Run(ctx context.Context, t cli.Terminal) error {
	return c.describe(ctx, t, c.JSON)
}

func (f environmentFlag) describe(ctx context.Context, t cli.Terminal, asJSON bool) error {
	if err := app.CheckEnvironment(f.Environment); err != nil {
		return err
	}
	client, err := connect.Client(ctx)
	if err != nil {
		return f.explain(err)
	}
	tables, err := dynamo.DescribeTables(ctx, client, f.Environment, ondynamo.Tables()...)
	if err != nil {
		return f.explain(err)
	}
	if asJSON {
		return cli.WriteJSON(t.Out, reportTables(f.Environment, tables))
	}
	for _, table := range tables {
		_, _ = fmt.Fprintln(t.Out, tableLine(table))
	}
	return nil
}

// explain says what to change so that the tables can be used.
func (f environmentFlag) explain(err error) error {
	return fmt.Errorf("the tables of --environment %s cannot be used: %w", f.Environment, connect.Explain(err))
}

// TablesReport is the output of tables describe --json.
type TablesReport struct {
	Environment string        `json:"environment"`
	Tables      []tableReport `json:"tables"`
}

type tableReport struct {
	Name    string   `json:"name"`
	Status  string   `json:"status"` // "": the table is missing
	Indexes []string `json:"indexes"`
	TTL     string   `json:"ttl"`
	Stream  bool     `json:"stream"`
	Items   int64    `json:"items"`
}

func reportTables(environment string, tables []dynamo.TableInfo) TablesReport {
	r := TablesReport{environment, make([]tableReport, len(tables))}
	for i, t := range tables {
		r.Tables[i] = tableReport{t.Name, t.Status, append([]string{}, t.Indexes...), t.TTL, t.Stream, t.Items}
	}
	return r
}

func tableLine(t dynamo.TableInfo) string {
	if t.Status == "" {
		return t.Name + ": missing"
	}
	line := t.Name + ": " + t.Status
	if len(t.Indexes) > 0 {
		line += ", index " + strings.Join(t.Indexes, " ")
	}
	if t.TTL != "" {
		line += ", TTL " + t.TTL
	}
	if t.Stream {
		line += ", stream"
	}
	return fmt.Sprintf("%s, %d items", line, t.Items)
}
