// Package alexa is the wire between the skill and Alexa: the JSON of requests, replies with
// speech, cards and directives, and the screens of devices. It knows nothing of memos and
// families.
package alexa
