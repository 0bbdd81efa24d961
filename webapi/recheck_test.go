package webapi

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// endingAuth refuses the people in ended.
type endingAuth struct {
	standIn
	ended *sync.Map
}

func (a endingAuth) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	if _, over := a.ended.Load(r.Header.Get("Test-Session")); over {
		return auth.Identity{}, &models.Error{Code: models.CodeUnauthenticated}
	}
	return a.standIn.Identify(w, r)
}

// openSession opens a page of a person's in one of their sessions.
func (d door) openSession(who, session string) stream {
	d.t.Helper()
	req, err := http.NewRequest(http.MethodGet, d.base+"/api/events", nil)
	must.OK(d.t, err)
	req.Header.Set(person, who)
	req.Header.Set("Test-Session", session)
	return openStream(d.t, http.DefaultClient, req)
}

// TestRecheckEndsWhatHasEnded: the stream of an ended session ends without waiting for a
// heartbeat; the person's other sessions only get a notification, other people nothing.
func TestRecheckEndsWhatHasEnded(t *testing.T) {
	ended := &sync.Map{}
	d := newDoor(t, func(o *Options) {
		o.Live.Heartbeat = time.Hour
		o.Auth = endingAuth{o.Auth.(standIn), ended}
	})
	phone, tablet, hanako := d.openSession("taro", "phone"), d.openSession("taro", "tablet"), d.openSession("hanako", "laptop")
	ended.Store("phone", true)
	d.options.Live.Recheck("taro")
	phone.ends()
	tablet.hint()
	d.add("hanako", "牛乳")
	if first, want := hanako.hint(), d.mark()-1; first != want {
		t.Errorf("another person: got notification %d, want only %d", first, want)
	}
	d.add("taro", "卵")
	tablet.hint()
}
