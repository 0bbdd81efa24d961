package webapi

import (
	"net/http"
	"testing"

	"voicememo/tools/testkit/must"
	"voicememo/webapi/contracttest"
)

// loadContract returns openapi.yaml; every answer in the tests is checked against it.
func loadContract(t testing.TB) contracttest.Contract {
	t.Helper()
	doc, err := contracttest.Load(contract)
	must.OK(t, err)
	return doc
}

// checkContract fails the test if an answer does not match the contract.
func checkContract(t testing.TB, req *http.Request, r reply) {
	t.Helper()
	loadContract(t).Check(t, req, contracttest.Answer{Status: r.status, Header: r.header, Body: []byte(r.body)})
}
