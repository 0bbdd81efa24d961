// Package family holds the rules of people and membership: first contact,
// joining, leaving, removing, handing over, names, closing an account. The Store
// beside it only keeps what the Service decided; familytest proves an engine's.
package family
