// Package websockets keeps the WebSockets of open pages on AWS, where each one is a
// connection of API Gateway's, and sends them a hint when something changes in their
// family.
package websockets
