package operator_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/internal/operator"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// fixed is an Operator whose methods always return the same results.
type fixed struct {
	asked  []string
	access []models.Access
	err    error
}

func (f *fixed) note(of ...string) error {
	f.asked = append(f.asked, strings.Join(of, " "))
	return f.err
}

func (f *fixed) Members(_ context.Context, id models.FamilyID) ([]operator.Member, error) {
	return []operator.Member{{ID: "taro", Name: "太郎", IsOwner: true}}, f.note("members", string(id))
}

func (f *fixed) SetOwner(_ context.Context, id models.FamilyID, to models.UserID) error {
	return f.note("owner", string(id), string(to))
}

func (f *fixed) People(context.Context) ([]operator.Person, error) {
	return []operator.Person{{ID: "taro", Accesses: 2}}, f.note("people")
}

func (f *fixed) Accesses(_ context.Context, person models.UserID) ([]models.Access, error) {
	return f.access, f.note("accesses", string(person))
}

func (f *fixed) EndAccess(_ context.Context, person models.UserID, id models.AccessID) error {
	return f.note("end", string(person), string(id))
}

func (f *fixed) EndAll(_ context.Context, person models.UserID) error {
	return f.note("end all", string(person))
}

func (f *fixed) Checks(context.Context) (map[string]string, error) {
	return map[string]string{"example": "ok"}, f.note("checks")
}

// serve serves a socket, and returns its client.
func serve(t *testing.T, h http.Handler) *operator.Client {
	t.Helper()
	data := t.TempDir()
	server, socket := &http.Server{Handler: h}, listen(t, data)
	go func() { _ = server.Serve(socket) }()
	t.Cleanup(func() { _ = server.Close() })
	c, err := operator.Dial(t.Context(), filepath.Join(data, operator.SocketName))
	must.OK(t, err)
	return c
}

// TestClient: each call of a client reaches the Operator behind the socket, with ids of any
// form, and returns its complete result.
func TestClient(t *testing.T) {
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	const odd = "https://issuer.example/#é/../太郎 %2F"
	f := &fixed{access: []models.Access{{ID: "old-1", Kind: models.AccessSession, Name: "Firefox", Since: day.Add(time.Hour), LastUsed: day}}}
	at := operator.Place{Store: "dynamodb", Environment: "prod"}
	c := serve(t, operator.NewHandler(f, at, slog.New(slog.DiscardHandler)))
	if c.Place() != at {
		t.Errorf("got place %v, want %v", c.Place(), at)
	}
	ctx := t.Context()
	members, err := c.Members(ctx, "f")
	if err != nil || len(members) != 1 || members[0].Name != "太郎" || !members[0].IsOwner {
		t.Errorf("got members %v, %v", members, err)
	}
	people, err := c.People(ctx)
	if err != nil || len(people) != 1 || people[0] != (operator.Person{ID: "taro", Accesses: 2}) {
		t.Errorf("got people %v, %v", people, err)
	}
	access, err := c.Accesses(ctx, odd)
	if err != nil || !reflect.DeepEqual(access, f.access) {
		t.Errorf("got accesses %v, %v, want %v", access, err, f.access)
	}
	checks, err := c.Checks(ctx)
	if err != nil || len(checks) != 1 || checks["example"] != "ok" {
		t.Errorf("got checks %v, %v", checks, err)
	}
	check.Equal(t, errors.Join(c.SetOwner(ctx, "f", odd), c.EndAccess(ctx, odd, "old-1"), c.EndAll(ctx, odd)), nil)
	want := []string{"members f", "people", "accesses " + odd, "checks", "owner f " + odd, "end " + odd + " old-1", "end all " + odd}
	if !reflect.DeepEqual(f.asked, want) {
		t.Errorf("got %q, want %q", f.asked, want)
	}
}

// TestRefusals: refusals keep their code and reason across the socket. The causes of
// failures are only in the server's log.
func TestRefusals(t *testing.T) {
	f := &fixed{}
	var log strings.Builder
	c := serve(t, operator.NewHandler(f, operator.Place{}, slog.New(slog.NewTextHandler(&log, nil))))
	for _, want := range []*models.Error{
		{Code: models.CodeNotFound, Reason: models.ReasonPerson}, {Code: models.CodeConflict, Reason: models.ReasonOwnerIsEcho},
		{Code: models.CodeUnavailable, Err: errors.New("disk full")}, {Code: models.CodeInternal, Err: errors.New("disk full")},
	} {
		f.err = want
		_, err := c.Members(t.Context(), "f")
		_, errPeople := c.People(t.Context())
		_, errAccesses := c.Accesses(t.Context(), "taro")
		for i, err := range []error{
			err, errPeople, errAccesses, c.SetOwner(t.Context(), "f", "taro"), c.EndAccess(t.Context(), "taro", "1"), c.EndAll(t.Context(), "taro"),
		} {
			if got := models.AsError(err); err == nil || got.Code != want.Code || got.Reason != want.Reason || strings.Contains(err.Error(), "disk") {
				t.Errorf("method %d: got %v, want %v", i, err, want)
			}
		}
	}
	if got := strings.Count(log.String(), "disk full"); got != 12 || strings.Contains(log.String(), "taro") {
		t.Errorf("got %d causes, want 12 and no id:\n%s", got, &log)
	}
}

// TestNobody: without a server Dial returns ErrNobody and no other error.
func TestNobody(t *testing.T) {
	data := t.TempDir()
	path := filepath.Join(data, operator.SocketName)
	if _, err := operator.Dial(t.Context(), path); !errors.Is(err, operator.ErrNobody) {
		t.Errorf("without a socket: got %v, want ErrNobody", err)
	}
	crashed, err := net.Listen("unix", path)
	must.OK(t, err)
	crashed.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = crashed.Close()
	if _, err := operator.Dial(t.Context(), path); !errors.Is(err, operator.ErrNobody) {
		t.Errorf("after a crash: got %v, want ErrNobody", err)
	}
	if _, err := operator.Dial(t.Context(), filepath.Join(data, strings.Repeat("x", 200))); !errors.Is(err, operator.ErrNobody) {
		t.Errorf("at a long path: got %v, want ErrNobody", err)
	}
}

// TestAnotherVersion: the error says that the server does not know a command.
func TestAnotherVersion(t *testing.T) {
	data := t.TempDir()
	server, socket := &http.Server{Handler: http.NotFoundHandler()}, listen(t, data)
	go func() { _ = server.Serve(socket) }()
	t.Cleanup(func() { _ = server.Close() })
	_, err := operator.Dial(t.Context(), filepath.Join(data, operator.SocketName))
	if err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("got %v", err)
	}
}
