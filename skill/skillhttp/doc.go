// Package skillhttp is the skill's HTTPS endpoint: it answers what Alexa posts,
// after making sure that Alexa posted it. A request is Amazon's if a chain of
// certificates from Amazon's own place leads to a trusted root, the leaf's key
// has signed the body, and the body is fresh.
//
// The rules are those of "Host a Custom Skill as a Web Service" in the Alexa
// Skills Kit documentation, section "Verify that the request was sent by Alexa".
package skillhttp
