package skillhttp

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// How far a request's timestamp may be from the server's clock, in either direction.
// Alexa may deliver skill events late and repeat failed ones ("Add events to your
// skill", section "Delivery of events to the skill").
const (
	requestTolerance = 150 * time.Second
	eventTolerance   = time.Hour
)

// eventPrefix starts the type of every skill event.
const eventPrefix = "AlexaSkillEvent."

// checkTimestamp verifies that the body is recent, not a replay.
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
		return refused("timestamp", errors.New("the timestamp is too far from the clock"))
	}
	return nil
}
