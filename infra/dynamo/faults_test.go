package dynamo

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// switchable is a proxy whose hooks can be set after the world is made.
type switchable struct{ proxy }

func newSwitchable() (*switchable, func(Client) Client) {
	s := &switchable{}
	return s, func(c Client) Client {
		s.proxy = proxy{client: c}
		return s
	}
}

type method struct {
	name string
	call func(context.Context) error
}

// everyMethod calls each method of the four stores once, in an order in which
// each of them succeeds.
func everyMethod(w *familytest.World) []method {
	return slices.Concat(memoMethods(w), peopleMethods(w), wayMethods(w), echoMethods(w), inviteMethods(w), accessMethods(w))
}

func memoMethods(w *familytest.World) []method {
	author, now, s := w.Person("Author"), w.Now(), w.MemoStore
	m, marked, trashed := w.Add(author, "content"), w.Add(author, "done"), w.Add(author, "trashed")
	trashed, err := w.Memos.Trash(w.Ctx(), author, trashed.Ref())
	w.OK(err)
	added := m
	added.ID = "0000000000001aaaaaaaaaaaa"
	moving := w.FamilyOf(author)
	moving.Moving = map[models.UserID][]models.FamilyID{author.ID: {"elsewhere"}}
	list := memo.Listing{Family: moving, Viewer: author, Limit: 5, Now: now}
	undone := memo.Listing{Family: moving, Viewer: author, Done: new(bool), Limit: 5, Now: now}
	edit := memo.Change{From: memo.Live, Content: "new", By: author.ID, At: now}
	mark := memo.Change{From: memo.Open, To: memo.Done, By: author.ID, At: now, PurgeAt: now.AddDate(0, 0, 13)}
	noted := models.Emptied{By: author.ID, At: now, Count: 1}
	return []method{
		{"memo add", func(c context.Context) error { return third(s.Add(c, added, 0)) }},
		{"memo get", func(c context.Context) error { return must.Err(s.Get(c, []models.MemoRef{m.Ref()})) }},
		{"memo list", func(c context.Context) error { return must.Err(s.List(c, list)) }},
		{"memo list of a state", func(c context.Context) error { return must.Err(s.List(c, undone)) }},
		{"memo update", func(c context.Context) error { return must.Err(s.Update(c, m.Ref(), edit)) }},
		{"memo done", func(c context.Context) error { return must.Err(s.Update(c, marked.Ref(), mark)) }},
		{"memo remove", func(c context.Context) error { return s.Remove(c, trashed.Ref(), trashed.Version, time.Now()) }},
		{"memo count", func(c context.Context) error { return must.Err(s.Count(c, author.ID)) }},
		{"trash emptied", func(c context.Context) error { return s.NoteEmptied(c, author.FamilyID, noted) }},
		{"memo settle", func(c context.Context) error { return must.Err(s.Settle(c, moving, 99)) }},
		{"memo erase", func(c context.Context) error { return must.Err(s.Erase(c, author.ID, 99)) }},
	}
}

func accessMethods(w *familytest.World) []method {
	u, s, now := w.Person("Browser"), accessOf(w), w.Now()
	a := granted(w, accessID(1))
	return []method{
		{"access begin", func(c context.Context) error { return s.Begin(c, u.ID, a, nil) }},
		{"access used", func(c context.Context) error { return s.Used(c, u.ID, a.ID, now.Add(3*day)) }},
		{"access list", func(c context.Context) error { return must.Err(s.List(c, u.ID)) }},
		{"access end", func(c context.Context) error { return s.End(c, u.ID, a.ID) }},
		{"access end all", func(c context.Context) error { return s.EndAll(c, u.ID, now) }},
		{"memos counted", func(c context.Context) error { return s.db.CountMemos(c, 1) }},
	}
}

