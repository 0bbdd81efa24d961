// Package talk is a conversation with the skill at a terminal. It replaces Alexa: it
// matches typed text against the interaction model, sends the skill exactly the request
// that Alexa would send, and keeps the session. The device may have a recognised voice
// and a screen.
package talk
