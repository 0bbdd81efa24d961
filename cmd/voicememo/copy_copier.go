package main

import (
	"context"
	"crypto/sha256"
	"io"
	"slices"
	"time"

	"voicememo/infra/bulk"
)

// copyBatch is how many records are written together.
const copyBatch = 1000

// copier makes one location equal to another. It stores no progress: what the target
// already has is done.
type copier struct {
	from, to opened
	replace  bool
	now      time.Time // records that have expired by now are ignored
	screen   io.Writer // where progress is shown
	kinds    []*difference
}

// short is a hash, truncated to a length that is enough for some millions of records.
type short [16]byte

// difference says how the target differs from the source in one kind of record.
type difference struct {
	kind  bulk.Kind
	there map[short]present // the target's records, by key

	same, missing, differing int // of the source's records
	extra                    int // of the target's records, those that the source does not have
}

// present is a record of the target.
type present struct {
	digest short
	wanted bool // the source has its key
}

// toWrite returns how many records are to be written.
func (d *difference) toWrite() int { return d.missing + d.differing }

// each calls visit for every record of a kind that has not expired.
func each(ctx context.Context, s bulk.Store, kind bulk.Kind, now time.Time, visit func(r bulk.Record, key, digest short) error) error {
	return s.Each(ctx, kind, func(records []bulk.Record) error {
		for _, r := range records {
			if r.Past(now) {
				continue
			}
			digest, err := r.Digest()
			if err == nil {
				err = visit(r, shortKey(r.Key()), short(digest[:len(short{})]))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// shortKey hashes a key; its parts cannot contain the separator.
func shortKey(k bulk.Key) short {
	sum := sha256.Sum256([]byte(k.ID + "\n" + k.Memo))
	return short(sum[:len(short{})])
}

// compare finds out what is to be done, and refuses changes that need --replace.
func (k *copier) compare(ctx context.Context) error {
	p := startProgress(k.screen, "reading", unknown)
	defer p.finish()
	for _, kind := range bulk.Kinds() {
		d := &difference{kind: kind, there: map[short]present{}}
		k.kinds = append(k.kinds, d)
		err := each(ctx, k.to, kind, k.now, func(_ bulk.Record, key, digest short) error {
			d.there[key] = present{digest: digest}
			p.add(1)
			return nil
		})
		if err != nil {
			return err
		}
		d.extra = len(d.there)
		err = each(ctx, k.from, kind, k.now, func(_ bulk.Record, key, digest short) error {
			d.add(key, digest)
			p.add(1)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return k.refuse()
}

// add takes a record of the source into account.
func (d *difference) add(key, digest short) {
	there, ok := d.there[key]
	if !ok {
		d.missing++
		return
	}
	d.there[key] = present{digest: there.digest, wanted: true}
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
	p := startProgress(k.screen, "copying", int64(total))
	defer p.finish()
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
func (k *copier) remove(ctx context.Context, d *difference, p *progress) error {
	if d.extra == 0 {
		return nil
	}
	queue := batches[bulk.Key]{p: p, do: func(keys []bulk.Key) error { return k.to.Remove(ctx, d.kind, keys) }}
	err := each(ctx, k.to, d.kind, k.now, func(r bulk.Record, key, _ short) error {
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
func (k *copier) write(ctx context.Context, d *difference, p *progress) error {
	if d.toWrite() == 0 {
		return nil
	}
	queue := batches[bulk.Record]{p: p, do: func(records []bulk.Record) error { return k.to.Write(ctx, records) }}
	err := each(ctx, k.from, d.kind, k.now, func(r bulk.Record, key, digest short) error {
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
	p     *progress
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
	b.p.add(len(b.queue))
	b.queue = b.queue[:0]
	return nil
}