func peopleMethods(w *familytest.World) []method {
	owner, heir := w.Person("Owner"), w.Person("Heir")
	heir = w.Join(heir, owner)
	now, name, s := w.Now(), "New", w.FamilyStore
	stranger := models.User{ID: "new", FamilyID: "new", Name: "New", Source: models.SourceOIDC, EraseAt: now}
	patch := family.Patch{Name: &name, EraseAt: &now, At: now}
	voice := family.Patch{Voices: map[models.VoiceID]string{"v": "New"}, At: now}
	asks := family.Asking{Family: owner.FamilyID, Owner: owner.ID, On: true, At: now}
	transfer := family.Transfer{Family: owner.FamilyID, From: owner.ID, To: heir.ID, At: now}
	return []method{
		{"person", func(c context.Context) error { return must.Err(s.Person(c, owner.ID)) }},
		{"family", func(c context.Context) error { return must.Err(s.Family(c, owner.FamilyID)) }},
		{"create", func(c context.Context) error { return s.Create(c, stranger) }},
		{"person update", func(c context.Context) error { return must.Err(s.Update(c, owner.ID, patch)) }},
		{"voice named", func(c context.Context) error { return must.Err(s.Update(c, owner.ID, voice)) }},
		{"asking set", func(c context.Context) error { return s.SetAsking(c, asks) }},
		{"transfer", func(c context.Context) error { return s.Transfer(c, transfer) }},
	}
}

// wayMethods are the ways into families and out of them, each with people of its own.
func wayMethods(w *familytest.World) []method {
	owner, asked, s := w.Person("Owner"), w.AskingOwner("Asked"), w.FamilyStore
	welcome, unwanted, leaver, closer := w.Person("Welcome"), w.Person("Unwanted"), w.Person("Leaver"), w.Person("Closer")
	w.Ask(welcome, asked)
	w.Ask(unwanted, asked)
	redeem := redeeming(w, w.Person("Joiner"), owner)
	connect := connecting(w, w.Echo("Echo"), w.Person("Other owner"))
	admit, drop := admitting(w, welcome, asked), dropping(w, unwanted, asked)
	file := filing(w, w.Person("Asker"), w.AskingOwner("Also asked"), "47")
	leave, closes := leaving(w, leaver, "home"), closing(w, closer)
	return []method{
		{"redeem", func(c context.Context) error { return must.Err(s.Redeem(c, redeem)) }},
		{"connect", func(c context.Context) error { return must.Err(s.Connect(c, connect)) }},
		{"admit", func(c context.Context) error { return must.Err(s.Admit(c, admit)) }},
		{"file", func(c context.Context) error { return s.File(c, file) }},
		{"drop", func(c context.Context) error { return s.Drop(c, drop) }},
		{"leave", func(c context.Context) error { return s.Leave(c, leave) }},
		{"close", func(c context.Context) error { return s.Close(c, closes) }},
	}
}

func echoMethods(w *familytest.World) []method {
	owner, heir, alone, s := w.Echo("Owner"), w.Person("Heir"), w.Echo("Alone"), w.FamilyStore
	heir = w.Join(heir, owner)
	retire, suspend := retiring(w, owner, heir), suspending(w, w.Echo("Suspended"))
	recovers := recovering(w, suspended(w, "Lost"), w.Person("Finder"))
	now := w.Now()
	number := models.Connection{Number: "12345678", ExpiresAt: now.Add(time.Minute)}
	known, err := w.Families.ConnectionNumber(w.Ctx(), w.Echo("Known"))
	w.OK(err)
	return []method{
		{"connection number", func(c context.Context) error { return s.SetConnection(c, alone.ID, number, now) }},
		{"recovery number", func(c context.Context) error { return s.SetRecovery(c, alone.ID, "hash", now) }},
		{"holder", func(c context.Context) error { return must.Err(s.Holder(c, family.NumberKey(known.Number))) }},
		{"retire", func(c context.Context) error { return s.Retire(c, retire) }},
		{"suspend", func(c context.Context) error { return s.Suspend(c, suspend) }},
		{"recover", func(c context.Context) error { return must.Err(s.Recover(c, recovers)) }},
		{"due", func(c context.Context) error { return must.Err(s.Due(c, now)) }},
	}
}

