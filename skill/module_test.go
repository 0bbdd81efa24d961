package skill_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill"
)

// recorder is a module that records events. fail is called for each.
type recorder struct {
	events []skill.Event
	fail   func() error
}

func (r *recorder) Event(_ context.Context, e skill.Event) error {
	r.events = append(r.events, e)
	if r.fail != nil {
		return r.fail()
	}
	return nil
}

// withModules returns an option that adds modules.
func withModules(modules ...skill.Module) func(*world, *skill.Options) {
	return func(_ *world, o *skill.Options) { o.Modules = modules }
}

// TestModulesGetSkillEvents checks what modules are told of skill events, and that they
// are told of nothing else.
func TestModulesGetSkillEvents(t *testing.T) {
	created := time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		kind, user string
		change     map[string]any // of the request
		body       map[string]any
		want       *skill.Event
	}{
		"a body":             {"AlexaSkillEvent.SkillPermissionAccepted", echo, nil, map[string]any{"a": "b"}, &skill.Event{Account: echo, Body: []byte(`{"a":"b"}`), At: created}},
		"no body":            {"AlexaSkillEvent.SkillEnabled", echo, nil, nil, &skill.Event{Account: echo, At: created}},
		"sent again later":   {"AlexaSkillEvent.SkillEnabled", echo, map[string]any{"request.timestamp": "2026-03-10T01:40:00Z"}, nil, &skill.Event{Account: echo, At: created}},
		"no creation time":   {"AlexaSkillEvent.SkillEnabled", echo, map[string]any{"request.eventCreationTime": "", "request.timestamp": "2026-03-10T03:00:00+01:00"}, nil, &skill.Event{Account: echo, At: created.Add(time.Hour)}},
		"a number as time":   {"AlexaSkillEvent.SkillEnabled", echo, map[string]any{"request.eventCreationTime": 5}, nil, &skill.Event{Account: echo, At: created}},
		"no time":            {"AlexaSkillEvent.SkillEnabled", echo, map[string]any{"request.eventCreationTime": "soon", "request.timestamp": ""}, nil, &skill.Event{Account: echo, At: began}},
		"another account id": {"AlexaSkillEvent.SkillEnabled", "google-taro", nil, nil, &skill.Event{Account: "alexa#google-taro", At: created}},
		"no account":         {"AlexaSkillEvent.SkillEnabled", "", nil, nil, nil},
		"a bad account":      {"AlexaSkillEvent.SkillEnabled", "a\nb", nil, nil, nil},
		"an ended session":   {"SessionEndedRequest", echo, nil, nil, nil},
		"an unknown type":    {"Alexa.Something", echo, nil, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var first, second recorder
			w := newWorld(t, withModules(&first, &second))
			raw := skillEvent(t, c.kind, c.user, c.body)
			for path, value := range c.change {
				raw = changed(t, raw, path, value)
			}
			if _, err := w.send(t.Context(), raw); err != nil {
				t.Fatal(err)
			}
			for _, r := range []recorder{first, second} {
				if c.want == nil {
					if len(r.events) > 0 {
						t.Errorf("got %+v, want no event", r.events)
					}
					continue
				}
				c.want.Type = c.kind
				if len(r.events) != 1 || !sameEvent(r.events[0], *c.want) {
					t.Errorf("got %+v, want %+v", r.events, *c.want)
				}
			}
		})
	}
}

func sameEvent(a, b skill.Event) bool {
	return a.Type == b.Type && a.Account == b.Account && string(a.Body) == string(b.Body) && a.At.Equal(b.At)
}

// looking is a module that reads the account of each event.
type looking struct {
	w    *world
	gone []bool
}

func (l *looking) Event(ctx context.Context, e skill.Event) error {
	u, err := l.w.families.Person(ctx, e.Account)
	l.gone = append(l.gone, u.Membership.Gone)
	return err
}

// TestModulesComeAfterTheSkill checks that a module finds the account as the skill has left
// it.
func TestModulesComeAfterTheSkill(t *testing.T) {
	var l looking
	w := newWorld(t, withModules(&l))
	l.w = w
	linked(w)
	for _, persistence := range []string{"PERSISTED", "NOT_PERSISTED"} {
		if _, err := w.send(t.Context(), disabledEvent(t, echo, persistence)); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.gone) != 2 || l.gone[0] || !l.gone[1] {
		t.Errorf("got gone %v, want false and true", l.gone)
	}
}

// TestModulesWaitForTheSkill checks that modules are not told of an event that the skill
// could not handle: they are told when Alexa sends it again.
func TestModulesWaitForTheSkill(t *testing.T) {
	var r recorder
	w := newWorld(t, withModules(&r), failsAt("Person", errSecret))
	if _, err := w.send(t.Context(), disabledEvent(t, echo, "NOT_PERSISTED")); !errors.Is(err, skill.ErrEvent) {
		t.Errorf("got %v, want ErrEvent", err)
	}
	if len(r.events) > 0 {
		t.Errorf("got %+v, want no event", r.events)
	}
}

// TestModuleFails checks that an event that a module could not take is not acknowledged,
// and that the log has no part of it.
func TestModuleFails(t *testing.T) {
	for name, c := range map[string]struct {
		fail  func() error
		level string
	}{
		"no store":  {func() error { return models.Unavailable(errors.New("no route")) }, `"level":"ERROR"`},
		"a refusal": {func() error { return models.NotFound(models.ReasonPerson) }, `"outcome":"not_found"`},
		"another":   {func() error { return errors.New("no route") }, `"level":"ERROR"`},
		"a panic":   {func() error { panic("no route") }, `"level":"ERROR"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := recorder{fail: c.fail}
			w := newWorld(t, withModules(&r))
			raw := skillEvent(t, "AlexaSkillEvent.SkillPermissionAccepted", echo, map[string]any{"acceptedPermissions": []any{"secret scope"}})
			if _, err := w.send(t.Context(), raw); !errors.Is(err, skill.ErrEvent) {
				t.Errorf("got %v, want ErrEvent", err)
			}
			if log := w.log.String(); !strings.Contains(log, c.level) || strings.Contains(log, echo) || strings.Contains(log, "secret") {
				t.Errorf("got log %s, want %s and no part of the event", log, c.level)
			}
			if r.fail = nil; len(r.events) != 1 {
				t.Errorf("got %d events, want 1", len(r.events))
			}
			if _, err := w.send(t.Context(), raw); err != nil || len(r.events) != 2 {
				t.Errorf("sent again: got %v and %d events, want 2", err, len(r.events))
			}
		})
	}
}
