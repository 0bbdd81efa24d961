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

	Limit  int      `env:"-" default:"20" placeholder:"N" help:"How many memos at most, from 1 to 1000; default 20."`
	Author []string `env:"-" sep:"none" placeholder:"NAME" help:"List only memos by this person, by name or id; may be repeated."`
	Since  string   `env:"-" placeholder:"DATE" help:"List only memos added on this day or later; also a time in RFC 3339."`
	Before string   `env:"-" placeholder:"DATE" help:"List only memos added before this day; also a time in RFC 3339."`
	Oldest bool     `env:"-" help:"List the oldest first."`
	Count  bool     `env:"-" help:"Print only how many memos there are."`
}

// filter returns q with the memos that the flags select, and the order.
func (f listFlags) filter(q client.Query) (client.Query, error) {
	q.Authors, q.Oldest, q.Limit = f.Author, f.Oldest, f.Limit
	var err error
	if q.Since, err = f.day("--since", f.Since); err != nil {
		return client.Query{}, err
	}
	if q.Before, err = f.day("--before", f.Before); err != nil {
		return client.Query{}, err
	}
	return q, nil
}

// day returns a time, or the beginning of a day; zero for "".
func (f listFlags) day(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if at, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return at, nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, cli.WrongUse("%s: %s", flag, wordsOfClient(os.Getenv).notTime)
	}
	return at, nil
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

	Words []string `arg:"" help:"Text that the memos contain, in any spelling."`
}

// Help is shown with --help.
func (c *Find) Help() string {
	return "Finds memos, also those that are done, newest first. If none contains the whole text, it finds those with all of its words. voicememo done takes their numbers. " + statuses
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
	if q, err = f.filter(q); err != nil {
		return err
	}
	if f.Count {
		return r.count(ctx, t, q)
	}
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

// count prints how many memos q selects, with a "+" if there may be more.
func (r remote) count(ctx context.Context, t cli.Terminal, q client.Query) error {
	n, err := r.Count(ctx, q)
	if err != nil {
		return r.explain(ctx, err)
	}
	if r.json {
		return client.WriteJSON(t.Out, n)
	}
	more := ""
	if n.More {
		more = "+"
	}
	_, err = fmt.Fprintf(t.Out, "%d%s\n", n.Count, more)
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
