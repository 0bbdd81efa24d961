// Package skilltest checks the rules that every reply of the skill obeys. The tests of
// the skill, the function and the server use it.
package skilltest
