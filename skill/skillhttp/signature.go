package skillhttp

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
)

// signatureHeader holds the SHA-256 signature. The header "Signature", a SHA-1
// signature, is ignored.
const signatureHeader = "Signature-256"

// checkSignature verifies that key signed the body exactly as it was received.
func checkSignature(header http.Header, key *rsa.PublicKey, raw []byte) error {
	value, err := only(header, signatureHeader)
	if err != nil {
		return refused("signature", err)
	}
	if strings.ContainsAny(value, "\r\n") { // encoding/base64 ignores them even in strict mode
		return refused("signature", errors.New("the signature has line breaks"))
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(value)
	if err != nil {
		return refused("signature", err)
	}
	sum := sha256.Sum256(raw)
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature); err != nil {
		return refused("signature", err)
	}
	return nil
}