func inviteMethods(w *familytest.World) []method {
	owner, now, s := w.Person("Owner"), w.Now(), w.InviteStore
	code := w.Invite(owner)
	next := code
	next.Code, next.InviteID = "9999", "next"
	ledger := invite.Ledger{Name: "l", ExpiresAt: now}
	return []method{
		{"code get", func(c context.Context) error { return must.Err(s.Get(c, code.Code)) }},
		{"code add link", func(c context.Context) error { return s.AddLink(c, linkOf(code, "another")) }},
		{"code issue", func(c context.Context) error {
			return s.Issue(c, []models.InviteCode{next, linkOf(next, "first")}, code.InviteID)
		}},
		{"code bind", func(c context.Context) error { return s.Bind(c, owner.FamilyID, next.InviteID, "guest") }},
		{"code revoke", func(c context.Context) error { return s.Revoke(c, owner.FamilyID, next.InviteID) }},
		{"codes free", func(c context.Context) error { return must.Err(s.Free(c, []string{"0000", "0001"}, now)) }},
		{"ledger", func(c context.Context) error { return must.Err(s.Ledger(c, "l")) }},
		{"ledger save", func(c context.Context) error { return s.SaveLedger(c, ledger) }},
	}
}

// TestAway: every method returns CodeUnavailable if DynamoDB does not answer, for any
// reason, and CodeInternal for a request that DynamoDB calls invalid.
func TestAway(t *testing.T) {
	t.Parallel()
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods := everyMethod(w)
	hasten(w)
	for name, c := range map[string]struct {
		err  error
		code models.Code
	}{
		"capacity":     {&types.ProvisionedThroughputExceededException{}, models.CodeUnavailable},
		"throttling":   {&types.ThrottlingException{}, models.CodeUnavailable},
		"rate":         {&smithy.GenericAPIError{Code: "RequestLimitExceeded", Fault: smithy.FaultClient}, models.CodeUnavailable},
		"server error": {&types.InternalServerError{}, models.CodeUnavailable},
		"reset":        {errDead, models.CodeUnavailable},
		"timeout":      {context.DeadlineExceeded, models.CodeUnavailable},
		"throttled transaction": {&types.TransactionCanceledException{
			CancellationReasons: []types.CancellationReason{{Code: aws.String("None")}, {Code: aws.String(reasonThrottled)}},
		}, models.CodeUnavailable},
		"no such table": {&types.ResourceNotFoundException{}, models.CodeInternal},
		"bad request":   {&smithy.GenericAPIError{Code: "ValidationException", Message: "牛乳 of somebody@example.com"}, models.CodeInternal},
	} {
		t.Run(name, func(t *testing.T) {
			s.before = func(in any) error {
				_, transaction := in.(*dynamodb.TransactWriteItemsInput)
				if name == "throttled transaction" && !transaction {
					return nil
				}
				return c.err
			}
			for _, m := range methods {
				err := m.call(t.Context())
				if err == nil && name == "throttled transaction" {
					continue // a method without one
				}
				if !models.IsCode(err, c.code) {
					t.Errorf("%s: got %v, want %s", m.name, err, c.code)
				}
				if strings.Contains(err.Error(), "牛乳") {
					t.Errorf("%s: got an error with stored content: %v", m.name, err)
				}
			}
		})
	}
}

