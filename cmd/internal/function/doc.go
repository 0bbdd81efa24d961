// Package function is what the two functions for AWS Lambda have in common: how
// they start and log, how they reach DynamoDB and whose certificates they trust.
//
// A function's code is loaded anew for each instance, and somebody waits for it.
// So nothing here knows the SDK's config package, an engine other than DynamoDB,
// or anything else that a function does not use; a test keeps it so.
package function
