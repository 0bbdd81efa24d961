package pushservice

import (
	"crypto/ecdh"
	"encoding/base64"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

func decoded(t *testing.T, s string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(s)
	must.OK(t, err)
	return raw
}

// TestExample: the example of RFC 8291 section 5 is decrypted, and nothing that differs
// from it in one bit.
func TestExample(t *testing.T) {
	key, err := ecdh.P256().NewPrivateKey(decoded(t, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
	must.OK(t, err)
	r := receiver{key, decoded(t, "BTBZMqHH6r4Tts7J_aSIgg")}
	body := decoded(t, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	got, err := r.decrypt(body)
	if want := "When I grow up, I want to be a watermelon"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for _, i := range []int{0, 15, 20, 21, 40, 86, len(body) - 1} {
		changed := append([]byte(nil), body...)
		changed[i] ^= 1
		if got, err := r.decrypt(changed); err == nil {
			t.Errorf("byte %d changed: got %q, want an error", i, got)
		}
	}
}

// TestToken: the example of RFC 8292 section 2.4 is accepted while it is valid, and only
// for its origin.
func TestToken(t *testing.T) {
	const header = "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
	end := time.Unix(1453523768, 0)
	for name, c := range map[string]struct {
		header, origin string
		now            time.Time
		want           bool
	}{
		"valid":          {header, "https://push.example.net", end.Add(-time.Hour), true},
		"over":           {header, "https://push.example.net", end, false},
		"too long":       {header, "https://push.example.net", end.Add(-25 * time.Hour), false},
		"another origin": {header, "https://push.example.com", end.Add(-time.Hour), false},
		"another key":    {header[:len(header)-87] + "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8", "https://push.example.net", end.Add(-time.Hour), false},
		"none":           {"", "https://push.example.net", end.Add(-time.Hour), false},
	} {
		t.Run(name, func(t *testing.T) {
			if _, sub, err := checkToken(c.header, c.origin, c.now); (err == nil) != c.want {
				t.Errorf("got %q, %v; want valid %v", sub, err, c.want)
			}
		})
	}
}
