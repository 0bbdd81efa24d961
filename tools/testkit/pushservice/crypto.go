package pushservice

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// Subscription is what a browser's page gets for a subscription (Push API, section 8).
type Subscription struct {
	Endpoint     string
	P256DH, Auth []byte
}

// JSON returns the form of PushSubscription.toJSON.
func (s Subscription) JSON() string {
	encode := base64.RawURLEncoding.EncodeToString
	return fmt.Sprintf(`{"endpoint":%q,"expirationTime":null,"keys":{"p256dh":%q,"auth":%q}}`, s.Endpoint, encode(s.P256DH), encode(s.Auth))
}

// receiver is the part of a subscription that only the browser has.
type receiver struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newReceiver() receiver {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // it never fails
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return receiver{key, auth}
}

// decrypt decrypts a message (RFC 8291 section 3.4, RFC 8188 section 2).
func (r receiver) decrypt(body []byte) ([]byte, error) {
	if len(body) < 86 || body[20] != 65 {
		return nil, errors.New("a body without the header of RFC 8188")
	}
	salt, size, sender, record := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86], body[86:]
	if int64(len(record)) > int64(size) {
		return nil, errors.New("more than one record")
	}
	from, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := r.key.ECDH(from)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(r.key.PublicKey().Bytes()) + string(sender)
	secret, err1 := hkdf.Key(sha256.New, shared, r.auth, info, 32)
	key, err2 := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, err3 := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	block, err4 := aes.NewCipher(key)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, record, nil)
	if err != nil {
		return nil, fmt.Errorf("the message cannot be decrypted: %w", err)
	}
	text := strings.TrimRight(string(plain), "\x00")
	if !strings.HasSuffix(text, "\x02") {
		return nil, errors.New("the last record does not end with the delimiter 2")
	}
	return []byte(strings.TrimSuffix(text, "\x02")), nil
}

// checkToken checks an Authorization header (RFC 8292 sections 2 and 3), and returns the
// application server's key and the token's subscriber.
func checkToken(header, origin string, now time.Time) (key []byte, subscriber string, err error) {
	var token, k string
	if n, err := fmt.Sscanf(strings.ReplaceAll(header, ",", " "), "vapid t=%s k=%s", &token, &k); n != 2 {
		return nil, "", fmt.Errorf("the header Authorization is not that of VAPID: %w", err)
	}
	decode := base64.RawURLEncoding.DecodeString
	key, err = decode(k)
	if err != nil {
		return nil, "", err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), key)
	if err != nil {
		return nil, "", err
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, "", errors.New("the token does not have three parts")
	}
	claims, err1 := decode(parts[1])
	signature, err2 := decode(parts[2])
	if err := errors.Join(err1, err2); err != nil || len(signature) != 64 {
		return nil, "", errors.New("the token is not base64url")
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return nil, "", errors.New("the token's signature is wrong")
	}
	var c struct {
		Aud string `json:"aud"`
		Exp int64  `json:"exp"`
		Sub string `json:"sub"`
	}
	if err := json.Unmarshal(claims, &c); err != nil {
		return nil, "", err
	}
	end := time.Unix(c.Exp, 0)
	switch {
	case c.Aud != origin:
		return nil, "", fmt.Errorf("the token is for %q, want %q", c.Aud, origin)
	case !end.After(now) || end.After(now.Add(24*time.Hour)):
		return nil, "", fmt.Errorf("the token ends at %v", end)
	case !strings.HasPrefix(c.Sub, "https://") && !strings.HasPrefix(c.Sub, "mailto:"):
		return nil, "", fmt.Errorf("the token's subscriber is %q", c.Sub)
	}
	return key, c.Sub, nil
}
