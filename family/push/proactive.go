package push

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"voicememo/family/module"
	"voicememo/internal/outbound"
	"voicememo/models"
)

// Amazon's addresses: of Login with Amazon and, by region, of the Alexa API.
const tokenURL = "https://api.amazon.com/auth/o2/token" //nolint:gosec // an address, not a token

func regions() map[string]string {
	return map[string]string{"na": "https://api.amazonalexa.com", "eu": "https://api.eu.amazonalexa.com", "fe": "https://api.fe.amazonalexa.com"}
}

const (
	// The limits of the time until an event expires.
	minExpiry = 5 * time.Minute
	maxExpiry = 24 * time.Hour
	// statusLimit is what Amazon answers when a live skill has sent too many notifications.
	statusLimit = 432
	limitPause  = time.Hour
)

// proactive sends events of the schema AMAZON.MessageAlert.Activated to Alexa's Proactive
// Events API.
type proactive struct {
	client         *http.Client
	id, secret     string
	tokens, events string // the addresses
	mu             sync.Mutex
	present        string // the token
	presentUntil   time.Time
}

// The settings of the module.
const (
	clientIDSetting     = "PUSH_ALEXA_CLIENT_ID"
	clientSecretSetting = "PUSH_ALEXA_CLIENT_SECRET" //nolint:gosec // the name of a variable
	regionSetting       = "PUSH_ALEXA_REGION"
	stageSetting        = "PUSH_ALEXA_STAGE"
	urlSetting          = "PUSH_ALEXA_URL"
)

// SettingNames returns the names of the module's settings.
func SettingNames() []string {
	return []string{clientIDSetting, clientSecretSetting, regionSetting, stageSetting, urlSetting}
}

// newProactive returns nil if the operator has not set the skill's credentials.
func newProactive(core module.Core) (*proactive, error) {
	id, secret := core.Setting(clientIDSetting), core.Setting(clientSecretSetting)
	if id == "" && secret == "" {
		return nil, nil
	}
	if id == "" || secret == "" {
		return nil, errors.New("VOICEMEMO_PUSH_ALEXA_CLIENT_ID and VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET must be set together")
	}
	api, ok := regions()[cmp.Or(core.Setting(regionSetting), "fe")]
	if !ok {
		return nil, errors.New("VOICEMEMO_PUSH_ALEXA_REGION must be na, eu or fe")
	}
	p := &proactive{id: id, secret: secret, tokens: tokenURL}
	if other := core.Setting(urlSetting); other != "" { // a stand-in for both services
		p.tokens, api = other+"/auth/o2/token", other
	}
	switch core.Setting(stageSetting) {
	case "", "live":
		p.events = api + "/v1/proactiveEvents/"
	case "development":
		p.events = api + "/v1/proactiveEvents/stages/development"
	default:
		return nil, errors.New("VOICEMEMO_PUSH_ALEXA_STAGE must be live or development")
	}
	p.client = &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return p, nil
}

// event is the body of a request to the API.
type event struct {
	Timestamp   string `json:"timestamp"`
	ReferenceID string `json:"referenceId"` // 1 to 100 letters and digits
	ExpiryTime  string `json:"expiryTime"`
	Event       struct {
		Name    string `json:"name"`
		Payload struct {
			State struct {
				Status    string `json:"status"`
				Freshness string `json:"freshness"`
			} `json:"state"`
			MessageGroup struct {
				Creator struct {
					Name string `json:"name"`
				} `json:"creator"`
				Count int `json:"count"`
			} `json:"messageGroup"`
		} `json:"payload"`
	} `json:"event"`
	LocalizedAttributes []map[string]string `json:"localizedAttributes"`
	RelevantAudience    struct {
		Type    string `json:"type"`
		Payload struct {
			User models.UserID `json:"user"`
		} `json:"payload"`
	} `json:"relevantAudience"`
}

// body returns the event of an alert. A repeat has the same ReferenceID, of which Amazon
// accepts one.
func (a alert) body() ([]byte, error) {
	sum := sha256.Sum256([]byte(string(a.account) + "\n" + string(a.batch)))
	expiry := min(max(a.until.Sub(a.now), minExpiry+time.Minute), maxExpiry-time.Minute) // clocks differ
	e := event{
		Timestamp: models.FormatTime(a.now), ReferenceID: hex.EncodeToString(sum[:]), ExpiryTime: models.FormatTime(a.now.Add(expiry)),
		LocalizedAttributes: []map[string]string{{"locale": a.locale}},
	}
	e.Event.Name = "AMAZON.MessageAlert.Activated"
	e.Event.Payload.State.Status, e.Event.Payload.State.Freshness = "UNREAD", "NEW"
	e.Event.Payload.MessageGroup.Creator.Name, e.Event.Payload.MessageGroup.Count = a.creator, a.count
	e.RelevantAudience.Type, e.RelevantAudience.Payload.User = "Unicast", a.account
	return json.Marshal(e)
}

// send sends an alert, with a new token if Amazon does not accept the present one.
func (p *proactive) send(ctx context.Context, a alert) (outcome, error) {
	body, err := a.body()
	if err != nil {
		return outcome{result: refused}, err
	}
	var stale string
	for {
		token, err := p.token(ctx, a.now, stale)
		if err != nil {
			return outcome{}, err
		}
		res, err := p.post(ctx, p.events, "application/json", bytes.NewReader(body), token)
		if err != nil {
			return outcome{}, err
		}
		o, err := alerted(res)
		drain(res)
		denied := res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden
		if !denied || stale != "" {
			return o, err
		}
		stale = token
	}
}

// alerted returns the outcome of an answer of the API. A conflict means that the event was
// accepted before. Status 403 does not say whether the user or Amazon refuses the skill's
// notifications, so the device stays until Amazon reports the user's choice.
func alerted(res *http.Response) (outcome, error) {
	switch code := res.StatusCode; {
	case code/100 == 2, code == http.StatusConflict:
		return outcome{result: accepted}, nil
	case code == statusLimit:
		return outcome{after: max(retryAfter(res.Header.Get("Retry-After"), time.Now()), limitPause)}, errors.New("too many notifications of this skill")
	case code == http.StatusForbidden:
		return outcome{result: refused}, fmt.Errorf("status %d", code)
	}
	return refusal(res)
}

// token returns a token of Login with Amazon that can be used now and is not stale.
func (p *proactive) token(ctx context.Context, now time.Time, stale string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.present != "" && p.present != stale && now.Before(p.presentUntil) {
		return p.present, nil
	}
	form := url.Values{
		"grant_type": {"client_credentials"}, "scope": {"alexa::proactive_events"}, "client_id": {p.id}, "client_secret": {p.secret},
	}
	res, err := p.post(ctx, p.tokens, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()), "")
	if err != nil {
		return "", fmt.Errorf("token: %w", err)
	}
	defer drain(res)
	var issued struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"` // seconds
	}
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("token: status %d", res.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 16<<10)).Decode(&issued); err != nil || issued.AccessToken == "" {
		return "", errors.New("token: the answer is not a token")
	}
	p.present, p.presentUntil = issued.AccessToken, now.Add(time.Duration(issued.ExpiresIn)*time.Second-time.Minute)
	return p.present, nil
}

// post sends a request; token "": without one.
func (p *proactive) post(ctx context.Context, to, contentType string, body io.Reader, token string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, body)
	if err != nil {
		return nil, outbound.WithoutURL(err)
	}
	req.Header.Set("Content-Type", contentType)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := p.client.Do(req)
	return res, outbound.WithoutURL(err)
}
