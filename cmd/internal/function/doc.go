// Package function has what the two functions for AWS Lambda share: how they start and
// log, how they reach DynamoDB and which certificates they trust.
//
// A function's code is loaded for each instance while a person waits. So this package
// imports neither the SDK's config package, nor an engine other than DynamoDB, nor
// anything else that a function does not use; a test checks this.
package function
