package main

import (
	"testing"

	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/gateway"
	"voicememo/tools/testkit/must"
)

// TestRecordedCalls: the function makes only calls that its role in the template allows, and
// makes every call that the role allows, apart from what is for the modules.
func TestRecordedCalls(t *testing.T) {
	t.Parallel()
	drop := true
	w := newWorld(t, gateway.Options{DropDisconnect: func() bool { return drop }})
	taro, hanako := w.couple()
	mine := w.open(taro)
	mine.hints()
	w.open(hanako)
	w.gateway.End() // unreported, so that the next hint finds it gone
	functiontest.Says(t, w.sockets, `"kind":"ping"`, 1)
	drop = false
	mine, hers := w.open(taro), w.open(hanako)
	w.add(taro, "牛乳を買う")
	mine.wantsChange()
	must.OK(t, w.Families.Remove(t.Context(), taro, hanako.ID))
	hers.wantsEnd()
	w.gateway.End()
	functiontest.Says(t, w.sockets, `"kind":"disconnect"`, 1)
	core, whole := functiontest.Templates(t, "../../infra")
	w.aws.RequirePolicy(t, core, whole, "LiveRole")
}
