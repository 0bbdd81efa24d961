package webapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

// poll asks for the tokens of a device.
func (a app) poll(code, want string) oauthAnswer {
	a.t.Helper()
	return a.token(want, "grant_type", deviceGrant, "device_code", code)
}

// TestDeviceIsAllowed: from the codes to the tokens.
func TestDeviceIsAllowed(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	codes := s.device8628()
	a.poll(codes.DeviceCode, "authorization_pending")
	a.poll(codes.DeviceCode, "slow_down")
	s.wait(5 * time.Second)
	a.poll(codes.DeviceCode, "authorization_pending")
	page := s.ask("taro", "GET", "/oauth/device", "").want(200)
	if !strings.Contains(page.body, "Connect a program") || !strings.Contains(page.body, "another person sent you the code") {
		t.Errorf("got %s, want the page with its warning", page.body)
	}
	typed := strings.ToLower(strings.ReplaceAll(codes.UserCode, "-", " "))
	found := s.ask("taro", "POST", "/oauth/device/code", object("code", typed), "Accept-Language: ja").want(200)
	if !strings.Contains(found.body, "「voicememo」にメモの利用を許可しますか？") || !strings.Contains(found.body, "メモを追加し") {
		t.Errorf("got %s, want the program and its scope", found.body)
	}
	s.ask("taro", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": typed, "allow": true})).want(204)
	s.ask("hanako", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": typed, "allow": true})).want(404)
	s.wait(5 * time.Second)
	got := a.poll(codes.DeviceCode, "")
	if got.Scope != "add" {
		t.Errorf("got scope %q, want add", got.Scope)
	}
	s.ask("", "POST", "/api/memos", object("content", "牛乳"), "Authorization: Bearer "+got.AccessToken).want(201)
	if apps := s.accessOf("taro"); len(apps) != 1 || apps[0].Name != "voicememo" || len(s.accessOf("hanako")) != 0 {
		t.Errorf("got %+v, want the program, of taro only", apps)
	}
	s.wait(5 * time.Second)
	a.poll(codes.DeviceCode, "invalid_grant") // it was stolen
	a.refresh(got.RefreshToken, "invalid_grant")
}

// TestDeviceIsRefused: the device learns of it.
func TestDeviceIsRefused(t *testing.T) {
	s := newSite(t)
	codes := s.device8628()
	s.ask("taro", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": codes.UserCode, "allow": false})).want(204)
	s.app(commandLineApp).poll(codes.DeviceCode, "access_denied")
	s.ask("taro", "POST", "/oauth/device/code", object("code", codes.UserCode)).want(404)
	if apps := s.accessOf("taro"); len(apps) != 0 {
		t.Errorf("got %+v, want none", apps)
	}
}

// TestDeviceExpires: after ten minutes the codes are of no use, nor is an answer that the
// device never collected.
func TestDeviceExpires(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	open, allowed := s.device8628(), s.device8628()
	s.ask("taro", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": allowed.UserCode, "allow": true})).want(204)
	s.wait(10*time.Minute + time.Second)
	s.ask("taro", "POST", "/oauth/device/code", object("code", open.UserCode)).want(404)
	a.poll(open.DeviceCode, "expired_token")
	a.poll(allowed.DeviceCode, "expired_token")
	if apps := s.accessOf("taro"); len(apps) != 0 {
		t.Errorf("got %+v, want none", apps)
	}
}

// TestHostileDevices: codes of others, and guessing.
func TestHostileDevices(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	codes := s.device8628()
	other := s.registeredApp("https://app.example/cb")
	other.poll(codes.DeviceCode, "invalid_grant")
	a.poll(codes.UserCode, "invalid_grant")
	a.poll(a.code("taro"), "invalid_grant")
	end := "AAA"
	if codes.DeviceCode[len(codes.DeviceCode)-3] == 'A' {
		end = "QQQ"
	}
	a.poll(codes.DeviceCode[:len(codes.DeviceCode)-3]+end, "invalid_grant")
	s.app(alexaApp).post("/oauth/device").want(400)
	s.ask("taro!memos family=x", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": codes.UserCode, "allow": true})).want(403)
	for n := range 20 {
		s.ask("jiro", "POST", "/oauth/device/code", object("code", fmt.Sprintf("BCDFGHJ%c", 'A'+n))).want(404)
	}
	r := s.ask("jiro", "POST", "/oauth/device/code", object("code", codes.UserCode)).want(429)
	if r.problem().Reason != "number_attempts" {
		t.Errorf("got %s, want number_attempts", r.body)
	}
	s.ask("jiro", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": codes.UserCode, "allow": true})).want(429)
	s.ask("taro", "POST", "/oauth/device/code", object("code", codes.UserCode)).want(200)
}
