package push_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/family/push"
	store "voicememo/infra/dynamo/push"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/pushservice"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/services"
	"voicememo/tools/testkit/streams"
)

// stack has the built functions over the tables of a test.
type stack struct {
	*testing.T
	aws *functiontest.AWS
}

func newStack(t *testing.T) stack {
	t.Helper()
	program.Needed(t)
	return stack{t, functiontest.NewAWS(t)}
}

// home is where people reach the page, on this machine, so that push services may also be.
const home = "http://localhost:8080"

// start starts a function.
func (s stack) start(name string, env ...string) *runtimeapi.Process {
	s.Helper()
	folder := filepath.Join(s.TempDir(), name)
	must.OK(s, functiontest.Build(runtime.GOARCH, "voicememo/cmd/"+name, folder))
	return functiontest.Start(s.T, folder, append(s.aws.Environ(), env...)...)
}

// requireRole checks what the module adds to a role.
func (s stack) requireRole(role string) {
	s.Helper()
	core, whole := functiontest.Templates(s.T, "../../../infra")
	s.aws.RequireModulePolicy(s.T, core, whole, role)
}

// TestWebRole: a device is added, replaced and deleted, and settings are saved.
func TestWebRole(t *testing.T) {
	t.Parallel()
	s := newStack(t)
	env, _ := s.aws.Web(t, home)
	web := functiontest.Events{Instance: s.start("web-lambda", env...)}
	cookie, err := devsignin.SignInThrough(t.Context(), through{web}, home, "太郎")
	must.OK(s, err)
	ask := func(method, path, body string, want int) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, home+path, strings.NewReader(body))
		must.OK(s, err)
		r.Header.Set("Cookie", cookie)
		r.Header.Set("Content-Type", "application/json")
		res, err := web.RoundTrip(r)
		must.OK(s, err)
		answer, err := io.ReadAll(res.Body)
		must.OK(s, err)
		if res.StatusCode != want {
			t.Fatalf("%s %s: got %d %s, want %d", method, path, res.StatusCode, answer, want)
		}
		return string(answer)
	}
	service := pushservice.Start(t)
	var device struct{ ID string }
	for range 2 { // the second one takes the place of the first
		must.OK(s, json.Unmarshal([]byte(ask("POST", "/api/me/devices", `{"name":"Phone","subscription":`+service.Subscribe().JSON()+`}`, http.StatusCreated)), &device))
	}
	ask("PUT", "/api/me/notifications", `{"what":"all","quietFrom":0,"quietTo":0,"timeZone":"Asia/Tokyo"}`, http.StatusOK)
	if got := ask("GET", "/api/me/notifications", "", http.StatusOK); strings.Count(got, `"addedAt"`) != 1 || !strings.Contains(got, device.ID) {
		t.Errorf("got %s, want one device", got)
	}
	ask("DELETE", "/api/me/devices/"+device.ID, "", http.StatusNoContent)
	s.requireRole("WebRole")
}

// TestSkillRole: an account allows notifications, and disables the skill.
func TestSkillRole(t *testing.T) {
	t.Parallel()
	s := newStack(t)
	skill := s.start("skill-lambda", "VOICEMEMO_ALEXA_SKILL_ID=amzn1.ask.skill.0")
	for i, event := range []string{
		`"AlexaSkillEvent.ProactiveSubscriptionChanged","body":{"subscriptions":[{"eventName":"AMAZON.MessageAlert.Activated"}]}`,
		`"AlexaSkillEvent.SkillDisabled","body":{"userInformationPersistenceStatus":"PERSISTED"}`,
	} {
		at := time.Now().Add(time.Duration(i) * time.Second).UTC().Format(time.RFC3339)
		_, err := skill.Invoke(t.Context(), fmt.Appendf(nil, `{"version":"1.0","context":{"System":{"application":{"applicationId":"amzn1.ask.skill.0"},`+
			`"user":{"userId":"amzn1.ask.account.ECHO"}}},"request":{"requestId":"r%d","timestamp":%q,"eventCreationTime":%q,"eventPublishingTime":%q,"type":%s}}`,
			i, at, at, at, event))
		must.OK(s, err)
	}
	s.requireRole("SkillRole")
}

