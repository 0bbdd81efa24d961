package remote

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/voicememo/internal/cli"
)

// maxListed is the largest --limit.
const maxListed = 1000

type listFlags struct {
	remoteFlags

	Limit int `env:"-" default:"20" placeholder:"N" help:"How many memos at most, from 1 to 1000; default 20."`
}

// List is voicememo list.
type List struct {
	listFlags

	Done bool `env:"-" xor:"which" help:"List only memos that are done."`
	All  bool `env:"-" xor:"which" help:"Also list memos that are done."`
}

// Help is shown with --help.
func (c *List) Help() string {
	return "Lists the memos that are not done, newest first. voicememo done takes their numbers. With --json there are no numbers, and those of the last list stay valid. " + statuses
}

// Run lists memos.
func (c *List) Run(ctx context.Context, t cli.Terminal) error {
	done := &c.Done
	if c.All {
		done = nil
	}
	return c.list(ctx, t, client.Query{Done: done})
}

// Find is voicememo find.
type Find struct {
	listFlags

	Words []string `arg:"" help:"Text that the memos contain, in any case, width and kind of kana."`
}

// Help is shown with --help.
func (c *Find) Help() string {
	return "Finds memos, also those that are done, newest first. voicememo done takes their numbers. " + statuses
}

// Run finds memos.
func (c *Find) Run(ctx context.Context, t cli.Terminal) error {
	words := strings.Join(c.Words, " ")
	if strings.TrimSpace(words) == "" {
		return cli.WrongUse("%s", wordsOfClient(os.Getenv).noWords)
	}
	return c.list(ctx, t, client.Query{Words: words})
}

// list prints the memos that q selects, and keeps their numbers.
func (f listFlags) list(ctx context.Context, t cli.Terminal, q client.Query) error {
	r, err := f.connect(t)
	if err != nil {
		return err
	}
	if f.Limit < 1 || f.Limit > maxListed {
		return cli.WrongUse("--limit: %s", r.words.limit)
	}
	q.Limit = f.Limit
	list, err := r.List(ctx, q)
	if err != nil {
		return r.explain(ctx, err)
	}
	if r.json {
		return client.WriteJSON(t.Out, list)
	}
	// What shows numbers keeps them, also in a pipe: a person may read them in a pager.
	// Numbers that cannot be kept are not shown: done would use those of an earlier list.
	kept := r.numbers.Keep(r.at, list.Memos)
	_, err = fmt.Fprint(t.Out, r.words.list(list, q, kept == nil))
	if kept != nil {
		_, _ = fmt.Fprintf(t.Err, "voicememo: "+r.words.noNumbers+"\n", kept)
	}
	return err
}

// list returns a list for a terminal.
func (w clientWords) list(list client.List, q client.Query, numbers bool) string {
	var out strings.Builder
	width := len(fmt.Sprint(len(list.Memos)))
	for i, m := range list.Memos {
		mark, indent := "", ""
		if numbers {
			mark = fmt.Sprintf("%*d. ", width, i+1)
			indent = strings.Repeat(" ", len(mark))
		}
		content := strings.ReplaceAll(client.Printable(m.Content), "\n", "\n"+indent)
		_, _ = fmt.Fprintf(&out, "%s%s%s\n", mark, content, w.about(m))
	}
	switch {
	case len(list.Memos) == 0 && q.Words != "":
		_, _ = fmt.Fprintf(&out, w.noneFound+"\n", inLine(q.Words))
	case len(list.Memos) == 0:
		_, _ = fmt.Fprintln(&out, w.empty(q.Done))
	case list.More && len(list.Memos) < maxListed:
		_, _ = fmt.Fprintf(&out, w.more+"\n", min(maxListed, 5*len(list.Memos)))
	}
	return out.String()
}

// empty says that a list of memos that are done, or are not, or of both, has none.
func (w clientWords) empty(done *bool) string {
	switch {
	case done == nil:
		return w.none
	case *done:
		return w.noneDone
	}
	return w.noneLeft
}

// about returns who added a memo, and when, and whether it is done.
func (w clientWords) about(m client.Memo) string {
	facts := []string{}
	if m.CreatedByName != "" {
		facts = append(facts, inLine(m.CreatedByName))
	}
	facts = append(facts, m.Timestamp.Local().Format(time.DateOnly))
	if !m.DoneAt.IsZero() {
		facts = append(facts, w.isDone)
	}
	return fmt.Sprintf(w.facts, strings.Join(facts, w.comma))
}
