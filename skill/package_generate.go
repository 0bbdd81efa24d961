package skill

// All English locales have the model of en-US; JSON has no way to refer to it.
//
//go:generate go run ./internal/englishmodels
