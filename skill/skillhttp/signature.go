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

// signatureHeader is of the SHA-256 signature; "Signature" is of a SHA-1 one and
// not looked at.
const signatureHeader = "Signature-256"

// checkSignature makes sure that key has signed the body as it arrived.
func checkSignature(header http.Header, key *rsa.PublicKey, raw []byte) error {
	value, err := only(header, signatureHeader)
	if err != nil {
		return refused("signature", err)
	}
	if strings.ContainsAny(value, "\r\n") { // encoding/base64 skips them even when strict
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
