// Package sqlite stores memos, families and invitations in one SQLite file: the
// engine of a family's own server. It passes the same suites as the DynamoDB
// engine and contains no rules of its own.
package sqlite
