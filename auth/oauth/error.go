package oauth

import (
	"errors"
	"net/http"
	"time"

	"voicememo/models"
)

// Error is an error in the form of RFC 6749 section 5.2. Its text is for the developer of a
// client and repeats nothing of the request.
type Error struct {
	Code        string // such as invalid_grant
	Description string
	Status      int // of HTTP
	Wait        time.Duration
}

// Error implements error.
func (e *Error) Error() string { return e.Code + ": " + e.Description }

func fault(code, description string) *Error {
	return &Error{Code: code, Description: description, Status: http.StatusBadRequest}
}

func invalidRequest(description string) *Error { return fault("invalid_request", description) }
func invalidGrant(description string) *Error   { return fault("invalid_grant", description) }

// invalidClient is the error of a client that is unknown or not authenticated.
func invalidClient() *Error {
	return &Error{Code: "invalid_client", Description: "client authentication failed", Status: http.StatusUnauthorized}
}

// AsError returns an error in the form of RFC 6749.
func AsError(err error) *Error {
	var e *Error
	var own *models.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &own) && own.Code == models.CodeTooMany:
		return &Error{"temporarily_unavailable", "too many requests", http.StatusTooManyRequests, own.RetryAfter}
	case errors.As(err, &own) && own.Code == models.CodeInvalid:
		return invalidRequest("malformed request")
	case errors.As(err, &own) && own.Code == models.CodeUnavailable:
		return &Error{"temporarily_unavailable", "server temporarily unavailable", http.StatusServiceUnavailable, own.RetryAfter}
	}
	return &Error{"server_error", "internal server error", http.StatusInternalServerError, 0}
}
