package copy

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/progress"
	"voicememo/infra/bulk"
)

// kindNames names each kind, in the singular and the plural.
var kindNames = map[bulk.Kind][2]string{
	bulk.Memos: {"memo", "memos"}, bulk.Invites: {"invitation", "invitations"}, bulk.Ledgers: {"ledger", "ledgers"},
	bulk.Families: {"family", "families"}, bulk.People: {"person", "people"},
	bulk.Modules: {"module's record", "modules' records"},
}

// some returns the counts of each kind as text, such as "3 memos and 1 person"; "": none.
func (k *copier) some(count func(*difference) int) string {
	var parts []string
	for _, d := range k.kinds {
		switch n := count(d); n {
		case 0:
		case 1:
			parts = append(parts, "1 "+kindNames[d.kind][0])
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, kindNames[d.kind][1]))
		}
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

// refuse refuses to change what the target has, unless --replace is set.
func (k *copier) refuse() error {
	extra := k.some(func(d *difference) int { return d.extra })
	differing := k.some(func(d *difference) int { return d.differing })
	if k.replace || extra+differing == "" {
		return nil
	}
	var has []string
	if extra != "" {
		has = append(has, extra+" that the source does not have")
	}
	if differing != "" {
		has = append(has, differing+" that the source has in another form")
	}
	return verdictError{cli.WrongUse("nothing was copied, because %s has %s; choose an empty location, or remove and overwrite them with --replace",
		k.to, strings.Join(has, " and "))}
}

// refuseNothing refuses to replace what the target has with nothing: the caller has most
// likely swapped the locations, and it cannot be undone.
func (k *copier) refuseNothing() error {
	has := 0
	for _, d := range k.kinds {
		if d.kind == bulk.Memos || d.kind == bulk.People {
			has += d.same + d.toWrite()
		}
	}
	extra := k.some(func(d *difference) int { return d.extra })
	if has > 0 || extra == "" {
		return nil
	}
	return verdictError{cli.WrongUse("nothing was copied, because %s has no memos and no people, and %s would lose %s; check which location is --from and which is --to",
		k.from, k.to, extra)}
}

// shown reports whether the result has a line for the kind: that of modules only if there
// is a record of it.
func (d *difference) shown() bool {
	return d.kind != bulk.Modules || d.same+d.toWrite()+d.extra > 0
}

// announce shows what would be done.
func (k *copier) announce(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "from %s to %s\twould copy\talready there\twould overwrite\twould remove\n", k.from, k.to)
	for _, d := range k.kinds {
		if !d.shown() {
			continue
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", kindNames[d.kind][1], d.missing, d.same, d.differing, d.extra)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(out, k.notes())
	return err
}

// notes returns the lines about what the target keeps.
func (k *copier) notes() string {
	var lines strings.Builder
	const keeps = "the sessions, tokens, linked Echos, devices and notification settings"
	switch n := len(k.kept); n {
	case 0:
	case 1:
		fmt.Fprintf(&lines, "1 person is in both and keeps %s of %s.\n", keeps, k.to)
	default:
		fmt.Fprintf(&lines, "%d people are in both and keep %s of %s.\n", n, keeps, k.to)
	}
	if len(k.lacking) > 0 {
		fmt.Fprintf(&lines, "%s has no table of module %s, so what %s has of it stays as it is.\n", k.from, strings.Join(k.lacking, " and "), k.to)
	}
	return lines.String()
}

// sum is the number and checksum of the records of one kind in a location.
type sum struct {
	number   int
	checksum short // of all digests, in any order
}

func (k *copier) sum(ctx context.Context, s location.Opened, kind bulk.Kind, now time.Time, p *progress.Progress) (total sum, err error) {
	err = k.each(ctx, s, kind, now, func(_ bulk.Record, _, digest short) error {
		total.number++
		for i, b := range digest {
			total.checksum[i] ^= b
		}
		p.Add(1)
		return nil
	})
	return total, err
}

// sums reads a location again. Records that have expired by then are left out: one of the
// locations may have removed them.
func (k *copier) sums(ctx context.Context, s location.Opened, now time.Time, p *progress.Progress) ([]sum, error) {
	sums := make([]sum, len(k.kinds))
	for i, d := range k.kinds {
		var err error
		if sums[i], err = k.sum(ctx, s, d.kind, now, p); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// check compares all records of both locations, and shows the result.
func (k *copier) check(ctx context.Context, out io.Writer) error {
	p, now := progress.Start(k.screen, "checking", progress.Unknown), time.Now()
	from, err := k.sums(ctx, k.from, now, p)
	var to []sum
	if err == nil {
		to, err = k.sums(ctx, k.to, now, p)
	}
	p.Finish()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "\tcopied\talready there\tremoved\t%s\tchecksum\t%s\tchecksum\n", k.from, k.to)
	for i, d := range k.kinds {
		if !d.shown() {
			continue
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%d\t%s\n", kindNames[d.kind][1], d.toWrite(), d.same, d.extra,
			from[i].number, from[i].checksum, to[i].number, to[i].checksum)
	}
	_ = w.Flush()
	if !slices.Equal(from, to) {
		return verdictError{fmt.Errorf("%s and %s differ; stop the servers of both and run this again. If nothing was written meanwhile, "+
			"people and families of %s contradict each other: voicememo repair corrects them", k.from, k.to, k.from)}
	}
	_, err = fmt.Fprintf(out, "Both locations have the same contents.\n%s", k.notes())
	if people := k.kinds[slices.Index(bulk.Kinds(), bulk.People)]; err == nil && people.same+people.toWrite() > len(k.kept) {
		_, err = fmt.Fprintln(out, keysStay)
	}
	return err
}

// keysStay says what sign-ins need besides a copy.
const keysStay = "Sessions, tokens, programs and linked Echos go on at the same address (--public-url), but only with the keys that seal them, " +
	"which are not copied. For a server, copy session-keys.json and push-key from the old --data to the new one before it starts. For the functions " +
	"on AWS, run: aws secretsmanager put-secret-value --secret-id SessionKeysId --secret-string file://session-keys.json. Otherwise everyone must " +
	"sign in again, and tokens, programs and linked Echos end. With another push-key, a device is notified again once the page is opened on it."

// String returns the first 8 bytes of a checksum in hex.
func (s short) String() string { return hex.EncodeToString(s[:8]) }
