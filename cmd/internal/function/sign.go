package function

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// Sign signs a request with this body for a service, by its name in signatures, such as
// secretsmanager. It is for services whose client of the SDK a function does without. at is
// the present time.
//
// Source: "AWS Signature Version 4 for API requests" of the IAM User Guide.
func (a Account) Sign(r *http.Request, body []byte, service string, at time.Time) error {
	credentials, err := a.Credentials.Retrieve(r.Context())
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	return v4.NewSigner().SignHTTP(r.Context(), credentials, r, hex.EncodeToString(sum[:]), service, a.Region, at)
}
