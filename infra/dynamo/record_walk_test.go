package dynamo

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/streams"
)

// streamWalksVar is the variable with the number of walks of TestStreamWalk, with the seeds
// from 0 on, in place of one; each has streamSteps steps.
const (
	streamWalksVar = "MEMOTEST_STREAM_WALKS"
	streamSteps    = 250
)

// promised are the kinds of events that modules act on.
var promised = []models.EventKind{
	models.EventAdded, models.EventEdited, models.EventDone, models.EventReopened, models.EventTrashed, models.EventRestored,
	models.EventAsked, models.EventJoined, models.EventLeft, models.EventRemoved, models.EventOwnerChanged,
}

// TestStreamWalk: after each of many random calls the streams have exactly the promised
// events that the services have reported, and an event of each other family that the
// services have reported as changed.
func TestStreamWalk(t *testing.T) {
	seen := map[models.EventKind]int{}
	for seed := range uint64(numberOf(streamWalksVar, 1)) { //nolint:gosec // a positive number
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := &streamWalk{watched: newWatched(t), rnd: rand.New(rand.NewPCG(seed, 3)), seen: seen}
			w.ear = w.Listen()
			for i := range 5 {
				w.people = append(w.people, w.Person(fmt.Sprint("P", i)).ID)
				if i < 3 {
					w.people = append(w.people, w.Echo(fmt.Sprint("E", i)).ID)
				}
			}
			w.ear.Events()
			w.records()
			acts := slices.Sorted(maps.Keys(streamActs))
			for range streamSteps {
				name := acts[w.rnd.IntN(len(acts))]
				w.Advance(time.Second) // no two acts have the same time
				streamActs[name](w, w.one(), w.one())
				w.compare(name)
			}
		})
	}
	for _, kind := range promised {
		if seen[kind] == 0 {
			t.Errorf("no act made the event %s", kind)
		}
	}
}

// streamWalk is a world in which things happen at random.
type streamWalk struct {
	*watched
	rnd    *rand.Rand
	ear    *familytest.Ear
	people []models.UserID
	memos  []models.MemoRef
	names  int // how many names and emoji were chosen, which all differ
	seen   map[models.EventKind]int
}

// one returns an account as it is. One that was erased or that is a former member comes
// back first, and nothing is compared of that.
func (w *streamWalk) one() models.User {
	id := w.people[w.rnd.IntN(len(w.people))]
	source := models.SourceOIDC
	if id[0] == 'E' {
		source = models.SourceAlexa
	}
	u, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: id, Name: string(id), Source: source})
	w.OK(err)
	w.ear.Events()
	w.records()
	return u
}

// refs returns some memos of the person's family, in the list or not.
func (w *streamWalk) refs(u models.User) (refs []models.MemoRef) {
	for range 1 + w.rnd.IntN(3) {
		refs = append(refs, w.ref(u))
	}
	return refs
}

// ref returns a memo that the person's family has or, if it has none, that does not exist.
func (w *streamWalk) ref(u models.User) models.MemoRef {
	f := w.FamilyOf(u)
	theirs := slices.DeleteFunc(slices.Clone(w.memos), func(ref models.MemoRef) bool { return !f.Lists(ref.UserID) })
	if len(theirs) == 0 {
		return models.MemoRef{UserID: u.ID, ID: "0"}
	}
	return theirs[w.rnd.IntN(len(theirs))]
}

// owner returns the owner of a person's family.
func (w *streamWalk) owner(u models.User) models.User {
	return w.Again(models.User{ID: w.FamilyOf(u).OwnerID})
}

