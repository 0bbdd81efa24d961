// Package localengine installs and runs the DynamoDB-compatible engine that
// tests, benchmarks and a developer's own machine use instead of AWS.
//
// If AWS_ENDPOINT_URL_DYNAMODB is set, that endpoint (such as DynamoDB Local) is used and
// nothing is installed. Otherwise the exact version of package-lock.json is installed
// with npm into the user's cache folder, once.
package localengine
