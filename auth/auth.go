package auth

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"

	"voicememo/internal/loopback"
	"voicememo/models"
)

// People is what this package needs of people; *family.Service implements it.
type People interface {
	// Person returns an account. NotFound: there is none, or it is closing.
	Person(ctx context.Context, id models.UserID) (models.User, error)
	// Ensure returns the account of a profile, and makes it at first contact.
	Ensure(ctx context.Context, p models.Profile) (models.User, error)
	// EnsureInvited is Ensure for a profile that may sign up only because the family to
	// invited it.
	EnsureInvited(ctx context.Context, p models.Profile, to models.FamilyID) (models.User, error)
}

// Invites is what this package needs of invitations; *invite.Service implements it.
type Invites interface {
	// Bind reserves the invitation of a link's token for one account and returns the
	// inviting family. NotFound: the token belongs to no live invitation, or to one
	// that is reserved for another account.
	Bind(ctx context.Context, token string, account models.UserID) (models.FamilyID, error)
}

// Options is the configuration of an Auth. Fields without a default are required, except
// as noted.
type Options struct {
	People  People
	Access  *Accesses
	Invites Invites // only for SignUpInvited

	Issuer        string // exactly as the issuer writes it; http on loopback only
	ClientID      string
	ClientSecret  string // "" for a public client
	SubjectPrefix string // default SubjectPrefix(Issuer)
	// BearerAudiences are the client ids whose ID tokens are accepted as bearer
	// tokens; default ClientID alone.
	BearerAudiences []string

	PublicURL string // where browsers reach this server, e.g. https://memo.example
	SignUp    SignUp // default SignUpOpen
	AllowList []string
	Keys      *KeyRing

	HTTPClient *http.Client     // for requests to the issuer; default a new one; it gets a timeout if it has none
	Now        func() time.Time // default time.Now
	Logger     *slog.Logger     // default slog.Default
}

// Auth is the sign-in of one deployment. It is safe for concurrent use.
type Auth struct {
	people  People
	access  *Accesses
	issuer  *issuer
	signUp  signUpPolicy
	keys    *KeyRing
	cookies cookies

	clientID        string
	clientSecret    string
	bearerAudiences []string
	subjectPrefix   string
	public          *url.URL

	now    func() time.Time
	logger *slog.Logger
	// failures samples the log lines of failed sign-ins, which can be caused without
	// signing in.
	failures rate.Sometimes
}

// New returns an Auth. It sends no requests, so the issuer may be unavailable at start.
// The error is an *OptionError.
func New(o Options) (*Auth, error) {
	o = o.withDefaults()
	public, err := o.check()
	if err != nil {
		return nil, err
	}
	a := &Auth{
		people: o.People, access: o.Access, keys: o.Keys, public: public,
		issuer:   newIssuer(o.Issuer, o.HTTPClient, o.Now),
		clientID: o.ClientID, clientSecret: o.ClientSecret,
		bearerAudiences: o.BearerAudiences, subjectPrefix: o.SubjectPrefix,
		now: o.Now, logger: o.Logger, failures: rate.Sometimes{First: 20, Interval: time.Second},
	}
	a.cookies.plain = public.Scheme == "http" && !loopback.Is(public.Host)
	if a.cookies.plain {
		a.logger.Warn("sessions are not safe on this network: the public URL is plain http", "publicURL", public.String())
	}
	a.signUp, err = newSignUpPolicy(o)
	return a, err
}

// RedirectURL is the address to register with the issuer.
func (a *Auth) RedirectURL() string { return a.public.String() + "/auth/callback" }

// CheckIssuer returns nil if the issuer can be reached, for readiness and diagnosis.
// Unavailable: it cannot.
func (a *Auth) CheckIssuer(ctx context.Context) error {
	_, err := a.issuer.provider(ctx)
	return err
}

// millis returns the time in the precision that is stored.
func (a *Auth) millis() time.Time { return a.now().UTC().Truncate(time.Millisecond) }

func (o Options) withDefaults() Options {
	if o.SubjectPrefix == "" {
		o.SubjectPrefix = SubjectPrefix(o.Issuer)
	}
	if len(o.BearerAudiences) == 0 {
		o.BearerAudiences = []string{o.ClientID}
	}
	if o.SignUp == "" {
		o.SignUp = SignUpOpen
	}
	if o.HTTPClient == nil {
		o.HTTPClient = &http.Client{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}
