// Package skill is the voice surface: Handle takes the JSON envelope of an Alexa
// request and returns the JSON envelope of the response. It is independent of the
// transport; AWS Lambda, an HTTPS endpoint and a terminal call it.
//
// A request goes down through four rooms: package alexa decodes it, package understanding
// decides what was meant, package conversation answers, and package words has the sentences.
package skill
