package skill

// All English locales have a copy of the en-US model: JSON has no references.
//
//go:generate go run ./internal/englishmodels
