package webapi

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// faults make one method of the stores fail while a request is handled.
type faults struct {
	mu     sync.Mutex
	on     bool
	paused bool
	method string // such as "family.Redeem"
	err    error
	called []string // while on, each once
}

// hit returns the error of a method that is called.
func (f *faults) hit(method string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.on || f.paused {
		return nil
	}
	if !slices.Contains(f.called, method) {
		f.called = append(f.called, method)
	}
	if method == f.method || f.method == accountGone && slices.Contains([]string{"family.Person", "family.Family", "family.Roster"}, method) {
		return f.err
	}
	return nil
}

// accountGone makes both the person's account and family missing, as after the account was
// closed.
const accountGone = "family.Person and the family"

// pause calls do without faults.
func (f *faults) pause(do func()) {
	set := func(paused bool) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.paused = paused
	}
	set(true)
	defer set(false)
	do()
}

// turn begins or ends the handling of a request.
func (f *faults) turn(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.on = on
}

// afterSignIn turns the faults on when a request's person is known: the session has been
// read then, and what follows is the handler's.
type afterSignIn struct {
	Auth
	*faults
}

// Identify implements Auth.
func (a afterSignIn) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	a.turn(false)
	who, err := a.Auth.Identify(w, r)
	a.turn(err == nil)
	return who, err
}

// IdentifyAt implements Auth.
func (a afterSignIn) IdentifyAt(r *http.Request, resource string) (auth.Identity, error) {
	a.turn(false)
	who, err := a.Auth.IdentifyAt(r, resource)
	a.turn(err == nil)
	return who, err
}

// newFaultySite returns a site whose stores fail according to f.
func newFaultySite(t *testing.T, f *faults) *site {
	s := newSite(t, sockets)
	s.use(func(o *Options) {
		families := family.NewService(faultyFamilies{s.db.Families(), f}, faultyMemos{s.db.Memos(), f})
		memos := memo.NewService(faultyMemos{s.db.Memos(), f}, families)
		invites := invite.NewService(faultyInvites{s.db.Invites(), f}, families, memos)
		access := auth.NewAccesses(faultyAccess{s.db.Access(), f})
		families.Now, memos.Now, invites.Now, access.Now = s.clock, s.clock, s.clock, s.clock
		o.Families, o.Memos, o.Invites, o.Access = families, memos, invites, access
		o.Auth = afterSignIn{standIn{families, access, s.clock}, f}
	})
	return s
}

// storeRefusals reads from the comments of the stores' methods which errors each may
// return, by names such as "family.Redeem". An error in the comment of an interface holds
// for each of its methods that writes. Any method may return Unavailable, which the
// contract names for every operation.
func storeRefusals(t *testing.T) map[string][]error {
	t.Helper()
	all := map[string][]error{}
	for _, name := range []string{"family", "memo", "invite", "auth"} {
		file, err := parser.ParseFile(token.NewFileSet(), "../"+name+"/store.go", nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		shared := "" // the comment of Store itself, which comes first
		ast.Inspect(file, func(n ast.Node) bool {
			decl, ok := n.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				return true
			}
			if i, ok := decl.Specs[0].(*ast.TypeSpec).Type.(*ast.InterfaceType); ok {
				if shared == "" {
					shared = decl.Doc.Text()
				}
				addRefusals(all, name, shared+decl.Doc.Text(), i)
			}
			return true
		})
	}
	if len(all) < 40 {
		t.Fatalf("got %d methods, want those of all stores", len(all))
	}
	return all
}

// addRefusals adds those of an interface's methods.
func addRefusals(all map[string][]error, pkg, shared string, i *ast.InterfaceType) {
	for _, m := range i.Methods.List {
		if len(m.Names) == 0 {
			continue // an embedded interface
		}
		doc := m.Doc.Text()
		refusals := named(doc)
		if verb := strings.Fields(doc)[1]; verb != "reads" && verb != "returns" && verb != "lists" {
			refusals = append(refusals, named(shared)...)
		}
		all[pkg+"."+m.Names[0].Name] = ofEachCode(refusals)
	}
}

