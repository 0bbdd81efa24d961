// Package skill is the voice surface: Handle takes the JSON envelope of an
// Alexa request and gives the JSON envelope of the answer. It knows no
// transport; AWS Lambda, an HTTPS endpoint and a keyboard are shells around it.
//
// A turn is answered by the first of an ordered list of handlers that says the
// turn is its own. What is said stands in package messages.
package skill
