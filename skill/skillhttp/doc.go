// Package skillhttp is the skill's HTTPS endpoint: it answers the requests that Alexa
// posts, after verifying that Alexa sent them. A request is accepted if a certificate
// chain from Amazon's own location leads to a trusted root, the leaf's key has signed
// the body, and the body is recent.
//
// Source: "Host a Custom Skill as a Web Service" in the Alexa Skills Kit documentation,
// section "Verify that the request was sent by Alexa".
package skillhttp
