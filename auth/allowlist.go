package auth

import (
	"slices"
	"strings"
	"unicode"
)

// allowList is the addresses and domains that may sign up.
type allowList struct {
	entries []string // addresses, and domains with "@" before them; lower case
	google  bool
}

// consumerDomains are the domains of Google's consumer accounts, which belong to no
// organization.
var consumerDomains = []string{"gmail.com", "googlemail.com"}

// newAllowList parses a list of addresses (a@example.com) and whole domains
// (@example.com or example.com). The error is an *OptionError.
func newAllowList(list []string, issuer string) (allowList, error) {
	l := allowList{google: issuer == Google}
	for _, entry := range list {
		entry = lowerASCII(strings.TrimSpace(entry))
		if !strings.Contains(entry, "@") {
			entry = "@" + entry
		}
		if _, _, ok := splitAddress("x" + entry); !ok {
			return allowList{}, &OptionError{"AllowList", "has an entry that is neither an address nor a domain"}
		}
		l.entries = append(l.entries, entry)
	}
	if len(l.entries) == 0 {
		return allowList{}, &OptionError{"AllowList", "is empty, so that no person could sign up"}
	}
	return l, nil
}

// has reports whether a person's verified address or its domain is on the list. A domain
// on the list admits only the Google accounts of the organization that owns it, by the
// claim hd: a Google account can have an address of any domain, and keeps it after the
// person has left the organization. Accounts of gmail.com have no organization
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

// splitAddress splits an ordinary e-mail address at its "@". It returns false for anything
// else, such as addresses with quoted or special characters (RFC 5322 section 3.2.3), which
// can hide another "@".
func splitAddress(address string) (local, domain string, ok bool) {
	special := func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) || strings.ContainsRune(`"(),:;<>[\]`, r) }
	local, domain, ok = strings.Cut(address, "@")
	if !ok || local == "" || domain == "" || strings.Contains(domain, "@") || strings.ContainsFunc(address, special) {
		return "", "", false
	}
	return local, domain, true
}

// lowerASCII folds only A-Z. Other characters that fold to ASCII letters, such as the Kelvin
// sign, are distinct in an address.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
