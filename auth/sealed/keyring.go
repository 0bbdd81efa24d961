package sealed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

const (
	// keySize is the key size of AES-256, in bytes.
	keySize = 32
	// keyLifetime is how long a key is kept after the next one was made. Nothing that is
	// sealed with it is valid for longer.
	keyLifetime = 400 * 24 * time.Hour
)

// KeyRing holds the keys that seal cookies and other credentials. The newest key seals, and
// all keys open, so that adding a key ends no session. A KeyRing is immutable.
type KeyRing struct {
	keys []key // oldest first
}

type key struct {
	id      string
	secret  []byte
	created time.Time
	aead    cipher.AEAD
}

// storedKey is a key's JSON form.
type storedKey struct {
	ID      string    `json:"id"`
	Key     string    `json:"key"` // 32 bytes, base64url without padding
	Created time.Time `json:"created"`
}

// storedRing is a ring's JSON form.
type storedRing struct {
	Keys []storedKey `json:"keys"`
}

// NewKeyRing returns a ring with one new key.
func NewKeyRing(now time.Time) *KeyRing { return (&KeyRing{}).Rotate(now) }

// Rotate returns a ring with an additional key, without the keys whose successor was made
// more than 400 days before now.
func (k *KeyRing) Rotate(now time.Time) *KeyRing {
	raw := make([]byte, 4+keySize)
	for taken := true; taken; _, taken = k.find(hex.EncodeToString(raw[:4])) {
		_, _ = rand.Read(raw) // it never fails
	}
	added, err := newKey(hex.EncodeToString(raw[:4]), raw[4:], now.UTC().Truncate(time.Second))
	if err != nil {
		panic(err) // the id and the size are right
	}
	keys := slices.Clone(k.keys)
	for len(keys) > 1 && keys[1].created.Before(now.Add(-keyLifetime)) {
		keys = keys[1:]
	}
	return &KeyRing{keys: append(keys, added)}
}

// KeyInfo is what is known of a key without the key itself.
type KeyInfo struct {
	ID   string
	Made time.Time
	// Until is when the next Rotate drops the key. Zero: it is the newest key, which seals.
	Until time.Time
}

// Keys returns what is known of the keys, the oldest first.
func (k *KeyRing) Keys() []KeyInfo {
	infos := make([]KeyInfo, len(k.keys))
	for i, key := range k.keys {
		infos[i] = KeyInfo{ID: key.id, Made: key.created}
		if i > 0 {
			infos[i-1].Until = key.created.Add(keyLifetime)
		}
	}
	return infos
}

// The errors of Withdraw.
var (
	ErrNoKey     = errors.New("key ring: there is no key with this id")
	ErrNewestKey = errors.New("key ring: the newest key seals, and cannot be withdrawn")
)

// Withdraw returns a ring without a key, so that nothing that it sealed is valid any more.
// ErrNoKey, ErrNewestKey: see there.
func (k *KeyRing) Withdraw(id string) (*KeyRing, error) {
	switch i := slices.IndexFunc(k.keys, func(key key) bool { return key.id == id }); i {
	case -1:
		return nil, ErrNoKey
	case len(k.keys) - 1:
		return nil, ErrNewestKey
	default:
		return &KeyRing{keys: slices.Delete(slices.Clone(k.keys), i, i+1)}, nil
	}
}

// Derive returns 32 secret bytes for a purpose, such as a keyed hash (HKDF with SHA-256,
// RFC 5869). They are derived from the oldest key, so they stay the same until Rotate drops
// it or Withdraw removes it. They reveal nothing about the keys or the bytes of another purpose.
func (k *KeyRing) Derive(purpose string) []byte {
	derived, err := hkdf.Key(sha256.New, k.keys[0].secret, nil, purpose, sha256.Size)
	if err != nil {
		panic("key ring: " + err.Error()) // Key fails only for other lengths
	}
	return derived
}

// ParseKeyRing parses the JSON form: {"keys":[{"id","key","created"}]}, or only one such
// key, which a secret store can generate by itself (43 random letters and digits are a
// valid key).
func ParseKeyRing(data []byte) (*KeyRing, error) {
	var stored struct {
		storedRing
		storedKey
	}
	// The error is not returned, because it could quote a part of a key.
	if json.Unmarshal(data, &stored) != nil {
		return nil, errors.New("key ring: not the documented JSON")
	}
	if len(stored.Keys) == 0 {
		stored.Keys = []storedKey{stored.storedKey}
	}
	ring := &KeyRing{}
	for i, s := range stored.Keys {
		secret, err := base64.RawURLEncoding.DecodeString(s.Key)
		if err != nil {
			return nil, fmt.Errorf("key ring: key %d is not base64url text", i+1)
		}
		k, err := newKey(s.ID, secret, s.Created)
		if err != nil {
			return nil, fmt.Errorf("key %d of the %w", i+1, err)
		}
		if _, taken := ring.find(k.id); taken {
			return nil, fmt.Errorf("key ring: key %d has the id of another", i+1)
		}
		ring.keys = append(ring.keys, k)
	}
	slices.SortStableFunc(ring.keys, func(a, b key) int { return a.created.Compare(b.created) })
	return ring, nil
}

// JSON returns the form that ParseKeyRing parses. It contains the keys.
func (k *KeyRing) JSON() ([]byte, error) {
	stored := storedRing{Keys: []storedKey{}}
	for _, key := range k.keys {
		stored.Keys = append(stored.Keys, storedKey{
			ID: key.id, Key: base64.RawURLEncoding.EncodeToString(key.secret), Created: key.created,
		})
	}
	return json.MarshalIndent(stored, "", "  ")
}

func newKey(id string, secret []byte, created time.Time) (key, error) {
	if !validKeyID(id) {
		return key{}, errors.New("key ring: an id is 1 to 32 letters, digits, - or _")
	}
	if len(secret) != keySize {
		return key{}, fmt.Errorf("key ring: a key is %d bytes", keySize)
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return key{}, fmt.Errorf("key ring: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return key{id: id, secret: secret, created: created, aead: aead}, err
}

func validKeyID(id string) bool {
	for _, c := range id {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return len(id) >= 1 && len(id) <= 32
}

func (k *KeyRing) find(id string) (key, bool) {
	i := slices.IndexFunc(k.keys, func(key key) bool { return key.id == id })
	if i < 0 {
		return key{}, false
	}
	return k.keys[i], true
}
