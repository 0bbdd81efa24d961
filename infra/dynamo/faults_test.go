package dynamo

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// switchable is a proxy whose hooks a test sets after the world is made.
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

// everyMethod calls each method of the three stores once, in an order in which
// each of them succeeds.
func everyMethod(w *familytest.World) []method {
	owner, joiner, leaver := w.Person("Owner"), w.Person("Joiner"), w.Person("Leaver")
	now, name := w.Now(), "New"
	code := w.Invite(owner)
	issued := code
	issued.Code = "9999"
	m, trashed := w.Add(owner, "content"), w.Add(owner, "trashed")
	if _, err := w.Memos.Trash(w.Ctx(), owner, trashed.Ref()); err != nil {
		w.T.Fatal(err)
	}
	added := m
	added.ID = "0000000000001aaaaaaaaaaaa"
	home := w.FamilyOf(owner)
	moving := home
	moving.Moving = map[models.UserID][]models.FamilyID{owner.ID: {"elsewhere"}}
	list := memo.Listing{Family: moving, Viewer: owner, Limit: 5, Now: now}
	edit := memo.Change{Content: "new", By: owner.ID, At: now}
	stranger := models.User{ID: "new", FamilyID: "new", Name: "New", Source: models.SourceGoogle}
	patch := family.Patch{Name: &name, At: now}
	voice := family.Patch{Voices: map[models.VoiceID]string{"v": "New"}, At: now}
	join := family.Join{User: joiner, From: w.FamilyOf(joiner), To: home.ID, Code: code, MaxMembers: 20, At: now}
	leave := family.Leave{User: leaver, From: w.FamilyOf(leaver), To: "home", By: leaver.ID, At: now}
	transfer := family.Transfer{Family: home.ID, From: owner.ID, To: joiner.ID, At: now}
	ledger := invite.Ledger{Name: "l", ExpiresAt: now}
	asks, allow, drop := requestSteps(w)
	memos, families, invites := w.MemoStore, w.FamilyStore, w.InviteStore
	return []method{
		{"memo add", func(c context.Context) error { return third(memos.Add(c, added)) }},
		{"memo get", func(c context.Context) error { return second(memos.Get(c, []models.MemoRef{m.Ref()})) }},
		{"memo list", func(c context.Context) error { return second(memos.List(c, list)) }},
		{"memo update", func(c context.Context) error { return second(memos.Update(c, m.Ref(), edit)) }},
		{"memo remove", func(c context.Context) error { return memos.Remove(c, trashed.Ref()) }},
		{"memo settle", func(c context.Context) error { return second(memos.Settle(c, moving, 99)) }},
		{"memo erase", func(c context.Context) error { return second(memos.Erase(c, owner.ID, 99)) }},
		{"person", func(c context.Context) error { return second(families.Person(c, owner.ID)) }},
		{"family", func(c context.Context) error { return second(families.Family(c, home.ID)) }},
		{"create", func(c context.Context) error { return families.Create(c, stranger) }},
		{"person update", func(c context.Context) error { return second(families.Update(c, owner.ID, patch)) }},
		{"voice named", func(c context.Context) error { return second(families.Update(c, owner.ID, voice)) }},
		{"code get", func(c context.Context) error { return second(invites.Get(c, code.Code)) }},
		{"code add link", func(c context.Context) error { return invites.AddLink(c, code, "hash") }},
		{"code issue", func(c context.Context) error { return invites.Issue(c, issued, code.Code) }},
		{"code revoke", func(c context.Context) error { return invites.Revoke(c, home.ID, issued.Code) }},
		{"codes free", func(c context.Context) error { return second(invites.Free(c, []string{"0000", "0001"}, now)) }},
		{"join", func(c context.Context) error { return second(families.Join(c, join)) }},
		{"asking set", func(c context.Context) error { return second(families.Update(c, owner.ID, asking(home.ID))) }},
		{"request filed", func(c context.Context) error { return second(families.Join(c, asks)) }},
		{"request allowed", func(c context.Context) error { return second(families.Join(c, allow)) }},
		{"request dropped", func(c context.Context) error { return second(families.Join(c, drop)) }},
		{"transfer", func(c context.Context) error { return families.Transfer(c, transfer) }},
		{"leave", func(c context.Context) error { return families.Leave(c, leave) }},
		{"ledger", func(c context.Context) error { return second(invites.Ledger(c, "l")) }},
		{"ledger save", func(c context.Context) error { return invites.SaveLedger(c, ledger) }},
	}
}

func asking(f models.FamilyID) family.Patch {
	return family.Patch{Asking: &family.Asking{Family: f, On: true}}
}

