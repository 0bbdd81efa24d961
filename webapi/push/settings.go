package push

import (
	"net/http"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/webapi"
)

// settingsJSON is a person's settings as the API shows them.
type settingsJSON struct {
	What      push.What `json:"what"`
	QuietFrom int       `json:"quietFrom"`
	QuietTo   int       `json:"quietTo"`
	TimeZone  string    `json:"timeZone"`
}

// notificationsJSON is the answer of GET /api/me/notifications.
type notificationsJSON struct {
	settingsJSON
	// SignIn identifies the sign-in that sent the request. A browser whose device was added
	// in another one adds it again.
	SignIn  models.AccessID `json:"signIn,omitempty"`
	Devices []deviceJSON    `json:"devices"`
}

// deviceJSON is a device as the API shows it.
type deviceJSON struct {
	ID      push.DeviceID   `json:"id"`
	Name    string          `json:"name"`
	Kind    push.DeviceKind `json:"kind"`
	AddedAt string          `json:"addedAt"`
	Current bool            `json:"current,omitempty"` // it belongs to the sign-in that sent the request
}

// notifications: GET /api/me/notifications.
func (p part) notifications(c webapi.Call) error {
	settings, err := p.push.Settings(c.Context(), c.Person())
	if err != nil {
		return err
	}
	devices, err := p.push.Devices(c.Context(), c.Person())
	if err != nil {
		return err
	}
	shown := notificationsJSON{settingsJSON(settings), c.Access(), make([]deviceJSON, len(devices))}
	for i, d := range devices {
		shown.Devices[i] = deviceJSON{
			ID: d.ID, Name: d.Name, Kind: d.Kind, AddedAt: models.FormatTime(d.AddedAt), Current: d.Access != "" && d.Access == c.Access(),
		}
	}
	return c.Answer(http.StatusOK, shown)
}

// change: PUT /api/me/notifications.
func (p part) change(c webapi.Call) error {
	settings, err := readSettings(c)
	if err != nil {
		return err
	}
	if err := p.push.SetSettings(c.Context(), c.Person(), settings); err != nil {
		return err
	}
	return c.Answer(http.StatusOK, settingsJSON(settings))
}

func readSettings(c webapi.Call) (s push.Settings, err error) {
	body, err := c.Object("what", "quietFrom", "quietTo", "timeZone")
	if err != nil {
		return push.Settings{}, err
	}
	what, err := body.Text("what")
	if err != nil {
		return push.Settings{}, err
	}
	if s.QuietFrom, err = body.Integer("quietFrom"); err != nil {
		return push.Settings{}, err
	}
	if s.QuietTo, err = body.Integer("quietTo"); err != nil {
		return push.Settings{}, err
	}
	if s.TimeZone, err = body.Text("timeZone"); err != nil {
		return push.Settings{}, err
	}
	s.What = push.What(what)
	return s, nil
}
