// Command web-lambda is the web API with its page as an AWS Lambda function
// behind an HTTP API or a function URL, over DynamoDB. On the schedule's event it
// resumes unfinished moves and changes of many memos, and erases the accounts whose time is
// over.
//
// Environment variables configure it. VOICEMEMO_ENVIRONMENT (dev, stg or prod)
// names the tables, VOICEMEMO_PUBLIC_URL is where people reach the page.
// VOICEMEMO_OIDC_ISSUER (default: Google) and
// VOICEMEMO_OIDC_CLIENT_ID are for the sign-in; VOICEMEMO_OIDC_CLIENT_SECRET_ID
// and VOICEMEMO_SESSION_KEYS_ID name secrets in AWS Secrets Manager: the client's
// secret as it is, and the keys that seal sessions as JSON. VOICEMEMO_ALEXA_LINK_SECRET and
// VOICEMEMO_ALEXA_LINK_REDIRECTS, with commas between them, are the secret and the redirect
// URLs of account linking in the Alexa app; without a secret there is none. VOICEMEMO_SIGNUP and
// VOICEMEMO_SIGNUP_ALLOW say who may create an account, as the flags of
// voicememo serve do. VOICEMEMO_RATE_WRITES and VOICEMEMO_RATE_SEARCHES limit each
// person at one instance of the function, VOICEMEMO_MAX_MEMOS and
// VOICEMEMO_MAX_MEMBERS each family, and VOICEMEMO_HSTS_SUBDOMAINS is on or off; all
// as the flags of voicememo serve. VOICEMEMO_AUDIT_KEY is the key of the hashes in the
// audit lines of the log, and VOICEMEMO_OPERATOR says who operates this and how to
// reach them, for /privacy and /terms. VOICEMEMO_LIVE_URL is where pages open WebSockets,
// with tickets sealed with VOICEMEMO_LIVE_KEY; see live-lambda. Without it, pages poll. The
// modules have variables of their own. The variables of Lambda itself say where AWS is.
package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/cmd/internal/function"
	"voicememo/cmd/internal/metrics/emf"
	"voicememo/cmd/internal/modules/inweb"
	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/cmd/internal/version"
	"voicememo/internal/lambdahttp"
	"voicememo/models"
	"voicememo/webapi"
	webapp "voicememo/webapi/app"
)

func main() { function.Run(build) }

// build connects the web API to DynamoDB and to the secrets, configured by getenv. An
// error names the variable that is wrong.
func build(ctx context.Context, getenv func(string) string, sink *emf.Sink) (lambda.Handler, error) {
	logger := sink.Logger()
	c, err := readConfig(getenv)
	if err != nil {
		return nil, err
	}
	account, err := function.NewAccount(getenv, logger)
	if err != nil {
		return nil, err
	}
	s := function.Open(ctx, c.environment, account, sink)
	c.limits.Apply(s.Memos, s.Families)
	access := auth.NewAccesses(s.DB.Access())
	access.Happened = s.Audit.Happened
	in := newSignIn(c, s, access, newVault(account), logger)
	begun := make(chan error, 1)
	go func() { begun <- in.begin(ctx) }()
	if err := c.check(); err != nil {
		return nil, err
	}
	modules, err := ondynamo.Open(s.DB, s.Core(getenv, sink))
	if err != nil {
		return nil, err
	}
	web, err := webapi.New(webapi.Options{
		OAuth: in.authorizer,
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, Access: access, Auth: in, Ready: s.DB.Ping, Checks: in.checks,
		Tickets: c.tickets(), LiveURL: c.liveURL, Modules: inweb.Doors(modules),
		RateWrites: c.limits.RateWrites, RateSearches: c.limits.RateSearches, OwnHostOnly: c.ownHostOnly, PublicURL: c.publicURL, Version: version.String(), Operator: c.operator, MaxExport: lambdahttp.MaxText, App: webapp.Dist(), Observe: sink.Request, Logger: logger,
	})
	if err := errors.Join(<-begun, err); err != nil {
		return nil, err
	}
	if !webapp.Built() {
		logger.Warn("the page is not in this function; build it with: make lambda")
	}
	<-s.Warmed
	count := func(ctx context.Context) error { return s.DB.CountMemos(ctx, c.limits.MaxMemos) }
	return handler{lambdahttp.Handler{HTTP: web, Fail: fail(web, logger)}, s.DB.ResumeMoves, s.Families.EraseDue, s.Memos.ResumeWork, count, sink}, nil
}

// fail answers a request whose answer cannot be sent, in the form of the web API.
func fail(web *echo.Echo, logger *slog.Logger) func(http.ResponseWriter, *http.Request, error) {
	return func(w http.ResponseWriter, r *http.Request, err error) {
		logger.WarnContext(r.Context(), "another answer was given",
			"request", w.Header().Get(echo.HeaderXRequestID), "error", err.Error())
		web.HTTPErrorHandler(models.Unavailable(err), web.NewContext(r, w))
	}
}
