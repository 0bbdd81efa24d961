// Command voicememo is the family memo server for one machine, with its tools: talk to
// the skill from a terminal, create DynamoDB tables and the skill's package, back up and
// restore, diagnose problems.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/copy"
	"voicememo/cmd/voicememo/doctor"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/permission"
	"voicememo/cmd/voicememo/internal/variables"
	"voicememo/cmd/voicememo/operate"
	"voicememo/cmd/voicememo/remote"
	"voicememo/cmd/voicememo/serve"
	"voicememo/cmd/voicememo/setup"
	"voicememo/cmd/voicememo/skillpackage"
	"voicememo/cmd/voicememo/talk"
	"voicememo/internal/completion"

	skilltalk "voicememo/skill/talk"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], cli.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}

type commands struct {
	EnvFile     variables.File   `name:"env-file" env:"-" placeholder:"FILE" help:"File with lines such as VOICEMEMO_SIGNUP=invited, in the format of systemd's EnvironmentFile. Flags and variables of the environment take precedence."`
	ShowVersion kong.VersionFlag `name:"version" env:"-" help:"Print the version."`

	Login  remote.Login  `cmd:"" group:"client" help:"Sign in to a server with a key that its page makes."`
	Logout remote.Logout `cmd:"" group:"client" help:"Remove the key of voicememo login from this machine."`
	Add    remote.Add    `cmd:"" group:"client" help:"Add a memo."`
	List   remote.List   `cmd:"" group:"client" help:"List the memos."`
	Find   remote.Find   `cmd:"" group:"client" help:"Find memos that contain a text."`
	Done   remote.Done   `cmd:"" group:"client" help:"Mark a memo as done, by its number in the last list."`

	Setup        setup.Command        `cmd:"" help:"Ask four questions and write the settings of serve to a file."`
	Serve        serve.Command        `cmd:"" help:"Serve the web page, the API and the skill."`
	Talk         talk.Command         `cmd:"" help:"Talk to the skill by typing, as if to an Echo."`
	Tables       copy.Tables          `cmd:"" help:"Create or describe the DynamoDB tables."`
	Copy         copy.Copy            `cmd:"" help:"Copy everything to another location: from a machine's SQLite to DynamoDB, or back."`
	Import       copy.Import          `cmd:"" help:"Import everything from the earlier TypeScript system."`
	Repair       operate.Repair       `cmd:"" help:"Finish interrupted operations, and repair records that contradict each other."`
	Backup       copy.Backup          `cmd:"" help:"Write everything to one file, even while the server runs."`
	Restore      copy.Restore         `cmd:"" help:"Replace all data with a backup."`
	Owner        operate.Owner        `cmd:"" help:"List a family's members, or make one of them its owner."`
	Access       operate.Access       `cmd:"" help:"List or end people's accesses: the browsers in which they are signed in, and their tokens."`
	AuditID      operate.AuditID      `cmd:"" help:"Print the hashes that stand for ids in the audit lines of the log."`
	Keys         operate.Keys         `cmd:"" help:"List, rotate or withdraw the keys that seal sessions."`
	SkillPackage skillpackage.Command `cmd:"" help:"Write the Alexa skill's package, ready for ask deploy."`
	Doctor       doctor.Command       `cmd:"" help:"Check the configuration and say what to do."`
	Version      versionCmd           `cmd:"" help:"Print the version."`
	Help         helpCmd              `cmd:"" help:"Show the help of a command, or what the exit statuses mean."`
	Completion   completionCmd        `cmd:"" help:"Print a script that completes commands and flags in a shell."`
	Man          manCmd               `cmd:"" help:"Print the manual page, in roff."`
}

// run parses the arguments, runs the command and returns the exit status.
func run(ctx context.Context, args []string, t cli.Terminal) int {
	exited := -1
	parser, err := newParser(t, kong.Exit(func(code int) { exited = code }), kong.BindTo(ctx, (*context.Context)(nil)))
	if err != nil {
		return report(t, err)
	}
	help := &cli.CheckedWriter{To: t.Out}
	parser.Stdout = help
	if len(args) > 1 && args[0] == completion.Hidden {
		return report(t, completion.Complete(t.Out, parser.Model, args[1], args[2:]))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if err := remote.TokenInArguments(args); err != nil {
		return report(t, err)
	}
	parsed, err := parser.Parse(args)
	if help.Err != nil {
		return report(t, help.Err)
	}
	if exited >= 0 {
		return exited // --help or --version was printed
	}
	if err == nil && aboutItself(parsed) {
		return report(t, parsed.Run(parser))
	}
	if err := variables.Check(variables.Names(os.Environ()), variables.Of(parser.Model.Node)); err != nil {
		return report(t, err)
	}
	if err != nil {
		return report(t, &app.ConfigError{Problem: err.Error()})
	}
	return report(t, parsed.Run(parser))
}

// aboutItself reports whether a command only describes the program, such as completion in
// the startup file of a shell, so that no variable can be wrong for it.
func aboutItself(parsed *kong.Context) bool {
	name, _, _ := strings.Cut(parsed.Command(), " ")
	return name == "help" || name == "completion" || name == "man"
}

// newParser returns the parser of the command line.
func newParser(t cli.Terminal, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(&commands{}, append(options,
		kong.Name("voicememo"),
		kong.Description("A family's short memos, spoken to Alexa or typed on the web. Where the help of a flag names an environment variable, the variable sets it too, and the flag takes precedence."),
		kong.DefaultEnvars("VOICEMEMO"),
		kong.ExplicitGroups([]kong.Group{{Key: "client", Title: "Memos of a server, from anywhere"}}),
		vars(),
		kong.Writers(t.Out, t.Err),
		kong.Help(printHelp),
		kong.Bind(t),
	)...)
}

// vars returns the values that the flags' defaults and help refer to.
func vars() kong.Vars {
	return kong.Vars{"google": app.GoogleIssuer, "settings": setup.SettingsFile, "talkuser": skilltalk.DefaultUserID, "talkskill": skilltalk.DefaultApplicationID, "skillparts": skillpackage.Parts(), "version": thisVersion().String()}
}

// report prints an error as one sentence, unless it is in the log, and returns the exit status.
func report(t cli.Terminal, err error) int {
	var logged cli.LoggedError
	if err != nil && !errors.As(err, &logged) {
		_, _ = fmt.Fprintf(t.Err, "voicememo: %v\n", permission.Advise(err))
	}
	return statusOf(err)
}
