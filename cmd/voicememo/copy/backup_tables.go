package copy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/sqlite"
)

// passes is how often tables that keep changing are read at most for one backup.
const passes = 4

// backupTables writes the tables of an environment to a file, through a database in a hidden
// directory beside it.
func backupTables(ctx context.Context, t cli.Terminal, environment, target string) (err error) {
	from, err := location.Location{Engine: "dynamodb", Name: environment}.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	sqlite.RemoveScratch(target)
	scratch, err := sqlite.NewScratch(target)
	if err != nil {
		return fmt.Errorf("the backup cannot be made: %w", err)
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	dir := scratch.File()
	if err := gather(ctx, t, from, dir); err != nil {
		return err
	}
	return sqlite.Backup(ctx, dir, target)
}

// gather copies everything in from to a database in dir, and repeats this until nothing
// has changed since the previous reading: then it is the state of one moment.
func gather(ctx context.Context, t cli.Terminal, from location.Opened, dir string) (err error) {
	to, err := location.Location{Engine: "sqlite", Name: dir}.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	for range passes {
		k := copier{from: from, to: to, replace: true, now: time.Now(), screen: t.Err}
		if err := errors.Join(k.compare(ctx), ctx.Err()); err != nil {
			return fmt.Errorf("%s cannot be read: %w", from, connect.Explain(err))
		}
		if k.changes() == 0 {
			if len(k.lacking) > 0 {
				_, err = fmt.Fprintf(t.Err, "%s has no table of module %s, so the backup has nothing of it.\n", from, strings.Join(k.lacking, " and "))
			}
			return err
		}
		if err := k.copy(ctx); err != nil {
			return fmt.Errorf("%s cannot be copied: %w", from, connect.Explain(err))
		}
	}
	_, err = fmt.Fprintf(t.Err, "%s changed during every reading, so changes made during the last one may be only partly in the backup; "+
		"for one exact moment use DynamoDB's own point-in-time recovery, or run voicememo repair after restoring this backup.\n", from)
	return err
}

// changes counts the records that the copy would remove, add or overwrite.
func (k *copier) changes() int {
	n := 0
	for _, d := range k.kinds {
		n += d.extra + d.toWrite()
	}
	return n
}