// TestConflicts: a write that conflicts with a transaction is retried for a limited time.
func TestConflicts(t *testing.T) {
	t.Parallel()
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods := everyMethod(w)
	t.Run("lasting", func(t *testing.T) {
		s.before = conflict
		err := methods[0].call(t.Context())
		if !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("outlasting the caller", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if err := methods[0].call(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	hasten(w)
	for _, m := range methods {
		t.Run(m.name, func(t *testing.T) {
			s.before = times(3, conflict)
			if err := m.call(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestOverload: a transaction that is cancelled because of load is retried for a limited
// time, each time as a new request.
func TestOverload(t *testing.T) {
	t.Parallel()
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods, author := everyMethod(w), w.Person("Author")
	requests := map[any]bool{}
	overload := func(code string) func(any) error {
		return func(in any) error {
			err := cancelled(in, code)
			if err != nil {
				if requests[in] {
					t.Error("got the same request with the same token, want a new one")
				}
				requests[in] = true
			}
			return err
		}
	}
	t.Run("lasting", func(t *testing.T) {
		s.before = overload(reasonThrottled)
		if err := methods[0].call(t.Context()); !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v", err)
		}
		w.Same(len(requests), overloadTries)
	})
	t.Run("outlasting the caller", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s.before = func(in any) error {
			cancel()
			return cancelled(in, reasonThrottled)
		}
		if err := methods[0].call(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	hasten(w)
	for _, code := range []string{reasonCapacity, reasonThrottled, reasonRequests, reasonInProgress} {
		t.Run(code, func(t *testing.T) {
			s.before = times(1, overload(code))
			w.Add(author, code)
		})
	}
	for _, m := range methods {
		t.Run(m.name, func(t *testing.T) {
			s.before = times(1, overload(reasonThrottled))
			if err := m.call(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestLostAnswers: a write that is retried because its answer was lost counts once, and
// is never taken for another request's.
func TestLostAnswers(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner := w.Person("Owner")
	t.Run("deletion", func(t *testing.T) {
		m := w.Add(owner, "precious")
		s.lose(1)
		if out, err := w.Memos.Delete(w.Ctx(), owner, m.Ref(), 0); err != nil || out != memo.Logical {
			t.Errorf("got %s, %v", out, err)
		}
		s.lose(1)
		if out, err := w.Memos.Delete(w.Ctx(), owner, m.Ref(), 0); err != nil || out != memo.Physical {
			t.Errorf("got %s, %v", out, err)
		}
	})
	t.Run("edit of a version", func(t *testing.T) {
		m := w.Add(owner, "one")
		s.lose(1)
		if m, err := w.Memos.Edit(w.Ctx(), owner, m.Ref(), "two", 1); err != nil || m.Version != 2 {
			t.Errorf("got %+v, %v", m, err)
		}
		if _, err := w.Memos.Edit(w.Ctx(), owner, m.Ref(), "two", 1); !models.IsCode(err, models.CodePreconditionFailed) {
			t.Errorf("second edit of the same version: got %v", err)
		}
	})
	t.Run("edit of any version", func(t *testing.T) {
		m := w.Add(owner, "one")
		s.lose(1)
		if m, err := w.Memos.Edit(w.Ctx(), owner, m.Ref(), "two", 0); err != nil || m.Version != 2 || m.Content != "two" {
			t.Errorf("got %+v, %v, want version 2", m, err)
		}
		if list, err := w.Memos.Get(w.Ctx(), owner, []models.MemoRef{m.Ref()}); err != nil || list[0].Version != 2 {
			t.Errorf("got %+v, %v, want version 2", list, err)
		}
	})
	t.Run("ledger", func(t *testing.T) {
		s.lose(1)
		l := invite.Ledger{Name: "l", Entries: []invite.Entry{{ID: "a", At: w.Now(), Amount: 1}}, ExpiresAt: w.Now()}
		w.OK(w.InviteStore.SaveLedger(w.Ctx(), l))
		now, err := db.Invites().Ledger(w.Ctx(), "l")
		w.OK(err)
		w.Same(now.Version, int64(1))
	})
}

// lose drops the answers of the next n writes of one item.
func (s *switchable) lose(n int) {
	s.after = times(n, func(in any) error {
		switch in.(type) {
		case *dynamodb.PutItemInput, *dynamodb.UpdateItemInput, *dynamodb.DeleteItemInput:
			return errDead
		}
		return nil
	})
}

// TestLostAnswersOfStates: a change of state whose answer was lost is made once, whether
// or not it names a version, and any further one with that version is refused.
func TestLostAnswersOfStates(t *testing.T) {
	t.Parallel()
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	hasten(w)
	u, now := w.Person("Taro"), w.Now()
	for _, m := range storedForms(u, now) {
		if m.Purged(now) {
			continue
		}
		for _, to := range []memo.State{0, memo.Open, memo.Done, memo.Trashed} {
			for from := memo.Open; from <= memo.Live|memo.Trashed; from++ {
				for _, version := range []int64{0, m.Version} {
					if from&memo.StateOf(m, now) == 0 {
						continue
					}
					put(t, db, []models.Memo{m})
					c := memo.Change{From: from, To: to, Version: version, By: u.ID, At: now, PurgeAt: now.AddDate(0, 0, 10).Truncate(time.Second)}
					s.lose(1)
					got, err := w.MemoStore.Update(w.Ctx(), m.Ref(), c)
					if want := c.Apply(m); err != nil || got != want {
						t.Errorf("%s, from %b to %b, version %d: got %+v, %v, want %+v", m.Content, from, to, version, got, err, want)
					}
					if version == 0 {
						continue
					}
					if _, err := w.MemoStore.Update(w.Ctx(), m.Ref(), c); !models.IsCode(err, models.CodePreconditionFailed) {
						t.Errorf("%s, from %b to %b, version %d once more: got %v", m.Content, from, to, version, err)
					}
				}
			}
		}
	}
}

// TestLateTry: an abandoned try that arrives after the answered one does nothing.
func TestLateTry(t *testing.T) {
	t.Parallel()
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner := w.Person("Owner")
	m := w.Add(owner, "one")
	var late *dynamodb.UpdateItemInput
	s.before = times(1, func(in any) error {
		late, _ = in.(*dynamodb.UpdateItemInput)
		if late == nil {
			return nil
		}
		return errDead
	})
	edited, err := w.Memos.Edit(w.Ctx(), owner, m.Ref(), "two", 0)
	w.OK(err)
	var refused *types.ConditionalCheckFailedException
	if _, err := db.client.UpdateItem(w.Ctx(), late); !errors.As(err, &refused) {
		t.Errorf("got %v, want %T", err, refused)
	}
	now, err := w.Memos.Get(w.Ctx(), owner, []models.MemoRef{m.Ref()})
	w.OK(err)
	w.Same(now, []models.Memo{edited})
	w.Same(edited.Version, int64(2))
}

// TestEditsAtOneTime: two edits by one person in the same millisecond count as two, even
// if their answers are lost.
func TestEditsAtOneTime(t *testing.T) {
	for name, lost := range map[string]bool{"answered": false, "answers lost": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, wrap := newSwitchable()
			w, _ := world(t, wrap)
			owner := w.Person("Owner")
			m, at := w.Add(owner, "one"), w.Now()
			for i, content := range []string{"two", "three"} {
				if lost {
					s.after = times(1, func(in any) error {
						if _, update := in.(*dynamodb.UpdateItemInput); update {
							return errDead
						}
						return nil
					})
				}
				c := memo.Change{From: memo.Live, Content: content, By: owner.ID, At: at}
				m, err := w.MemoStore.Update(w.Ctx(), m.Ref(), c)
				if err != nil || m.Content != content || m.Version != int64(2+i) {
					t.Errorf("got %+v, %v, want %q, version %d", m, err, content, 2+i)
				}
			}
		})
	}
}

// TestUnprocessedKeys: keys that a batch leaves out are requested once more.
func TestUnprocessedKeys(t *testing.T) {
	w, db := world(t, func(c Client) Client { return stingy{c} })
	owner := w.Person("Owner")
	for range 3 {
		w.Join(w.Person("Member"), owner)
	}
	f, err := db.Families().Family(w.Ctx(), owner.FamilyID)
	w.OK(err)
	w.Same(w.FamilyOf(owner), f)
	check.Equal(t, len(f.Members), 4, "members")
}

// stingy answers one key of a batch at a time.
type stingy struct{ Client }

func (s stingy) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	rest := map[string]types.KeysAndAttributes{}
	for table, keys := range in.RequestItems {
		if len(keys.Keys) > 1 {
			left := keys
			left.Keys = keys.Keys[1:]
			rest[table] = left
			keys.Keys = keys.Keys[:1]
			in.RequestItems[table] = keys
		}
	}
	out, err := s.Client.BatchGetItem(ctx, in, o...)
	if err == nil {
		out.UnprocessedKeys = rest
	}
	return out, err
}
