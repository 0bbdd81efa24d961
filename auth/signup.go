package auth

import (
	"context"

	"voicememo/models"
)

// SignUp says who may become a new person. People who are known already may
// always sign in.
type SignUp string

// The policies.
const (
	SignUpOpen      SignUp = "open"       // everyone whom the issuer knows
	SignUpAllowList SignUp = "allow-list" // people whom Options.AllowList admits
	SignUpInvited   SignUp = "invited"    // one person for each live invitation's link
)

// signUpPolicy makes the account of a new person who comes with the token of an
// invitation's link, or with "". Unauthenticated/ReasonSignUpClosed: the person may
// not sign up.
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
	return nil, &OptionError{"SignUp", "is none of open, allow-list, invited"}
}

// signUpInvited binds an invitation to the account before it makes the account, so
// that one invitation signs up one person. If it is interrupted between the two, the
// same person can repeat it.
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

// signUpClosed refuses a new person.
func signUpClosed(cause error) error {
	return &models.Error{Code: models.CodeUnauthenticated, Reason: models.ReasonSignUpClosed, Err: cause}
}

// admit returns the account of a person who has just proved who they are, making it
// if the sign-up policy allows. Unauthenticated/ReasonSignUpClosed: it does not.
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
