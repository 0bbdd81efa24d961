package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/health"
)

// checkSkill looks at the ids and at the address that Alexa calls.
func checkSkill(_ context.Context, c app.Config) []finding {
	f := finding{what: "skill endpoint " + c.Addresses().Skill + " (to register in the developer console)"}
	if len(c.AlexaSkillIDs) == 0 {
		if f.what = "skill (no --alexa-skill-id, so /alexa is not served)"; c.Dev {
			f.what = "skill (--dev answers any skill id, on this machine only)"
		}
		return []finding{f}
	}
	for _, id := range c.AlexaSkillIDs {
		if !strings.HasPrefix(id, "amzn1.ask.skill.") {
			f.advice = "--alexa-skill-id " + id + " is not of the form amzn1.ask.skill.…; copy it from the developer console"
		}
	}
	// https://developer.amazon.com/docs/custom-skills/host-a-custom-skill-as-a-web-service.html
	if u, err := url.Parse(c.Addresses().Skill); !c.Dev && (err != nil || u.Scheme != "https" || u.Port() != "" && u.Port() != "443") {
		f.advice = "Alexa calls only over https on port 443; set --public-url to such an address of a proxy or tunnel, or use --tls-domain"
	}
	return []finding{f}
}

// checkLinking looks at the certificates that Amazon accepts for account linking.
// https://developer.amazon.com/docs/alexa/account-linking/requirements-account-linking.html
func checkLinking(_ context.Context, c app.Config) []finding {
	if c.AlexaLink.Secret == "" {
		return nil
	}
	f := finding{what: "account linking (" + c.Addresses().Public + "/oauth/authorize)"}
	if c.TLSDomain != "" && strings.Contains(c.TLSDirectory, "letsencrypt.org/") {
		f.advice = "Amazon accepts no certificate of Let's Encrypt for account linking, which --tls-domain obtains; use a proxy with a certificate of another authority, or --tls-directory"
	}
	return []finding{f}
}

// checkSignIn shows the redirect URI to register.
func checkSignIn(_ context.Context, c app.Config) []finding {
	if c.Dev {
		return nil
	}
	return []finding{{what: "redirect URI " + c.Addresses().Redirect + " (to register with the issuer, exactly as written)"}}
}

// checkIssuer asks the issuer for its discovery document, and for the time.
func checkIssuer(ctx context.Context, c app.Config) []finding {
	if c.Dev {
		return nil
	}
	issuer, clock := finding{what: "sign-in issuer " + c.OIDCIssuer}, finding{what: "clock"}
	ahead, told, err := health.AskIssuer(ctx, http.DefaultClient, c.OIDCIssuer)
	if err != nil {
		issuer.advice = fmt.Sprintf("%s cannot be read (%v); check --oidc-issuer and the network", health.Discovery(c.OIDCIssuer), err)
		return []finding{issuer}
	}
	if told && ahead.Abs() > health.MaxSkew {
		clock.advice = fmt.Sprintf("compared with the issuer's, this machine's clock is %s, and sign-in and Alexa's requests need the correct time; turn on network time", health.Skew(ahead))
	}
	return []finding{issuer, clock}
}

// checkDomain resolves the name of --tls-domain.
func checkDomain(ctx context.Context, c app.Config) []finding {
	if c.TLSDomain == "" {
		return nil
	}
	f := finding{what: "domain " + c.TLSDomain}
	addresses, err := net.DefaultResolver.LookupHost(ctx, c.TLSDomain)
	if err != nil {
		f.advice = "it cannot be resolved, so no certificate can be issued; create an A or AAAA record that points to this machine"
	} else {
		f.what += " (resolves to " + strings.Join(addresses, ", ") + ")"
	}
	return []finding{f}
}

// checkPublicURL asks the running server through its public address, and looks at
// the certificate there.
func checkPublicURL(ctx context.Context, c app.Config) []finding {
	if c.PublicURL == "" {
		return nil
	}
	f := finding{what: "public URL " + c.PublicURL}
	var state *tls.ConnectionState
	err := health.Get(ctx, http.DefaultClient, c.Addresses().Public+"/healthz", func(res *http.Response) { state = res.TLS })
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &untrusted):
		return []finding{{what: "certificate of " + c.PublicURL, advice: fmt.Sprintf("browsers and Alexa do not trust it (%v); renew it, with the whole chain", untrusted.Err)}}
	case err != nil:
		f.advice = "its /healthz does not answer; is the server running, and does the name, the proxy or the tunnel reach --addr?"
	}
	if state == nil {
		return []finding{f}
	}
	return []finding{f, checkCertificate(state.PeerCertificates[0])}
}

// checkCertificate reports a certificate that should have been renewed.
func checkCertificate(leaf *x509.Certificate) finding {
	f := finding{what: "certificate (until " + leaf.NotAfter.UTC().Format(time.DateOnly) + ")"}
	if health.EndsSoon(leaf, time.Now()) {
		f.advice = "it expires soon and should have been renewed by now; look at the log of the program that renews it: the proxy, or this server with --tls-domain"
	}
	return f
}
