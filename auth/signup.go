package auth

import (
	"context"
	"slices"
	"strings"

	"voicememo/models"
)

// SignUp says who may become a new person. People who are known already may
// always sign in.
type SignUp string

// The policies.
const (
	SignUpOpen      SignUp = "open"       // everybody whom the issuer knows
	SignUpAllowList SignUp = "allow-list" // verified addresses on Options.AllowList
	SignUpInvited   SignUp = "invited"    // with the token of a live invitation's link
)

// signUpPolicy decides about one new person.
type signUpPolicy func(ctx context.Context, p models.Profile, invite string) (bool, error)

func newSignUpPolicy(kind SignUp, list []string, invites Invites) (signUpPolicy, error) {
	switch kind {
	case SignUpOpen:
		return func(context.Context, models.Profile, string) (bool, error) { return true, nil }, nil
	case SignUpAllowList:
		return allowList(list)
	case SignUpInvited:
		if invites == nil {
			return nil, &OptionError{"Invites", "is missing"}
		}
		return func(ctx context.Context, _ models.Profile, invite string) (bool, error) {
			if invite == "" {
				return false, nil
			}
			return invites.ValidLink(ctx, invite)
		}, nil
	}
	return nil, &OptionError{"SignUp", "is none of open, allow-list, invited"}
}

// allowList admits addresses (a@example.com) and whole domains (@example.com or
// example.com). A profile's address is a verified one or empty.
func allowList(list []string) (signUpPolicy, error) {
	var entries []string
	for _, entry := range list {
		entry = lowerASCII(strings.TrimSpace(entry))
		if !strings.Contains(entry, "@") {
			entry = "@" + entry
		}
		if entry == "@" || strings.HasSuffix(entry, "@") {
			return nil, &OptionError{"AllowList", "has an entry that is no address and no domain"}
		}
		entries = append(entries, entry)
	}
	if len(entries) == 0 {
		return nil, &OptionError{"AllowList", "is empty, so nobody could sign up"}
	}
	return func(_ context.Context, p models.Profile, _ string) (bool, error) {
		email := lowerASCII(p.Email)
		at := strings.LastIndex(email, "@")
		if at < 1 {
			return false, nil
		}
		return slices.Contains(entries, email) || slices.Contains(entries, email[at:]), nil
	}, nil
}

// lowerASCII folds A-Z only: other letters that fold to ASCII ones (the Kelvin
// sign) are other letters in an address.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// admit gives the account of somebody who has just proved who it is, making it
// if the sign-up policy allows. Unauthenticated/ReasonSignUpClosed: it does not.
func (a *Auth) admit(ctx context.Context, p models.Profile, invite string) (models.User, error) {
	_, err := a.people.Person(ctx, p.ID)
	if models.IsCode(err, models.CodeNotFound) {
		var ok bool
		if ok, err = a.signUp(ctx, p, invite); err == nil && !ok {
			err = &models.Error{Code: models.CodeUnauthenticated, Reason: models.ReasonSignUpClosed}
		}
	}
	if err != nil {
		return models.User{}, err
	}
	return a.people.Ensure(ctx, p)
}
