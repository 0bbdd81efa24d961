// Package family implements the rules of people and membership: first contact, joining,
// leaving, removing, handing over, names, and closing an account. The Service makes
// every decision, and a Store only keeps the data. Package familytest tests an engine's
// Store.
package family