// ofEachCode returns one refusal of each code, and the refusal that makes the services try
// again. Others of the same code have the same status.
func ofEachCode(refusals []error) (some []error) {
	for _, r := range refusals {
		alike := func(other error) bool {
			return models.AsError(other).Code == models.AsError(r).Code && models.IsReason(other, models.ReasonMoved) == models.IsReason(r, models.ReasonMoved)
		}
		if !slices.ContainsFunc(some, alike) {
			some = append(some, r)
		}
	}
	return some
}

var namedRefusal = regexp.MustCompile(`\b(NotFound|Forbidden|Conflict|PreconditionFailed|TooMany|Invalid)\b(?:/Reason(\w+))?|/Reason(\w+)`)

// named returns the refusals that a comment names, as Code/Reason or, for another reason
// of the same code, /Reason.
func named(comment string) (all []error) {
	var last models.Code
	for _, m := range namedRefusal.FindAllStringSubmatch(comment, -1) {
		if m[1] != "" {
			last = models.Code(snake(m[1]))
		}
		e := &models.Error{Code: last, Reason: models.Reason(snake(m[2] + m[3]))}
		if last == models.CodePreconditionFailed {
			e.Current = &models.Memo{UserID: "taro", ID: "m", FamilyID: "f", Content: "牛乳", Timestamp: time.Now(), Version: 9}
		}
		all = append(all, e)
	}
	return all
}

// snake returns the value of a constant by its name: in_trash for InTrash.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// do prepares the request and sends it. It returns the zero reply for an aborted answer.
func (d deed) do(s *site, f *faults) (r reply) {
	made := ""
	if d.prepare != nil {
		f.pause(func() { made = d.prepare(s) })
	}
	defer func() {
		end := recover()
		if err, _ := end.(error); end != nil && !errors.Is(err, http.ErrAbortHandler) {
			panic(end)
		}
	}()
	return s.ask(d.who, d.method, strings.ReplaceAll(d.path, "{}", made), strings.ReplaceAll(d.body, "{}", made))
}

// TestContractNamesWhatStoresRefuse makes each store method that a request calls fail with
// each error that its comment names, as under concurrent changes. Every site checks that
// the contract names the status; see checkingStatuses.
func TestContractNamesWhatStoresRefuse(t *testing.T) {
	refusals := storeRefusals(t)
	seen := map[string]bool{}
	for _, d := range deeds() {
		seen[d.name] = true
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			var f faults
			s := newFaultySite(t, &f)
			if r := d.do(s, &f); r.status == 0 || r.status >= 400 {
				t.Fatalf("got status %d, want success: %s", r.status, r.body)
			}
			d.failing(t, accountGone, models.NotFound(models.ReasonPerson))
			for _, method := range f.called {
				if _, known := refusals[method]; !known {
					t.Errorf("%s has no comment", method)
				}
				for _, refusal := range refusals[method] {
					if models.IsReason(refusal, models.ReasonChanged) && method == "invite.SaveLedger" {
						continue // it is repeated for a second of real time, and ends as 429
					}
					d.failing(t, method, refusal)
				}
			}
		})
	}
	for _, item := range loadContract(t).Paths.Map() {
		for _, op := range item.Operations() {
			signedIn := op.Security == nil || len(*op.Security) > 0
			if signedIn && !seen[op.OperationID] && !slices.Contains([]string{"logoutEverywhere", "events", "picture"}, op.OperationID) {
				t.Errorf("got no deed for %s, want one", op.OperationID)
			}
		}
	}
}

// failing does the deed on a fresh site while a method fails.
func (d deed) failing(t *testing.T, method string, err error) {
	t.Helper()
	f := faults{method: method, err: err}
	d.do(newFaultySite(t, &f), &f)
}
