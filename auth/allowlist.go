package auth

import (
	"slices"
	"strings"
	"unicode"
)

// allowList says who may sign up by their address.
type allowList struct {
	entries []string // addresses, and domains with "@" before them; lower case
	google  bool
}

// consumerDomains are those of Google's addresses for everyone, whose accounts belong to
// no organization.
var consumerDomains = []string{"gmail.com", "googlemail.com"}

// newAllowList makes the list of addresses (a@example.com) and whole domains
// (@example.com or example.com). The error is an *OptionError.
func newAllowList(list []string, issuer string) (allowList, error) {
	l := allowList{google: issuer == Google}
	for _, entry := range list {
		entry = lowerASCII(strings.TrimSpace(entry))
		if !strings.Contains(entry, "@") {
			entry = "@" + entry
		}
		if _, _, ok := splitAddress("x" + entry); !ok {
			return allowList{}, &OptionError{"AllowList", "has an entry that is no address and no domain"}
		}
		l.entries = append(l.entries, entry)
	}
	if len(l.entries) == 0 {
		return allowList{}, &OptionError{"AllowList", "is empty, so nobody could sign up"}
	}
	return l, nil
}

// has reports whether a person's verified address is on the list, or its domain is. Of
// Google's accounts a domain on the list admits those of the organization that has it,
// by the claim hd: anyone may open a Google account with an address elsewhere, and keeps
// it after leaving there. Accounts of gmail.com have no organization
// (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
func (l allowList) has(p newcomer) bool {
	address := lowerASCII(p.Email)
	_, domain, ok := splitAddress(address)
	if !ok {
		return false
	}
	if slices.Contains(l.entries, address) {
		return true
	}
	organization := domain
	if slices.Contains(consumerDomains, domain) {
		organization = ""
	}
	return slices.Contains(l.entries, "@"+domain) && (!l.google || lowerASCII(p.hosted) == organization)
}

// splitAddress splits an address as people have them at its "@". Not ok: it is not one,
// or has a quoted or a special part (RFC 5322 section 3.2.3), which can hide another "@".
func splitAddress(address string) (local, domain string, ok bool) {
	special := func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) || strings.ContainsRune(`"(),:;<>[\]`, r) }
	local, domain, ok = strings.Cut(address, "@")
	if !ok || local == "" || domain == "" || strings.Contains(domain, "@") || strings.ContainsFunc(address, special) {
		return "", "", false
	}
	return local, domain, true
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