// streamActs are calls of the services by name. Most are refused at times, and then
// nothing happens.
var streamActs = map[string]func(w *streamWalk, u, other models.User){
	"add": func(w *streamWalk, u, _ models.User) {
		m, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "memo", Key: memo.NewKey()})
		w.OK(err)
		w.memos = append(w.memos, m.Ref())
	},
	"add again": func(w *streamWalk, u, _ models.User) {
		d := memo.Draft{Content: "memo", Key: memo.NewKey()}
		for range 2 {
			m, _, err := w.Memos.Add(w.Ctx(), u, d)
			w.OK(err)
			w.memos = append(w.memos, m.Ref())
		}
	},
	"edit": func(w *streamWalk, u, _ models.User) {
		_, _ = w.Memos.Edit(w.Ctx(), u, w.ref(u), fmt.Sprint("content ", w.rnd.IntN(3)), 0)
	},
	"swap": func(w *streamWalk, u, _ models.User) { _, _ = w.Memos.SwapBefore(w.Ctx(), u, w.ref(u), 0) },
	"done": func(w *streamWalk, u, _ models.User) { _, _ = w.Memos.Done(w.Ctx(), u, w.ref(u), true, 0) },
	"done each": func(w *streamWalk, u, _ models.User) {
		_, _, _ = w.Memos.DoneEach(w.Ctx(), u, w.refs(u), w.rnd.IntN(2) == 0)
	},
	"done and reopen": func(w *streamWalk, u, _ models.User) {
		ref := w.ref(u)
		_, _ = w.Memos.Done(w.Ctx(), u, ref, true, 0)
		_, _ = w.Memos.Done(w.Ctx(), u, ref, false, 0)
	},
	"reopen":     func(w *streamWalk, u, _ models.User) { _, _ = w.Memos.Done(w.Ctx(), u, w.ref(u), false, 0) },
	"trash":      func(w *streamWalk, u, _ models.User) { _, _ = w.Memos.Trash(w.Ctx(), u, w.ref(u)) },
	"trash each": func(w *streamWalk, u, _ models.User) { _, _, _ = w.Memos.TrashEach(w.Ctx(), u, w.refs(u)) },
	"restore":    func(w *streamWalk, u, _ models.User) { _, _ = w.Memos.Restore(w.Ctx(), u, w.ref(u)) },
	"restore each": func(w *streamWalk, u, _ models.User) {
		_, _, _ = w.Memos.RestoreEach(w.Ctx(), u, w.refs(u))
	},
	"trash and restore": func(w *streamWalk, u, _ models.User) {
		ref := w.ref(u)
		_, _ = w.Memos.Trash(w.Ctx(), u, ref)
		_, _ = w.Memos.Restore(w.Ctx(), u, ref)
	},
	"delete twice": func(w *streamWalk, u, _ models.User) {
		ref := w.ref(u)
		_, _ = w.Memos.Delete(w.Ctx(), u, ref, 0)
		_, _ = w.Memos.Delete(w.Ctx(), u, ref, 0)
	},
	"empty the trash": func(w *streamWalk, u, _ models.User) { _, _ = w.Memos.EmptyTrash(w.Ctx(), u) },
	"days pass":       func(w *streamWalk, _, _ models.User) { w.Advance(15 * time.Hour) },
	"join": func(w *streamWalk, u, other models.User) {
		_, _ = w.Redeem(u, w.Invite(other))
	},
	"ask": func(w *streamWalk, u, other models.User) {
		_, _ = w.Families.Redeem(w.Ctx(), u, w.Invite(other), models.WayDigits, false)
	},
	"allow": func(w *streamWalk, u, _ models.User) {
		for _, r := range w.FamilyOf(u).Requests {
			_, _ = w.Families.Allow(w.Ctx(), w.owner(u), r.UserID)
		}
	},
	"refuse":   func(w *streamWalk, u, other models.User) { _ = w.Families.Refuse(w.Ctx(), u, other.ID) },
	"withdraw": func(w *streamWalk, u, _ models.User) { _ = w.Families.Withdraw(w.Ctx(), u) },
	"ask first": func(w *streamWalk, u, _ models.User) {
		_ = w.Families.SetAskBeforeJoin(w.Ctx(), u, w.rnd.IntN(2) == 0)
	},
	"connect": func(w *streamWalk, u, other models.User) {
		if c, err := w.Families.ConnectionNumber(w.Ctx(), other); err == nil {
			_, _ = w.Families.Connect(w.Ctx(), u, c.Number)
		}
	},
	"leave":    func(w *streamWalk, u, _ models.User) { _, _ = w.Families.Leave(w.Ctx(), u) },
	"remove":   func(w *streamWalk, _, other models.User) { _ = w.Families.Remove(w.Ctx(), w.owner(other), other.ID) },
	"transfer": func(w *streamWalk, _, other models.User) { _ = w.Families.Transfer(w.Ctx(), w.owner(other), other.ID) },
	"an operator sets the owner": func(w *streamWalk, _, other models.User) {
		_ = w.Families.SetOwner(w.Ctx(), other.FamilyID, other.ID)
	},
	"disable": func(w *streamWalk, u, _ models.User) { _ = w.Families.Disable(w.Ctx(), u.ID) },
	"recover": func(w *streamWalk, u, other models.User) {
		number, err := w.Families.RecoveryNumber(w.Ctx(), other)
		if err == nil && w.Families.Disable(w.Ctx(), other.ID) == nil {
			_, _ = w.Families.Recover(w.Ctx(), u, number)
		}
	},
	"close": func(w *streamWalk, u, _ models.User) {
		if w.rnd.IntN(4) == 0 {
			_ = w.Families.Close(w.Ctx(), u)
		}
	},
	"settle": func(w *streamWalk, u, _ models.User) { w.OK(w.Memos.Settle(w.Ctx(), u)) },
	"rename": func(w *streamWalk, u, _ models.User) {
		w.names++
		if _, err := w.Families.Rename(w.Ctx(), u, fmt.Sprint("name ", w.names)); !models.IsReason(err, models.ReasonNotYet) { // an Echo that is new
			w.OK(err)
		}
	},
	"emoji": func(w *streamWalk, u, _ models.User) {
		w.names++
		_, _ = w.Families.ChooseEmoji(w.Ctx(), u, string(rune(0x1F400+w.names)))
	},
	"listen": func(w *streamWalk, u, _ models.User) {
		w.OK(w.Families.MarkListened(w.Ctx(), u, models.Speaker{}, w.Now()))
	},
	"issue":  func(w *streamWalk, u, _ models.User) { _, _ = w.Invites.Issue(w.Ctx(), u) },
	"revoke": func(w *streamWalk, u, _ models.User) { _ = w.Invites.Revoke(w.Ctx(), u) },
}

