package copy

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"slices"
	"time"

	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/progress"
	"voicememo/infra/bulk"
)

// copyBatch is how many records are written together.
const copyBatch = 1000

// copier makes one location equal to another. It stores no progress: what the target
// already has is done.
type copier struct {
	from, to location.Opened
	replace  bool
	keep     bool      // people who are in both locations keep what the target has of their sign-ins
	now      time.Time // records that have expired by now are ignored
	screen   io.Writer // where progress is shown
	kinds    []*difference

	kept    map[short]bool // the keys of the people of keep
	lacking []string       // the modules for whose records the source has no table
}

// short is a hash, truncated to a length that is enough for some millions of records.
type short [16]byte

// difference says how the target differs from the source in one kind of record.
type difference struct {
	kind  bulk.Kind
	there map[short]present // the target's records, by key
	held  map[short]signIns // with copier.keep: of the people in there

	same, missing, differing int // of the source's records
	extra                    int // of the target's records, those that the source does not have
}

// present is a record of the target.
type present struct {
	digest short
	wanted bool // the source has its key
}

// signIns is what decides whether a person of the target keeps what belongs to sign-ins.
type signIns struct {
	bare  short     // the digest without it
	after time.Time // SessionsValidAfter
}

// toWrite returns how many records are to be written.
func (d *difference) toWrite() int { return d.missing + d.differing }

