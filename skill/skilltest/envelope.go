package skilltest

import "encoding/json"

// Envelope is a response as Alexa reads it.
type Envelope struct {
	Version    string                     `json:"version"`
	Attributes map[string]json.RawMessage `json:"sessionAttributes"`
	Response   struct {
		Speech   *Said `json:"outputSpeech"`
		Reprompt *struct {
			Speech *Said `json:"outputSpeech"`
		} `json:"reprompt"`
		Card *struct {
			Type, Title, Content string
		} `json:"card"`
		Directives []json.RawMessage `json:"directives"`
		End        *bool             `json:"shouldEndSession"`
	} `json:"response"`
}

// Said is a piece of speech.
type Said struct{ Type, SSML string }

// typeOf returns the type of a request, or "" if it has none.
func typeOf(request []byte) string {
	var r struct {
		Request struct{ Type string } `json:"request"`
	}
	_ = json.Unmarshal(request, &r)
	return r.Request.Type
}

// drawsAPL reports whether the device of a request has a screen.
func drawsAPL(request []byte) bool {
	var r struct {
		Context struct {
			System struct {
				Device struct {
					Interfaces map[string]json.RawMessage `json:"supportedInterfaces"`
				} `json:"device"`
			} `json:"System"`
		} `json:"context"`
	}
	_ = json.Unmarshal(request, &r)
	_, ok := r.Context.System.Device.Interfaces["Alexa.Presentation.APL"]
	return ok
}
