package webapi

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// bare is a handler of requests without a body, or with {}.
func bare(h personal) personal {
	return func(c echo.Context, who auth.Identity) error {
		if err := noFields(c); err != nil {
			return err
		}
		return h(c, who)
	}
}

// action is a handler that does something for the caller. Neither the request nor the answer has
// a body.
func action(do func(ctx context.Context, actor models.User) error) personal {
	return bare(func(c echo.Context, who auth.Identity) error {
		return noContent(c, do(c.Request().Context(), who.User))
	})
}

// actionOn is action for something that the caller does about the person in the path.
func actionOn(do func(ctx context.Context, actor models.User, person models.UserID) error) personal {
	return bare(func(c echo.Context, who auth.Identity) error {
		return noContent(c, do(c.Request().Context(), who.User, models.UserID(param(c, "userId"))))
	})
}

// noContent answers with status 204 and no body, unless there is an error.
func noContent(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
