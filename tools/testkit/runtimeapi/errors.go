package runtimeapi

import (
	"encoding/json"
	"net/http"
)

// FunctionError is the error that a function reports instead of an answer.
type FunctionError struct {
	Type    string          // errorType, or the header Lambda-Runtime-Function-Error-Type
	Message string          // errorMessage
	Raw     json.RawMessage // the whole body
}

// Error returns the type and the message.
func (e *FunctionError) Error() string { return "function error " + e.Type + ": " + e.Message }

func parseError(h http.Header, body []byte) *FunctionError {
	var said struct {
		Type    string `json:"errorType"`
		Message string `json:"errorMessage"`
	}
	_ = json.Unmarshal(body, &said) // the body is optional
	if said.Type == "" {
		said.Type = h.Get("Lambda-Runtime-Function-Error-Type")
	}
	return &FunctionError{Type: said.Type, Message: said.Message, Raw: body}
}
