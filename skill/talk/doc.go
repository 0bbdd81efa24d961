// Package talk is a conversation with the skill at a keyboard. It stands in for
// Alexa: what is typed is matched against the interaction model, the very
// request that Alexa would send goes to the skill, and the session is kept. A
// recognised voice and a screen can be part of the device.
package talk
