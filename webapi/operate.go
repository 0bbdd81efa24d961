package webapi

import (
	"context"
	"net/http"
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
