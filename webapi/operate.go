package webapi

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// maxEnvelope is how many bytes an Alexa request may have.
const maxEnvelope = 128 << 10

// alexa: POST /alexa. What is no envelope, and what is not for this skill, is
// refused without a word on why.
func (s *server) alexa(c echo.Context) error {
	if s.Alexa == nil {
		return models.NotFound("")
	}
	raw, err := readBody(c, maxEnvelope)
	if err != nil {
		return models.Invalid("", "")
	}
	reply, err := s.Alexa.Handle(c.Request().Context(), raw)
	switch {
	case err == nil:
		return c.Blob(http.StatusOK, "application/json;charset=UTF-8", reply)
	case models.IsCode(err, models.CodeInvalid), models.IsCode(err, models.CodeForbidden):
		return models.Invalid("", "")
	}
	return models.Internalf("skill: %w", err)
}

// healthy: GET /healthz. The process answers.
func (s *server) healthy(c echo.Context) error {
	return answer(c, http.StatusOK, map[string]string{"status": "ok"})
}

// ready: GET /readyz. What the process depends on answers, too.
func (s *server) ready(c echo.Context) error {
	if s.Ready == nil {
		return s.healthy(c)
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer cancel()
	if err := s.Ready(ctx); err != nil {
		return models.Unavailable(err)
	}
	return s.healthy(c)
}
