package auth_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// invitedWorld is a world that accepts new people by invitation only, with one family.
func invitedWorld(t *testing.T) (w *world, owner models.User, token string) {
	t.Helper()
	w = start(t, func(o *auth.Options) { o.SignUp = auth.SignUpInvited })
	owner, err := w.people.Ensure(t.Context(), models.Profile{ID: "dev#owner", Name: "Owner", Source: models.SourceOIDC})
	must.OK(t, err)
	return w, owner, w.invitation(owner)
}

func (w *world) invitation(owner models.User) (token string) {
	w.t.Helper()
	invitation, err := w.invites.Issue(w.t.Context(), owner)
	must.OK(w.t, err)
	return invitation.Token
}

func TestInvitedOnly(t *testing.T) {
	w, _, token := invitedWorld(t)
	other := token[:len(token)-4] + "AAAA"
	cases := []struct{ name, who, token, want string }{
		{"without", "A", "", "/?signin=closed"},
		{"with nonsense", "B", "nonsense", "/?signin=closed"},
		{"with another secret", "C", other, "/?signin=closed"},
		{"with the token", "D", token, "/join#" + token},
		{"with the token again", "D", token, "/join#" + token},
		{"known already", "D", "", "/"},
		{"known already, with another secret", "D", other, "/join#" + other},
		{"another person", "E", token, "/?signin=closed"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if to := w.browser().invitedAs(c.who, c.token); to != c.want {
				t.Errorf("went to %q, want %q", to, c.want)
			}
		})
	}
}

func TestInvitationThatIsOver(t *testing.T) {
	w, _, token := invitedWorld(t)
	w.clock.add(models.InviteLifetime)
	if to := w.browser().invitedAs("Taro", token); to != "/?signin=closed" {
		t.Errorf("got redirect to %q, want %q", to, "/?signin=closed")
	}
}

// TestTokenInAnAddressIsNoInvitation: an invitation is read only from the sealed cookie.
func TestTokenInAnAddressIsNoInvitation(t *testing.T) {
	w, _, token := invitedWorld(t)
	for _, query := range []string{"invite=" + token, "return_to=" + url.QueryEscape("/join?token="+token)} {
		if to := w.browser().signIn("Taro", query); to != "/?signin=closed" {
			t.Errorf("%s: got redirect to %q, want /?signin=closed", query, to)
		}
	}
}

// TestOneLinkSignsUpOneOfTwelveStrangers who return from the issuer concurrently.
func TestOneLinkSignsUpOneOfTwelveStrangers(t *testing.T) {
	w, owner, token := invitedWorld(t)
	strangers, backs, ends := make([]*browser, 12), make([]string, 12), make([]string, 12)
	for i := range strangers {
		strangers[i] = w.browser()
		backs[i] = strangers[i].comeBack("Stranger "+string(rune('A'+i)), token)
	}
	var wg sync.WaitGroup
	for i, b := range strangers {
		wg.Go(func() { ends[i] = b.get(backs[i]).Header.Get("Location") })
	}
	wg.Wait()
	var in []identity
	for i, b := range strangers {
		who := b.whoami("")
		if who.Code == "" {
			in = append(in, who)
		}
		if want := map[bool]string{true: "/join#" + token, false: "/?signin=closed"}[who.Code == ""]; ends[i] != want {
			t.Errorf("stranger %d went to %q, want %q", i, ends[i], want)
		}
	}
	if len(in) != 1 {
		t.Fatalf("got %d accounts of twelve strangers, want 1", len(in))
	}
	w.checkBound(in[0].ID, owner, token)
}

