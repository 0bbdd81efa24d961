package skill_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
)

// skillEvent returns a skill event as Alexa sends it: without session, intent and
// locale.
func skillEvent(t testing.TB, kind, user string, body map[string]any) []byte {
	t.Helper()
	system := map[string]any{
		"application": map[string]any{"applicationId": talk.DefaultApplicationID},
		"user":        map[string]any{"userId": user}, "apiEndpoint": "https://api.fe.amazonalexa.com",
	}
	raw := changed(t, []byte(`{"version":"1.0"}`), "context.System", system)
	request := map[string]any{"type": kind, "requestId": "event-1", "timestamp": "2026-03-10T01:00:00Z", "eventCreationTime": "2026-03-10T01:00:00Z"}
	if body != nil {
		request["body"] = body
	}
	return changed(t, raw, "request", request)
}

func disabledEvent(t testing.TB, user, persistence string) []byte {
	t.Helper()
	return skillEvent(t, "AlexaSkillEvent.SkillDisabled", user, map[string]any{"userInformationPersistenceStatus": persistence})
}

// linked is an Echo in a family, with all data that only the device can provide.
func linked(w *world) models.User {
	w.t.Helper()
	taro := w.household("太郎")
	w.write(taro, "傘", time.Minute)
	m := w.write(w.device(), "牛乳", time.Minute)
	_, err := w.families.NameVoice(w.t.Context(), w.device(), taroVoice, "花子")
	w.must(err)
	w.must(w.families.MarkListened(w.t.Context(), w.device(), models.Speaker{}, w.now))
	w.must(w.families.RecordAct(w.t.Context(), w.device(), "", models.Act{Kind: models.ActTrashed, Refs: []models.MemoRef{m.Ref()}}))
	return taro
}

func forgotten(u models.User) bool {
	return len(u.Skill.Voices) == 0 && u.Skill.LastReadAt.IsZero() && len(u.Skill.Heard)+len(u.Skill.Acts)+len(u.Skill.Rooms) == 0
}

func TestSkillDisabled(t *testing.T) {
	for name, tc := range map[string]struct {
		user, persistence string
		erased            bool
	}{
		"permanently":           {echo, "NOT_PERSISTED", true},
		"data are kept":         {echo, "PERSISTED", false},
		"nothing is said":       {echo, "", false},
		"by another account":    {kitchen, "NOT_PERSISTED", false},
		"without an account id": {"", "NOT_PERSISTED", false},
		"by no account at all":  {"a\nb", "NOT_PERSISTED", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			taro := linked(w)
			for range 2 { // Alexa may send an event twice
				if _, err := w.send(t.Context(), disabledEvent(t, tc.user, tc.persistence)); err != nil {
					t.Fatal(err)
				}
			}
			if got := forgotten(w.account(echo)); got != tc.erased {
				t.Errorf("forgotten %v: %+v", got, w.account(echo))
			}
			list, err := w.memos.List(t.Context(), taro, memoQuery)
			w.must(err)
			if left := len(w.people(taro)) == 1; len(list.Memos) != 2 || left != tc.erased || w.account(echo).Membership.Gone != tc.erased {
				t.Errorf("%d memos, %q", len(list.Memos), w.people(taro))
			}
			if log := w.log.String(); !strings.Contains(log, "AlexaSkillEvent.SkillDisabled") || strings.Contains(log, echo) || strings.Contains(log, "failed") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// TestSkillDisabledOfAnUnknownAccount checks that no account is created.
func TestSkillDisabledOfAnUnknownAccount(t *testing.T) {
	w := newWorld(t)
	if _, err := w.send(t.Context(), disabledEvent(t, echo, "NOT_PERSISTED")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.families.Person(t.Context(), echo); !models.IsReason(err, models.ReasonPerson) {
		t.Errorf("got an account, want none: %v", err)
	}
}

// TestSkillDisabledNamesNoAccountOfThePage checks that an id in the form of a web
// account matches no account.
func TestSkillDisabledNamesNoAccountOfThePage(t *testing.T) {
	w := newWorld(t)
	taro := w.person("太郎")
	w.must(w.families.MarkListened(t.Context(), taro, models.Speaker{}, w.now))
	if _, err := w.send(t.Context(), disabledEvent(t, string(taro.ID), "NOT_PERSISTED")); err != nil {
		t.Fatal(err)
	}
	if forgotten(w.account(string(taro.ID))) {
		t.Error("a web account was erased")
	}
}

// TestSkillDisabledWhenTheStoreIsAway checks that the event is not acknowledged, so
// that Alexa sends it again, and that the error is logged.
func TestSkillDisabledWhenTheStoreIsAway(t *testing.T) {
	w := newWorld(t)
	w.device()
	w.with(failsAt("Suspend", errSecret))
	if _, err := w.send(t.Context(), disabledEvent(t, echo, "NOT_PERSISTED")); !errors.Is(err, skill.ErrEvent) {
		t.Errorf("got %v", err)
	}
	if log := w.log.String(); !strings.Contains(log, `"level":"ERROR"`) || !strings.Contains(log, "secret endpoint") || strings.Contains(log, echo) {
		t.Errorf("log: %s", log)
	}
}

func TestOtherSkillEvents(t *testing.T) {
	for _, kind := range []string{
		"AlexaSkillEvent.SkillEnabled", "AlexaSkillEvent.SkillAccountLinked", "AlexaSkillEvent.SkillPermissionAccepted",
		"AlexaSkillEvent.SkillPermissionChanged", "AlexaSkillEvent.ProactiveSubscriptionChanged",
	} {
		t.Run(kind, func(t *testing.T) {
			w := newWorld(t)
			linked(w)
			if _, err := w.send(t.Context(), skillEvent(t, kind, echo, map[string]any{"accessToken": "secret", "acceptedPermissions": []any{}})); err != nil {
				t.Fatal(err)
			}
			if log := w.log.String(); !strings.Contains(log, kind) || strings.Contains(log, "secret") || forgotten(w.account(echo)) {
				t.Errorf("log: %s", log)
			}
		})
	}
}
