package webapi

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// alexa: POST /alexa. The skill's handler reads the raw body and headers and writes the
// whole answer.
func (s *server) alexa(c echo.Context) error {
	if s.Alexa == nil {
		return models.NotFound("")
	}
	s.Alexa.ServeHTTP(c.Response(), c.Request())
	return nil
}

// healthy: GET /healthz. It reports that the process answers.
func (s *server) healthy(c echo.Context) error {
	return answer(c, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is the answer of /readyz. Only the store can make it unavailable: without the
// other dependencies the server still works for people who are signed in.
type readiness struct {
	Status  string            `json:"status"` // ok, degraded or unavailable
	Version string            `json:"version"`
	Checks  map[string]string `json:"checks"` // by name: ok, unknown (no result yet), or the problem
}

// ready: GET /readyz. It also checks the process's dependencies.
func (s *server) ready(c echo.Context) error {
	found := readiness{"ok", s.Version, map[string]string{"store": "ok"}}
	if s.Checks != nil {
		maps.Copy(found.Checks, s.Checks())
	}
	for _, check := range found.Checks {
		if check != "ok" && check != "unknown" {
			found.Status = "degraded"
		}
	}
	err := s.storeReady(c.Request().Context())
	if err == nil {
		return answer(c, http.StatusOK, found)
	}
	found.Status, found.Checks["store"] = "unavailable", StoreState(err)
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(defaultRetry.Seconds())))
	if gone := answer(c, http.StatusServiceUnavailable, found); gone != nil {
		return gone
	}
	return models.Unavailable(err) // for the log; the answer has been sent
}

// StoreState returns the state in /readyz of a store whose check returned err.
func StoreState(err error) string {
	if err == nil {
		return "ok"
	}
	return cmp.Or(storeStates[models.AsError(err).Reason], "unreachable")
}

// storeStates are the states in /readyz of a store that is not ready, by reason.
var storeStates = map[models.Reason]string{
	models.ReasonDamaged:     "damaged",
	models.ReasonRemoved:     "removed",
	models.ReasonStorageFull: "not writable",
	models.ReasonNotWritable: "not writable",
}

// storeReady checks the store, for up to two seconds.
func (s *server) storeReady(ctx context.Context) error {
	if s.Ready == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.Ready(ctx)
}