// checkBound checks that an account that signed up with a token may not invite others
// before it is in the family, and that no other account can use the token.
func (w *world) checkBound(id models.UserID, owner models.User, token string) {
	w.t.Helper()
	ctx := w.t.Context()
	person := func(id models.UserID) models.User {
		u, err := w.people.Person(ctx, id)
		must.OK(w.t, err)
		return u
	}
	if _, err := w.invites.Issue(ctx, person(id)); !models.IsReason(err, models.ReasonNotAdmitted) {
		w.t.Errorf("inviting before being admitted: %v", err)
	}
	known, err := w.people.Ensure(ctx, models.Profile{ID: "dev#known", Name: "Known", Source: models.SourceOIDC})
	must.OK(w.t, err)
	if _, err := w.invites.RedeemLink(ctx, known, token); !models.IsReason(err, models.ReasonInviteNotValid) {
		w.t.Errorf("another person used the link: %v", err)
	}
	if entry, err := w.invites.RedeemLink(ctx, person(id), token); err != nil || entry.Asked() || entry.Family.ID != owner.FamilyID {
		w.t.Errorf("joined %+v, %v", entry.Family, err)
	}
	if u := person(id); u.Membership.InvitedTo != "" || !u.EraseAt.IsZero() {
		w.t.Errorf("got %+v, want it admitted", u)
	}
}

// failingInvites cannot bind.
type failingInvites struct{ err error }

func (f failingInvites) Bind(context.Context, string, models.UserID) (models.FamilyID, error) {
	return "", f.err
}

func TestSignUpWhileInvitationsCannotBeBound(t *testing.T) {
	for want, err := range map[string]error{
		"/?signin=unavailable": models.Unavailable(errors.New("away")),
		"/?signin=closed":      models.NotFound(models.ReasonInviteNotValid),
		"/?signin=failed":      errors.New("surprise"),
	} {
		w := start(t, func(o *auth.Options) { o.SignUp, o.Invites = auth.SignUpInvited, failingInvites{err} })
		if to := w.browser().invitedAs("Taro", "token"); to != want {
			t.Errorf("%v: went to %q, want %q", err, to, want)
		}
	}
}

func TestBeginSignIn(t *testing.T) {
	w := start(t, nil)
	const secret = "AbCdEfGhIjKlMnOpQrStUv"
	at, refused := w.browser().begin(secret, "/trash")
	if refused != "" || !strings.HasPrefix(at, w.url+"/dev/") || strings.Contains(at, secret) {
		t.Errorf("begun at %q, %s", at, refused)
	}
	for _, token := range []string{"a b", "a/b", "a#b", "a?b", "<b>", "家族", "a\nb", "%41", strings.Repeat("x", 65)} {
		if at, refused := w.browser().begin(token, ""); refused != models.CodeInvalid || at != "" {
			t.Errorf("token %q: got %q, %q; want it invalid", token, at, refused)
		}
	}
	for returnTo, want := range map[string]string{"/trash": "/trash", "": "/", "https://evil.example/": "/", "//evil.example": "/"} {
		b := w.browser()
		at, _ := b.begin("", returnTo)
		back := b.post(at, url.Values{"name": {"Taro"}}).Header.Get("Location")
		if to := b.get(back).Header.Get("Location"); to != want {
			t.Errorf("returnTo %q: went to %q, want %q", returnTo, to, want)
		}
	}
}

// TestBeginSignInUnderAnotherNameOfThisMachine: the browser is first sent to the name to
// which the issuer sends it back.
func TestBeginSignInUnderAnotherNameOfThisMachine(t *testing.T) {
	w := start(t, nil)
	public := w.url
	w.url = strings.Replace(public, "127.0.0.1", "localhost", 1)
	for token, want := range map[string]string{"": public + "/trash", "token": public + "/join#token"} {
		if at, refused := w.browser().begin(token, "/trash"); at != want || refused != "" {
			t.Errorf("token %q: %q, %q; want %q", token, at, refused, want)
		}
	}
}

func TestBeginSignInWhileTheIssuerIsAway(t *testing.T) {
	w := start(t, func(o *auth.Options) { o.Issuer, o.ClientID = "http://127.0.0.1:1", "memo" })
	if at, refused := w.browser().begin("", ""); refused != models.CodeUnavailable || at != "" {
		t.Errorf("got %q, %q; want unavailable", at, refused)
	}
}
