package sealed

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// maxSealed is the length of the longest accepted sealed text, in bytes.
const maxSealed = 4 << 10

// Seal encrypts v as JSON with the newest key. It returns the key id, a dot, and base64url
// of the nonce and the AES-256-GCM ciphertext. name is authenticated with it, so that a
// cookie's value is not valid under another name.
func (k *KeyRing) Seal(name string, v any) string {
	plain, err := json.Marshal(v)
	if err != nil {
		panic("seal: " + err.Error()) // what is sealed are texts and numbers
	}
	key := k.keys[len(k.keys)-1]
	sealed := key.aead.Seal(nil, nil, plain, []byte(name)) //nolint:gosec // it draws a nonce itself
	return key.id + "." + base64.RawURLEncoding.EncodeToString(sealed)
}

// Open decrypts into v a value that Seal returned for the same name. It reports whether the
// text is one.
func (k *KeyRing) Open(name, sealed string, v any) bool {
	id, text, _ := strings.Cut(sealed, ".")
	key, ok := k.find(id)
	if !ok || len(sealed) > maxSealed {
		return false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return false
	}
	plain, err := key.aead.Open(nil, nil, raw, []byte(name))
	return err == nil && json.Unmarshal(plain, v) == nil
}
