package push

import (
	"context"
	"errors"
	"slices"
	"time"

	"voicememo/internal/parallel"
	"voicememo/models"
)

const (
	// mostPeople is how many people a round is for, and how many one call of Store.Due returns
	// at first; mostDue bounds how far further calls look behind people with many batches.
	mostPeople = 20
	mostDue    = 10_000
	// lease is how long a process may take to send a batch before another one sends it.
	lease = 2 * time.Minute
	// sendTime bounds one request to a push service or to Amazon. After one and a half of
	// it, a round leaves the other batches of a person to the next one, so that slow devices
	// of one person do not keep others waiting.
	sendTime = 10 * time.Second
	// again is when Work is to be called again after an error.
	again = time.Minute
	// longestPause is the longest time between two tries of a batch, unless a push service
	// asks for a longer one.
	longestPause = 30 * time.Minute
)

// Work implements module.Module: it sends the batches that are due. People whose batches
// have all been tried before come after the others, and only for so long that the next call
// is not late.
func (s *Service) Work(ctx context.Context) (time.Time, error) {
	r := &run{Service: s, done: map[models.UserID]bool{}, silences: newSilences()}
	for most := mostPeople; ; {
		people, next, err := s.store.Due(ctx, s.now(), most+len(r.done))
		r.errs = append(r.errs, err)
		found := len(people)
		people = slices.DeleteFunc(people, func(u models.UserID) bool { return r.done[u] })
		people = people[:min(len(people), mostPeople)]   // soonOver leaves time for so many
		behind := !next.IsZero() && !next.After(s.now()) // Due did not reach the last that is due
		switch {
		case ctx.Err() != nil || soonOver(ctx):
			return s.rest(next, found > 0, r.errs)
		case len(people) > 0:
			r.round(ctx, people, false)
		case behind && most < mostDue:
			most *= 2
		case len(r.repeats) > 0 && r.repeatsInTime():
			n := min(len(r.repeats), mostPeople)
			people, r.repeats = r.repeats[:n], r.repeats[n:]
			r.round(ctx, people, true)
		default: // those found were worked on, or wait: the store lags, or there was an error
			return s.rest(next, found > 0, r.errs)
		}
	}
}

// run is one call of Work.
type run struct {
	*Service
	done     map[models.UserID]bool // people who were worked on, or are in repeats
	repeats  []models.UserID        // people whose batches have all been tried before
	since    time.Time              // the first round of repeats; zero: there was none yet
	silences *silences
	errs     []error
}

// repeatsInTime reports whether another round of repeats may begin: until a push service
// that does not answer has been waited for one and a half times.
func (r *run) repeatsInTime() bool {
	if r.since.IsZero() {
		r.since = time.Now()
	}
	return time.Since(r.since) < r.sendTime*3/2
}

// round works on people. Without repeats, it leaves those for later whose batches have all
// been tried before.
func (r *run) round(ctx context.Context, people []models.UserID, repeats bool) {
	left, errs := make([]bool, len(people)), make([]error, len(people))
	parallel.Each(len(people), atOnce, func(i int) { left[i], errs[i] = r.work(ctx, people[i], repeats) })
	r.errs = append(r.errs, errs...)
	for i, u := range people {
		if r.done[u] = true; left[i] {
			r.repeats = append(r.repeats, u)
		}
	}
}

// rest returns what Work does at its end. If there were errors, or something is left that
// is due, the next call is to be after a pause.
func (s *Service) rest(next time.Time, left bool, errs []error) (time.Time, error) {
	err, pause := errors.Join(errs...), s.now().Add(again)
	switch {
	case !next.IsZero() && !next.After(s.now()):
		next = pause
	case err != nil || left:
		next = models.Earliest(next, pause)
	}
	return next, err
}

// soonOver reports whether ctx ends before another round of requests would.
func soonOver(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return ok && time.Until(end) < mostPeople/atOnce*sendTime+sendTime/2
}

// work sends a person's batches that are due. Without repeats, it leaves them and reports so
// if all of them have been tried before.
func (r *run) work(ctx context.Context, person models.UserID, repeats bool) (left bool, err error) {
	record, err := r.store.Load(ctx, person)
	if err != nil {
		return false, err
	}
	now := r.now()
	due := slices.DeleteFunc(slices.Clone(record.Batches), func(b Batch) bool { return b.Due.IsZero() || b.Due.After(now) })
	if len(due) == 0 || !repeats && !slices.ContainsFunc(due, func(b Batch) bool { return b.Tries == 0 }) {
		return len(due) > 0, nil
	}
	reader, err := r.core.Families.Person(ctx, person)
	if models.IsCode(err, models.CodeNotFound) {
		return false, r.store.Erase(ctx, person)
	}
	if err != nil {
		return false, err
	}
	settings, err := r.settings(ctx, person, record)
	if err != nil {
		return false, err
	}
	slices.SortStableFunc(due, func(a, b Batch) int { return a.Due.Compare(b.Due) })
	errs := make([]error, len(due))
	for i, began := 0, time.Now(); i < len(due); i++ {
		if time.Since(began) > r.sendTime*3/2 {
			errs[i] = r.put(ctx, &due[i], r.now().Add(again))
		} else {
			errs[i] = r.send(ctx, delivery{reader: reader, devices: record.Devices, settings: settings, silences: r.silences, Batch: due[i]})
		}
		if models.IsReason(errs[i], models.ReasonChanged) {
			errs[i] = nil // another process works on it
		}
	}
	return false, errors.Join(errs...)
}

