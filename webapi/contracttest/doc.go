// Package contracttest checks answers and routes against an OpenAPI document, and writes
// the document as a page. The tests of the web API and of its modules' parts use it.
package contracttest
