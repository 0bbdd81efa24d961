package auth

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errSeal says that a sealed value is not one of ours under this name.
var errSeal = errors.New("seal: not valid")

// seal encrypts v as JSON with the newest key: key id, dot, base64url of nonce
// and AES-256-GCM ciphertext. name is authenticated with it, so that one
// cookie's value is worth nothing under another name.
func (k *KeyRing) seal(random io.Reader, name string, v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("seal: %w", err)
	}
	key := k.keys[len(k.keys)-1]
	nonce := make([]byte, key.aead.NonceSize())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return "", fmt.Errorf("seal: random source: %w", err)
	}
	return key.id + "." + base64.RawURLEncoding.EncodeToString(key.aead.Seal(nonce, nonce, plain, []byte(name))), nil
}

// open reads into v what seal wrote under the same name. Else: errSeal.
func (k *KeyRing) open(name, sealed string, v any) error {
	id, text, _ := strings.Cut(sealed, ".")
	key, ok := k.find(id)
	if !ok {
		return errSeal
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < key.aead.NonceSize() {
		return errSeal
	}
	nonce, box := raw[:key.aead.NonceSize()], raw[key.aead.NonceSize():]
	plain, err := key.aead.Open(nil, nonce, box, []byte(name))
	if err != nil || json.Unmarshal(plain, v) != nil {
		return errSeal
	}
	return nil
}
