package webapi

import (
	"net/url"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// parameters returns a request's query parameters. It refuses a repeated parameter with one of
// the given names, because programs differ in which of two values they use. Parameters with
// other names are ignored, so that a link may carry some that it collected on its way.
func parameters(c echo.Context, names ...string) (url.Values, error) {
	given := c.QueryParams()
	for _, name := range names {
		if len(given[name]) > 1 {
			return nil, models.Invalid(name, models.ReasonFormat)
		}
	}
	return given, nil
}
