package main

import (
	"net/http"
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/localengine"
)

// TestThawed: reading and writing work although every connection that the function had
// before it was frozen no longer responds, and only one request waits for such a
// connection.
func TestThawed(t *testing.T) {
	for name, c := range map[string]struct {
		use  func(taro *person)
		list string
	}{
		"read":  {func(taro *person) { taro.Ask("GET", "/api/memos", "").Want(http.StatusOK) }, "牛乳を買う"},
		"write": {func(taro *person) { taro.add("卵を買う") }, "卵を買う / 牛乳を買う"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &site{t: t, public: "https://" + customDomain, aws: functiontest.NewAWS(t)}
			relay := localengine.NewRelay(t, s.aws.URL)
			s.instances = append(s.instances, functiontest.Start(t, built, append(s.environ(), localengine.EndpointVariable+"="+relay.URL)...))
			taro := s.signIn("太郎")
			taro.add("牛乳を買う")
			for relay.Open() < 2 {
				_ = taro.Contents() // reads at the same time need connections of their own
			}
			relay.Silence()
			c.use(taro)
			check.Equal(t, relay.Unheard(), 1, "requests on silent connections")
			check.Equal(t, taro.Contents(), c.list)
		})
	}
}
