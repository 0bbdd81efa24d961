// Package skill is the voice surface: Handle takes the JSON envelope of an Alexa
// request and returns the JSON envelope of the response. It is independent of the
// transport; AWS Lambda, an HTTPS endpoint and a terminal call it.
//
// The first handler of an ordered list that accepts a turn answers it. Package messages
// holds the sentences.
package skill
