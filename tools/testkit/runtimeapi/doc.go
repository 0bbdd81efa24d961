// Package runtimeapi implements AWS Lambda's side of the Runtime API, as far as one
// function on this machine needs it: it unpacks a function's zip, starts its bootstrap as
// Lambda does, sends it events and receives its answers. Tests and benchmarks call the
// built functions through it.
//
// Source: "Using the Lambda runtime API for custom runtimes" and "Working with
// environment variables in Lambda" of the AWS Lambda Developer Guide.
package runtimeapi
