// Package scale measures what the requests of a family's day cost on DynamoDB, and computes
// from that the tables of docs/scaling.md. It has only a test; `make scale` prints the rows.
package scale