// each calls visit for every record of a kind that has not expired and that the copy is
// about. If the source has no table for what a module keeps, it notes the module.
func (k *copier) each(ctx context.Context, s location.Opened, kind bulk.Kind, now time.Time, visit func(r bulk.Record, key, digest short) error) error {
	err := s.Each(ctx, kind, func(records []bulk.Record) error {
		for _, r := range records {
			r, ours := k.part(r)
			if r.Past(now) || !ours {
				continue
			}
			digest, err := digestOf(r)
			if err == nil {
				err = visit(r, shortKey(r.Key()), digest)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	var missing *bulk.MissingError
	if !errors.As(err, &missing) {
		return err
	}
	if s.Location == k.from.Location {
		k.lacking = missing.Modules
	}
	return nil
}

// part returns the part of a record that the copy is about, and false if that is nothing:
// people of keep keep their accesses, devices and settings.
func (k *copier) part(r bulk.Record) (bulk.Record, bool) {
	switch r.Kind() {
	case bulk.People:
		if k.kept[shortKey(r.Key())] {
			r = bare(r)
		}
	case bulk.Modules:
		of := bulk.Key{ID: string(r.Module.Of)}
		return r, !slices.Contains(k.lacking, r.Module.Module) && (of.ID == "" || !k.kept[shortKey(of)])
	}
	return r, true
}

// bare returns the record of a person without what belongs to their sign-ins.
func bare(r bulk.Record) bulk.Record {
	u := *r.Person
	u.SessionsValidAfter, r.Person, r.Access = time.Time{}, &u, nil
	return r
}

// digestOf returns the digest of a record.
func digestOf(r bulk.Record) (short, error) {
	digest, err := r.Digest()
	return short(digest[:len(short{})]), err
}

// shortKey hashes a key; its parts cannot contain the separator.
func shortKey(k bulk.Key) short {
	sum := sha256.Sum256([]byte(k.ID + "\n" + k.Memo))
	return short(sum[:len(short{})])
}

// compare finds out what is to be done, and refuses changes that need --replace.
func (k *copier) compare(ctx context.Context) error {
	p := progress.Start(k.screen, "reading", progress.Unknown)
	defer p.Finish()
	k.kept = map[short]bool{}
	for _, kind := range bulk.Kinds() {
		d, err := k.compareKind(ctx, kind, p)
		if err == nil && kind == bulk.Modules && k.lacking != nil {
			d, err = k.compareKind(ctx, kind, p) // without what the source does not know
		}
		if err != nil {
			return err
		}
		k.kinds = append(k.kinds, d)
	}
	return k.refuse()
}

// compareKind compares the records of one kind.
func (k *copier) compareKind(ctx context.Context, kind bulk.Kind, p *progress.Progress) (*difference, error) {
	d := &difference{kind: kind, there: map[short]present{}, held: map[short]signIns{}}
	err := k.each(ctx, k.to, kind, k.now, func(r bulk.Record, key, digest short) error {
		d.there[key] = present{digest: digest}
		p.Add(1)
		if !k.keep || kind != bulk.People {
			return nil
		}
		without, err := digestOf(bare(r))
		d.held[key] = signIns{without, r.Person.SessionsValidAfter}
		return err
	})
	if err != nil {
		return nil, err
	}
	d.extra = len(d.there)
	err = k.each(ctx, k.from, kind, k.now, func(r bulk.Record, key, digest short) (err error) {
		if k.keep && kind == bulk.People {
			digest, err = k.decide(d, r, key, digest)
		}
		d.add(key, digest)
		p.Add(1)
		return err
	})
	return d, err
}

// decide decides whether a person of the source, whose record has this digest, keeps the
// accesses of the target, and returns the digest of what is compared. A person who has
// signed out everywhere since the target's state does not.
func (k *copier) decide(d *difference, r bulk.Record, key, digest short) (short, error) {
	held, both := d.held[key]
	if !both || r.Person.SessionsValidAfter.After(held.after) {
		return digest, nil
	}
	k.kept[key] = true
	d.there[key] = present{digest: held.bare}
	return digestOf(bare(r))
}

// add takes a record of the source into account.
func (d *difference) add(key, digest short) {
	there, ok := d.there[key]
	if !ok {
		d.missing++
		return
	}
	there.wanted = true
	d.there[key] = there
	d.extra--
	if there.digest == digest {
		d.same++
	} else {
		d.differing++
	}
}

// copy removes records first, so that no new record conflicts with one that is to be
// removed, and then writes the missing ones.
func (k *copier) copy(ctx context.Context) error {
	total := 0
	for _, d := range k.kinds {
		total += d.extra + d.toWrite()
	}
	if total == 0 {
		return nil
	}
	p := progress.Start(k.screen, "copying", int64(total))
	defer p.Finish()
	for _, d := range slices.Backward(k.kinds) {
		if err := k.remove(ctx, d, p); err != nil {
			return err
		}
	}
	for _, d := range k.kinds {
		if err := k.write(ctx, d, p); err != nil {
			return err
		}
	}
	return nil
}

// remove removes the records that the source does not have.
func (k *copier) remove(ctx context.Context, d *difference, p *progress.Progress) error {
	if d.extra == 0 {
		return nil
	}
	queue := batches[bulk.Key]{p: p, do: func(keys []bulk.Key) error { return k.to.Remove(ctx, d.kind, keys) }}
	err := k.each(ctx, k.to, d.kind, k.now, func(r bulk.Record, key, _ short) error {
		if d.there[key].wanted {
			return nil
		}
		return queue.add(r.Key())
	})
	if err != nil {
		return err
	}
	return queue.flush()
}

// write writes the records that the target lacks, or that differ there.
func (k *copier) write(ctx context.Context, d *difference, p *progress.Progress) error {
	if d.toWrite() == 0 {
		return nil
	}
	queue := batches[bulk.Record]{p: p, do: func(records []bulk.Record) error { return k.to.Write(ctx, records) }}
	err := k.each(ctx, k.from, d.kind, k.now, func(r bulk.Record, key, digest short) error {
		if there, ok := d.there[key]; ok && there.digest == digest {
			return nil
		}
		return queue.add(r)
	})
	if err != nil {
		return err
	}
	return queue.flush()
}

// batches collects items and processes them in batches.
type batches[T any] struct {
	p     *progress.Progress
	do    func([]T) error
	queue []T
}

func (b *batches[T]) add(one T) error {
	if b.queue = append(b.queue, one); len(b.queue) < copyBatch {
		return nil
	}
	return b.flush()
}

func (b *batches[T]) flush() error {
	if len(b.queue) == 0 {
		return nil
	}
	if err := b.do(b.queue); err != nil {
		return err
	}
	b.p.Add(len(b.queue))
	b.queue = b.queue[:0]
	return nil
}
