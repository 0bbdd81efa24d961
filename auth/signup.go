package auth

import (
	"context"

	"voicememo/models"
)

// SignUp is the policy that decides who may make an account. People with an account can
// always sign in.
type SignUp string

// The policies.
const (
	SignUpOpen      SignUp = "open"       // every person whom the issuer authenticates
	SignUpAllowList SignUp = "allow-list" // people whom Options.AllowList admits
	SignUpInvited   SignUp = "invited"    // one person for each live invitation's link
)

// signUpPolicy makes the account of a new person; invite is the token of an invitation's
// link, or "". Unauthenticated/ReasonSignUpClosed: the person may not sign up.
type signUpPolicy func(ctx context.Context, p newcomer, invite string) (models.User, error)

func newSignUpPolicy(o Options) (signUpPolicy, error) {
	switch o.SignUp {
	case SignUpOpen:
		return func(ctx context.Context, p newcomer, _ string) (models.User, error) {
			return o.People.Ensure(ctx, p.Profile)
		}, nil
	case SignUpAllowList:
		list, err := newAllowList(o.AllowList, o.Issuer)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, p newcomer, _ string) (models.User, error) {
			if !list.has(p) {
				return models.User{}, signUpClosed(nil)
			}
			return o.People.Ensure(ctx, p.Profile)
		}, nil
	case SignUpInvited:
		if o.Invites == nil {
			return nil, &OptionError{"Invites", "is missing"}
		}
		return func(ctx context.Context, p newcomer, invite string) (models.User, error) {
			return signUpInvited(ctx, o, p.Profile, invite)
		}, nil
	}
	return nil, &OptionError{"SignUp", "is not one of open, allow-list, invited"}
}

// signUpInvited binds an invitation to the account before it makes the account, so that
// one invitation signs up one person. If it is interrupted in between, the same person
// can sign in again.
func signUpInvited(ctx context.Context, o Options, p models.Profile, invite string) (models.User, error) {
	if invite == "" {
		return models.User{}, signUpClosed(nil)
	}
	family, err := o.Invites.Bind(ctx, invite, p.ID)
	if models.IsCode(err, models.CodeNotFound) {
		err = signUpClosed(err)
	}
	if err != nil {
		return models.User{}, err
	}
	return o.People.EnsureInvited(ctx, p, family)
}

// signUpClosed returns the error for a new person who may not sign up.
func signUpClosed(cause error) error {
	return &models.Error{Code: models.CodeUnauthenticated, Reason: models.ReasonSignUpClosed, Err: cause}
}

// admit returns the account of a person who has just been authenticated, and makes it if
// the sign-up policy allows that. Unauthenticated/ReasonSignUpClosed: it does not.
func (a *Auth) admit(ctx context.Context, p newcomer, invite string) (models.User, error) {
	_, err := a.people.Person(ctx, p.ID)
	switch {
	case models.IsCode(err, models.CodeNotFound):
		return a.signUp(ctx, p, invite)
	case err != nil:
		return models.User{}, err
	}
	return a.people.Ensure(ctx, p.Profile)
}