// delivery is a batch that is being sent.
type delivery struct {
	Batch
	reader   models.User
	devices  []Device // the person's
	settings Settings
	silences *silences
}

// deadline is when the batch is given up.
func (b Batch) deadline() time.Time { return b.Until.Add(-keepFor) }

// send sends a batch to its devices that have not been told. It returns
// Conflict/ReasonChanged if another process has changed the batch.
func (s *Service) send(ctx context.Context, d delivery) error {
	now := s.now()
	if now.After(d.deadline()) || len(d.devices) == 0 {
		return s.put(ctx, &d.Batch, time.Time{})
	}
	if wake := d.settings.wake(now); wake.After(now) {
		return s.put(ctx, &d.Batch, wake)
	}
	if d.Open {
		d.Open = false
		for _, device := range d.devices {
			d.Devices = append(d.Devices, device.ID)
		}
	}
	if err := s.put(ctx, &d.Batch, now.Add(lease)); err != nil {
		return err
	}
	n, err := s.read(ctx, d)
	if err != nil {
		return err
	}
	if n.empty() {
		return s.put(ctx, &d.Batch, time.Time{})
	}
	pause, err := s.tellAll(ctx, &d, n)
	if err != nil {
		return err
	}
	if len(d.Devices) == 0 {
		return s.put(ctx, &d.Batch, time.Time{})
	}
	d.Tries++
	return s.put(ctx, &d.Batch, s.now().Add(pause))
}

// put saves a batch that is due then; the zero time: it is finished.
func (s *Service) put(ctx context.Context, b *Batch, due time.Time) error {
	b.Due = due
	if due.IsZero() {
		b.Open, b.Devices = false, nil
	}
	err := s.store.SaveBatch(ctx, *b)
	b.Version++
	return err
}

// outcome is what became of a message to a device.
type outcome struct {
	result result
	after  time.Duration // of failed: how long to wait at least; 0: not said
	silent bool          // of failed: there was no answer in time
}

type result int

const (
	failed   result = iota // it is to be tried again
	accepted               // the device's service has it
	refused                // this message will never be accepted
	gone                   // the device can never be told again
	nothing                // the batch has nothing for the device
)

// tellAll tells the devices of a delivery. It takes off those that need not be told again,
// deletes those that are gone, and returns how long to wait for the others: as long as the
// one with the shortest wait, so that what one push service asks for delays no other device.
func (s *Service) tellAll(ctx context.Context, d *delivery, n notice) (pause time.Duration, err error) {
	devices := slices.DeleteFunc(slices.Clone(d.devices), func(x Device) bool { return !slices.Contains(d.Devices, x.ID) })
	outcomes := make([]outcome, len(devices))
	errs := make([]error, len(devices))
	parallel.Each(len(devices), len(devices), func(i int) {
		switch to := addressee(d.Person, devices[i]); {
		case d.silences.of(to):
			outcomes[i] = outcome{result: failed}
		case devices[i].belongsTo(d.reader, s.now()):
			began := time.Now()
			outcomes[i] = s.tell(ctx, devices[i], n)
			d.silences.note(to, began, outcomes[i].silent)
		default:
			outcomes[i] = outcome{result: gone}
		}
		if outcomes[i].result == gone {
			errs[i] = s.forget(ctx, d.Person, devices[i])
		}
	})
	counts := map[result]int{}
	d.Devices, pause = nil, tryFor
	backOff := min(time.Minute<<min(d.Tries, 10), longestPause)
	for i, o := range outcomes {
		counts[o.result]++
		if o.result == failed && s.now().Add(o.after).Before(d.deadline()) {
			d.Devices, pause = append(d.Devices, devices[i].ID), min(pause, max(backOff, o.after))
		}
	}
	s.count("PushSent", counts[accepted])
	s.count("PushFailed", counts[failed]+counts[refused])
	s.count("PushGone", counts[gone])
	s.count("PushPending", len(d.Devices))
	return pause, errors.Join(errs...)
}

// forget deletes a device, unless the person has added the browser again meanwhile.
func (s *Service) forget(ctx context.Context, person models.UserID, d Device) error {
	r, err := s.store.Load(ctx, person)
	if err != nil || !slices.ContainsFunc(r.Devices, func(o Device) bool {
		return o.ID == d.ID && o.Access == d.Access && o.Subscription.Endpoint == d.Subscription.Endpoint
	}) {
		return err
	}
	return s.store.DeleteDevice(ctx, person, d.ID)
}

// tell tells one device.
func (s *Service) tell(ctx context.Context, d Device, n notice) (o outcome) {
	ctx, cancel := context.WithTimeout(ctx, s.sendTime)
	defer cancel()
	var err error
	switch {
	case d.Kind == Web:
		o, err = s.web.send(ctx, d.Subscription, n.batch, n.payload(d.Language), n.until.Sub(s.now()))
	case len(n.memos) == 0:
		o.result = nothing
	case s.echos == nil:
		o.result = refused // the operator has switched Proactive Events off
		return o
	default:
		o, err = s.echos.send(ctx, n.alert(s.now()))
	}
	if err != nil {
		o.silent = ctx.Err() != nil
		s.core.Logger.Warn("a notification was not accepted", "device", d.Kind, "error", err)
	}
	return o
}
