package push

import (
	"encoding/base64"
	"net/http"

	"voicememo/family/push"
	"voicememo/webapi"
)

// key: GET /api/me/devices/key.
func (p part) key(c webapi.Call) error {
	return c.Answer(http.StatusOK, map[string]string{"publicKey": base64.RawURLEncoding.EncodeToString(p.push.Key())})
}

// addDevice: POST /api/me/devices.
func (p part) addDevice(c webapi.Call) error {
	body, err := c.Object("name", "subscription")
	if err != nil {
		return err
	}
	name, err := body.Text("name")
	if err != nil {
		return err
	}
	subscription, err := readSubscription(body)
	if err != nil {
		return err
	}
	d, err := p.push.Add(c.Context(), c.Person(), push.SignIn{Access: c.Access(), Until: c.Until()}, name, c.Language(), subscription)
	if err != nil {
		return err
	}
	return c.Answer(http.StatusCreated, map[string]push.DeviceID{"id": d.ID})
}

// readSubscription reads a PushSubscriptionJSON (Push API, section 8). When the
// subscription expires is of no use: the push service says when it has.
func readSubscription(body webapi.Object) (s push.Subscription, err error) {
	given, err := body.Object("subscription", "endpoint", "expirationTime", "keys")
	if err != nil {
		return push.Subscription{}, err
	}
	if !given.Null("expirationTime") {
		if _, err := given.Integer("expirationTime"); err != nil {
			return push.Subscription{}, err
		}
	}
	if s.Endpoint, err = given.Text("endpoint"); err != nil {
		return push.Subscription{}, err
	}
	keys, err := given.Object("keys", "p256dh", "auth")
	if err != nil {
		return push.Subscription{}, err
	}
	if s.P256DH, err = keys.Bytes("p256dh"); err != nil {
		return push.Subscription{}, err
	}
	s.Auth, err = keys.Bytes("auth")
	return s, err
}

// deleteDevice: DELETE /api/me/devices/{id}.
func (p part) deleteDevice(c webapi.Call) error {
	if err := c.NoFields(); err != nil {
		return err
	}
	if err := p.push.Delete(c.Context(), c.Person(), push.DeviceID(c.Param("id"))); err != nil {
		return err
	}
	return c.NoContent()
}
