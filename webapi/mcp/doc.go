// Package mcp serves the memos of a family to assistants with the Model Context Protocol
// (https://modelcontextprotocol.io): seven tools over the services, with the official SDK.
// There are no sessions: each message is a request of its own with its own credentials, so
// any process can answer it. The web API identifies the caller, checks the request and
// writes the answer; this package knows the protocol and the tools.
//
// The texts of memos and the names of people come from family members and Echos. They are
// only in results of tools, never in instructions, descriptions or schemas, which an
// assistant trusts more.
package mcp
