// Package meter records the requests of DynamoDB clients: what they call, when, which
// items they touch, and the capacity that the engine reports. It works on HTTP requests,
// so it measures a client of this process (Client) as well as a built program that calls
// through a proxy (Handler).
package meter
