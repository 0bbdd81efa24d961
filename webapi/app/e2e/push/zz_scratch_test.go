package push

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/pushservice"
)

func TestScratchLooks(t *testing.T) {
	if os.Getenv("SCRATCH") == "" {
		t.Skip()
	}
	server, err := program.ForTest(t, program.Command(context.Background(), "/tmp/vm4", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	b := chromium.ForTest(t)
	out := "/tmp/spec19/shots/"
	_ = os.MkdirAll(out, 0o755)
	iphone := `Object.defineProperty(navigator,'userAgent',{get:()=>'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'}); delete window.PushManager; delete window.Notification;`
	never := `delete window.PushManager; delete window.Notification;`
	broken := `{const f=fetch; window.fetch=(u,o)=>String(u.url??u).includes('/api/me/notifications')||String(u.url??u).includes('/api/me/devices')?Promise.resolve(new Response(JSON.stringify({code:'unavailable',title:'x',detail:'x'}),{status:503,headers:{'Content-Type':'application/problem+json'}})):f(u,o)}`
	for _, size := range []struct {
		name string
		w, h int64
	}{{"phone", 390, 844}, {"desk", 1280, 800}} {
		for _, lang := range []string{"ja", "en"} {
			for _, dark := range []bool{false, true} {
				for _, state := range []string{"off", "on", "denied", "never", "ios", "several", "error"} {
					if dark && (state == "never" || state == "ios") {
						continue
					}
					name := fmt.Sprintf("P%d", time.Now().UnixNano()%1e9)
					before := fmt.Sprintf(standIn, pushservice.Start(t).Subscribe().JSON())
					switch state {
					case "ios":
						before = iphone
					case "never":
						before = never
					case "error":
						before += ";" + broken
					}
					w, err := b.Open(chromium.Settings{Language: lang, TimeZone: "Asia/Tokyo", Width: size.w, Height: size.h, Dark: dark, Before: before})
					if err != nil {
						t.Fatal(err)
					}
					do := func(steps ...chromium.Step) {
						if err := w.Do(steps...); err != nil {
							t.Errorf("%s %s %v %s: %v", size.name, lang, dark, state, err)
						}
					}
					set := map[string]string{"denied": "denied", "on": "granted", "several": "granted", "error": "prompt", "off": "prompt"}[state]
					do(chromium.Visit(server.URL), household.SignsIn(name), chromium.Sees("composer", ""), household.Listed)
					if set != "" {
						do(chromium.Answers(server.URL, set))
					}
					if state == "several" {
						for i, n := range []string{"Chrome, Windows", "Safari, iPhone", "おばあちゃんの居間に置いてあるとても長い名前のタブレット Galaxy Tab"} {
							_ = i
							br := devsignin.ForTest(t, http.DefaultTransport, server.URL, name)
							br.Call(http.MethodPost, "/api/me/devices", fmt.Sprintf(`{"name":%q,"subscription":%s}`, n, pushservice.Start(t).Subscribe().JSON()), http.StatusCreated)
						}
					}
					do(household.Settings)
					if state == "on" || state == "several" {
						do(chromium.Clicks("push-on", ""), chromium.Sees("push-remove", ""))
					}
					if state == "error" {
						do(chromium.Answers(server.URL, "granted"), chromium.Clicks("push-on", ""))
						time.Sleep(500 * time.Millisecond)
					}
					time.Sleep(300 * time.Millisecond)
					file := fmt.Sprintf("%s%s-%s-%s-%v", out, state, size.name, lang, map[bool]string{true: "dark", false: "light"}[dark])
					if state == "on" {
						do(chromium.Until("top", `(document.querySelector('[data-testid=settings]').scrollTop=0,true)`), chromium.Picture(file+"-top.png"))
					}
					do(chromium.Until("in view", `(document.querySelector('[data-testid=push]').scrollIntoView(),true)`))
					time.Sleep(100 * time.Millisecond)
					do(chromium.Picture(file + ".png"))
					if state == "on" || state == "several" {
						do(chromium.Until("in view", `([...document.querySelectorAll('[data-testid=push-device]')].at(-1).scrollIntoView({block:'end'}),true)`))
						time.Sleep(100 * time.Millisecond)
						do(chromium.Picture(file + "-end.png"))
					}
					w.Close()
				}
			}
		}
	}
}