// TestLiveRole: a memo of the stream opens a batch, the schedule sends one that is due, and
// a device that its push service no longer knows is deleted.
func TestLiveRole(t *testing.T) {
	t.Parallel()
	s := newStack(t)
	live := []string{"VOICEMEMO_LIVE_URL=wss://live.example.com/test", "VOICEMEMO_LIVE_KEY=the key of tickets in these tests", "VOICEMEMO_PUBLIC_URL=" + home}
	people, memos := s.start("live-lambda", live...), s.start("live-lambda", live...)
	all, kept := services.Over(s.aws.DB), store.Open(s.aws.DB)
	taro, err := all.Families.Ensure(t.Context(), models.Profile{ID: "taro", Name: "太郎", Source: models.SourceOIDC})
	must.OK(s, err)
	hanako, err := all.Families.Ensure(t.Context(), models.Profile{ID: "hanako", Name: "花子", Source: models.SourceOIDC})
	must.OK(s, err)
	issued, err := all.Invites.Issue(t.Context(), taro)
	must.OK(s, err)
	_, err = all.Invites.RedeemCode(t.Context(), hanako, issued.Code, invite.Web)
	must.OK(s, err)
	service := pushservice.Start(t)
	service.Answers(func(m pushservice.Message) pushservice.Answer {
		if strings.HasSuffix(m.Endpoint, "/2") {
			return pushservice.Answer{Status: http.StatusGone}
		}
		return pushservice.Answer{}
	})
	for _, id := range []push.DeviceID{"a", "b"} {
		subscription := service.Subscribe()
		must.OK(s, kept.SaveDevice(t.Context(), "hanako", push.Device{
			ID: id, Kind: push.Web, Name: "Phone", Language: "ja", AddedAt: time.Now(),
			Subscription: push.Subscription{Endpoint: subscription.Endpoint, P256DH: subscription.P256DH, Auth: subscription.Auth},
		}))
	}
	must.OK(s, kept.SaveSettings(t.Context(), "hanako", push.Settings{What: push.All, TimeZone: "UTC"}))
	s.aws.Relay(t, memos.Invoke, people.Invoke, streams.Options{Every: 20 * time.Millisecond})
	_, _, err = all.Memos.Add(t.Context(), taro, memo.Draft{Content: "牛乳を買う", Key: memo.NewKey()})
	must.OK(s, err)
	s.makeDue(kept)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // as long as the function may take
	defer cancel()
	out, err := people.Invoke(ctx, []byte(`{"voicememo":"push"}`))
	if err != nil || string(out) != "{}" || len(service.Accepted()) != 1 {
		t.Fatalf("got %s, %v and %v sent, want one message", out, err, service.Accepted())
	}
	if got := functiontest.Says(t, people, `"PushSent":1`, 1); strings.Contains(got, "牛乳") || strings.Contains(got, service.Accepted()[0].Endpoint) {
		t.Errorf("a text or an endpoint is in the log:\n%s", got)
	}
	s.requireRole("LiveRole")
}

// makeDue waits for Hanako's batch and makes it due now.
func (s stack) makeDue(kept *store.Store) {
	s.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		r, err := kept.Load(s.Context(), "hanako")
		must.OK(s, err)
		for _, b := range r.Batches {
			if b.Due = time.Now().Add(-time.Second).UTC().Truncate(time.Second); slices.ContainsFunc(b.Events, isAdded) {
				must.OK(s, kept.SaveBatch(s.Context(), b))
				return
			}
		}
		if time.Now().After(end) {
			s.Fatalf("got %+v, want a batch", r)
		}
	}
}

func isAdded(e models.Event) bool { return e.Kind == models.EventAdded }

// through sends requests for home to the web function, and others to their hosts.
type through struct{ web functiontest.Events }

// RoundTrip implements http.RoundTripper.
func (x through) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasPrefix(r.URL.String(), home) {
		return x.web.RoundTrip(r)
	}
	return http.DefaultTransport.RoundTrip(r)
}
