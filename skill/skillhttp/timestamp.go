package skillhttp

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// How far a request's time may be from ours, either way. Alexa delivers skill
// events late, and again when they fail ("Add events to your skill", section
// "Delivery of events to the skill").
const (
	requestTolerance = 150 * time.Second
	eventTolerance   = time.Hour
)

// eventPrefix begins the type of every skill event.
const eventPrefix = "AlexaSkillEvent."

// checkTimestamp makes sure that the body is no replay of an old one.
func checkTimestamp(raw []byte, now time.Time) error {
	var envelope struct {
		Request struct {
			Type      string `json:"type"`
			Timestamp string `json:"timestamp"`
		} `json:"request"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return refused("timestamp", err)
	}
	at, err := time.Parse(time.RFC3339, envelope.Request.Timestamp)
	if err != nil {
		return refused("timestamp", err)
	}
	tolerance := requestTolerance
	if strings.HasPrefix(envelope.Request.Type, eventPrefix) {
		tolerance = eventTolerance
	}
	if now.Sub(at).Abs() > tolerance {
		return refused("timestamp", errors.New("the request is of another time"))
	}
	return nil
}