// unseen are the acts of which the services may report more than the streams. Some find
// everything done already, and the services report that again, in case the first report was
// lost. The others remove memos permanently: the item of a memo that has not followed its author
// yet names only the family before.
var unseen = []string{
	"add again", "done", "done each", "done and reopen", "reopen", "trash", "trash each", "restore", "restore each", "trash and restore",
	"delete twice", "empty the trash",
}

// compare compares what the services have reported of an act with what the streams have.
func (w *streamWalk) compare(act string) {
	w.T.Helper()
	records := w.records()
	reported, streamed := w.ear.Events(), w.read(records...)
	want, got := w.promises(reported), w.promises(streamed)
	if diff := gocmp.Diff(want, got); diff != "" {
		w.T.Fatalf("%s: got other events from the streams (-services +streams):\n%s", act, diff)
	}
	for _, e := range want {
		w.seen[e.Kind]++
	}
	ids := map[string]bool{}
	for _, e := range streamed {
		if e.ID == "" || ids[e.ID] || e.At.IsZero() {
			w.T.Errorf("%s: got %+v, want an id of its own and a time", act, e)
		}
		ids[e.ID] = true
	}
	if slices.Contains(unseen, act) {
		return
	}
	shown := append(familiesOf(streamed), created(records)...)
	for _, f := range familiesOf(reported) {
		if !slices.Contains(shown, f) {
			w.T.Errorf("%s: got no event of %s from the streams, want one as reported in %+v", act, f, reported)
		}
	}
}

// promises returns the promised ones of events, without ids, in an order of their own. A
// former member whose memos are brought into a family does not join it.
func (w *streamWalk) promises(events []models.Event) []models.Event {
	out := []models.Event{}
	for _, e := range events {
		if !slices.Contains(promised, e.Kind) || e.Kind == models.EventJoined && w.Again(models.User{ID: e.Person}).Membership.Gone {
			continue
		}
		e.ID = ""
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b models.Event) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return out
}

// familiesOf returns the families of events.
func familiesOf(events []models.Event) (families []models.FamilyID) {
	for _, e := range events {
		if e.Family != "" {
			families = append(families, e.Family)
		}
	}
	return families
}

// created returns the families that records say are new. No page can show them yet.
func created(records []streams.Record) (families []models.FamilyID) {
	for _, r := range records {
		if key, _ := r.DynamoDB.Keys["userId"].(streams.Image); r.EventName == "INSERT" && key != nil {
			id, family := strings.CutPrefix(key["S"].(string), familyPrefix)
			if family {
				families = append(families, models.FamilyID(id))
			}
		}
	}
	return families
}
