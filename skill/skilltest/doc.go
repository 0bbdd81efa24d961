// Package skilltest has the rules that every reply of the skill obeys, for the
// tests of all that hand replies on: the skill itself, the function and the
// server.
package skilltest