// requestSteps gives one step of each kind upon requests of three people.
func requestSteps(w *familytest.World) (file, allow, drop family.Join) {
	owner, asker, welcome, unwanted := w.AskingOwner("Asked"), w.Person("Asker"), w.Person("Welcome"), w.Person("Unwanted")
	w.Ask(welcome, owner)
	w.Ask(unwanted, owner)
	step := func(m family.JoinMode, u models.User) family.Join {
		u = w.Again(u)
		return family.Join{
			Mode: m, User: u, From: w.FamilyOf(u), To: owner.FamilyID, MaxMembers: 20, MaxRequests: 20, At: w.Now(),
			By: owner.ID, Request: u.Request,
		}
	}
	file = step(family.File, asker)
	file.Code = w.Invite(owner)
	return file, step(family.Allow, welcome), step(family.Drop, unwanted)
}

func second[T any](_ T, err error) error { return err }

func third[T any](_ T, _ bool, err error) error { return err }

// TestAway: whatever keeps DynamoDB from answering is CodeUnavailable, of every
// method; a request it calls wrong is CodeInternal.
func TestAway(t *testing.T) {
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods := everyMethod(w)
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
					t.Errorf("%s: what was stored would be logged: %v", m.name, err)
				}
			}
		})
	}
}

// TestConflicts: a write that meets a transaction is tried again, for a while.
func TestConflicts(t *testing.T) {
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods := everyMethod(w)
	t.Run("that last", func(t *testing.T) {
		s.before = conflict
		err := methods[0].call(t.Context())
		if !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("that outlast the caller", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if err := methods[0].call(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	for _, m := range methods {
		t.Run(m.name, func(t *testing.T) {
			s.before = times(3, conflict)
			if err := m.call(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestOverload: a transaction that is cancelled for too much load is tried
// again, each time as another request, for a while.
func TestOverload(t *testing.T) {
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods, author := everyMethod(w), w.Person("Author")
	requests := map[any]bool{}
	overload := func(code string) func(any) error {
		return func(in any) error {
			err := cancelled(in, code)
			if err != nil {
				if requests[in] {
					t.Error("the request is repeated as it was, and its token with it")
				}
				requests[in] = true
			}
			return err
		}
	}
	t.Run("that lasts", func(t *testing.T) {
		s.before = overload(reasonThrottled)
		if err := methods[0].call(t.Context()); !models.IsCode(err, models.CodeUnavailable) {
			t.Errorf("got %v", err)
		}
		w.Same(len(requests), overloadTries)
	})
	t.Run("that outlasts the caller", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s.before = func(in any) error {
			cancel()
			return cancelled(in, reasonThrottled)
		}
		if err := methods[0].call(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
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

// TestLostAnswers: a write whose answer was lost and that is tried again counts
// once, and is never taken for somebody else's.
func TestLostAnswers(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner := w.Person("Owner")
	lose := func() {
		s.after = times(1, func(in any) error {
			switch in.(type) {
			case *dynamodb.PutItemInput, *dynamodb.UpdateItemInput, *dynamodb.DeleteItemInput:
				return errDead
			}
			return nil
		})
	}
	t.Run("deletion", func(t *testing.T) {
		m := w.Add(owner, "precious")
		lose()
		if out, _, err := w.Memos.Delete(w.Ctx(), owner, m.Ref(), 0); err != nil || out != memo.Logical {
			t.Errorf("got %s, %v", out, err)
		}
		lose()
		if out, _, err := w.Memos.Delete(w.Ctx(), owner, m.Ref(), 0); err != nil || out != memo.Physical {
			t.Errorf("got %s, %v", out, err)
		}
	})
	t.Run("edit of a version", func(t *testing.T) {
		m := w.Add(owner, "one")
		lose()
		if m, err := w.Memos.Edit(w.Ctx(), owner, m.Ref(), "two", 1); err != nil || m.Version != 2 {
			t.Errorf("got %+v, %v", m, err)
		}
		if _, err := w.Memos.Edit(w.Ctx(), owner, m.Ref(), "two", 1); !models.IsCode(err, models.CodePreconditionFailed) {
			t.Errorf("another edit of the same version: %v", err)
		}
	})
	t.Run("invite code", func(t *testing.T) {
		lose()
		w.Same(w.Invite(owner).Code, w.FamilyOf(owner).InviteKey)
	})
	t.Run("ledger", func(t *testing.T) {
		lose()
		l := invite.Ledger{Name: "l", Entries: []invite.Entry{{ID: "a", At: w.Now(), Amount: 1}}, ExpiresAt: w.Now()}
		w.OK(w.InviteStore.SaveLedger(w.Ctx(), l))
		now, err := db.Invites().Ledger(w.Ctx(), "l")
		w.OK(err)
		w.Same(now.Version, int64(1))
	})
}

// TestUnprocessedKeys: what a batch leaves out is asked for again.
func TestUnprocessedKeys(t *testing.T) {
	w, db := world(t, func(c Client) Client { return stingy{c} })
	owner := w.Person("Owner")
	for range 3 {
		w.Join(w.Person("Member"), owner)
	}
	f, err := db.Families().Family(w.Ctx(), owner.FamilyID)
	w.OK(err)
	w.Same(w.FamilyOf(owner), f)
	if len(f.Members) != 4 {
		t.Errorf("%d members", len(f.Members))
	}
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
