package sealed

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errSeal reports that a text is not a value sealed by this ring under this name.
var errSeal = errors.New("seal: not valid")

// seal encrypts v as JSON with the newest key. It returns the key id, a dot, and base64url
// of the nonce and the AES-256-GCM ciphertext. name is authenticated with it, so that a
// cookie's value is not valid under another name.
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

// Seal is seal for the packages below this one. A nil random source is crypto/rand.
func (k *KeyRing) Seal(random io.Reader, name string, v any) (string, error) {
	if random == nil {
		random = rand.Reader
	}
	return k.seal(random, name, v)
}

// Open decrypts into v a value that Seal returned for the same name. It reports whether the
// text is one.
func (k *KeyRing) Open(name, sealed string, v any) bool {
	return len(sealed) <= maxSealed && k.open(name, sealed, v) == nil
}

// maxSealed is the length of the longest accepted sealed text, in bytes.
const maxSealed = 4 << 10

// open decrypts into v a value that seal returned for the same name. The error is errSeal.
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
