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

// alexa: POST /alexa. The skill's endpoint answers whole: it must see the body
// and the headers as they arrived.
func (s *server) alexa(c echo.Context) error {
	if s.Alexa == nil {
		return models.NotFound("")
	}
	s.Alexa.ServeHTTP(c.Response(), c.Request())
	return nil
}

// healthy: GET /healthz. The process answers.
func (s *server) healthy(c echo.Context) error {
	return answer(c, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is what /readyz answers. Only a store that is away makes it
// unavailable: with anything else people who are signed in keep working.
type readiness struct {
	Status string            `json:"status"` // ok, degraded or unavailable
	Checks map[string]string `json:"checks"` // by name: ok, unknown as yet, or what is wrong
}

// ready: GET /readyz. What the process depends on answers, too.
func (s *server) ready(c echo.Context) error {
	found := readiness{"ok", map[string]string{"store": "ok"}}
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
	found.Status, found.Checks["store"] = "unavailable", cmp.Or(storeStates[models.AsError(err).Reason], "unreachable")
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(defaultRetry.Seconds())))
	if gone := answer(c, http.StatusServiceUnavailable, found); gone != nil {
		return gone
	}
	return models.Unavailable(err) // for the log; the answer is given
}

// storeStates is what /readyz says about a store that is not ready.
var storeStates = map[models.Reason]string{
	models.ReasonDamaged:     "damaged",
	models.ReasonRemoved:     "removed",
	models.ReasonStorageFull: "not writable",
	models.ReasonNotWritable: "not writable",
}

// storeReady asks the store, for a short while.
func (s *server) storeReady(ctx context.Context) error {
	if s.Ready == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.Ready(ctx)
}
