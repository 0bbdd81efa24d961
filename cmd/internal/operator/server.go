package operator

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"

	"voicememo/models"
)

// Place is the store behind a socket.
type Place struct {
	Store       string // "sqlite" or "dynamodb"
	Environment string // of the DynamoDB tables; "" for sqlite
}

// The paths of the socket. Each takes a POST with a request in JSON and answers 200
// with the result, or 422 with a refusal.
const (
	pathPlace     = "/place"
	pathMembers   = "/members"
	pathOwner     = "/owner"
	pathPeople    = "/people"
	pathAccesses  = "/access"
	pathEndAccess = "/access/end"
	pathEndAll    = "/access/end-all"
	pathChecks    = "/checks"
)

// request is the body of a request; each path reads the fields that it needs.
type request struct {
	Family models.FamilyID `json:",omitempty"`
	Person models.UserID   `json:",omitempty"`
	Access models.AccessID `json:",omitempty"`
}

// refusal is a models.Error as sent through the socket. Its cause is only in the server's
// log.
type refusal struct {
	Code   models.Code
	Reason models.Reason
}

// maxRequest is more than the size of any request, in bytes.
const maxRequest = 64 << 10

// NewHandler returns the handler for the socket of a server. It must not be reachable in
// any other way, because it does not authenticate.
func NewHandler(o Operator, at Place, logger *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	handle := func(path string, do func(context.Context, request) (any, error)) {
		mux.Handle("POST "+path, handler{do, logger})
	}
	handle(pathPlace, func(context.Context, request) (any, error) { return at, nil })
	handle(pathMembers, func(ctx context.Context, r request) (any, error) { return o.Members(ctx, r.Family) })
	handle(pathOwner, func(ctx context.Context, r request) (any, error) { return nil, o.SetOwner(ctx, r.Family, r.Person) })
	handle(pathPeople, func(ctx context.Context, _ request) (any, error) { return o.People(ctx) })
	handle(pathAccesses, func(ctx context.Context, r request) (any, error) { return o.Accesses(ctx, r.Person) })
	handle(pathEndAccess, func(ctx context.Context, r request) (any, error) { return nil, o.EndAccess(ctx, r.Person, r.Access) })
	handle(pathEndAll, func(ctx context.Context, r request) (any, error) { return nil, o.EndAll(ctx, r.Person) })
	handle(pathChecks, func(ctx context.Context, _ request) (any, error) { return o.Checks(ctx) })
	return mux
}

// handler answers one path.
type handler struct {
	do     func(context.Context, request) (any, error)
	logger *slog.Logger
}

// ServeHTTP implements http.Handler.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&asked); err != nil {
		http.Error(w, "not a request of this program", http.StatusBadRequest)
		return
	}
	answer, err := h.do(r.Context(), asked)
	status := http.StatusOK
	if err != nil {
		e := models.AsError(err)
		if e.Code == models.CodeInternal || e.Code == models.CodeUnavailable {
			h.logger.ErrorContext(r.Context(), "an operator's command failed", "command", r.Pattern, "error", err)
		}
		status, answer = http.StatusUnprocessableEntity, refusal{e.Code, e.Reason}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the caller may have gone
}
