// Package sqlite keeps memos, families and invitations in one SQLite file: the
// engine of a family's own server. It passes the same suites as the DynamoDB
// engine and decides nothing by itself.
package sqlite
