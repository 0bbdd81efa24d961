package main

import (
	"testing"

	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/localengine"
)

// TestThawed: the skill answers although every connection that it had before it was frozen
// no longer responds.
func TestThawed(t *testing.T) {
	t.Parallel()
	aws := functiontest.NewAWS(t)
	relay := localengine.NewRelay(t, aws.URL)
	p := functiontest.Start(t, built, append(with(aws), localengine.EndpointVariable+"="+relay.URL)...)
	tk := conversation(t, p, account())
	say(t, tk, "牛乳を買う を追加", "牛乳を買う")
	for relay.Open() < 2 {
		say(t, tk, "一覧", "牛乳を買う") // reads at the same time need connections of their own
	}
	relay.Silence()
	say(t, tk, "卵を買う を追加", "卵を買う")
	say(t, tk, "一覧", "卵を買う")
}
