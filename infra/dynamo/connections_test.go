package dynamo

import (
	"testing"

	"voicememo/connections"
	"voicememo/connections/connectionstest"
)

func TestConnections(t *testing.T) {
	connectionstest.Suite(t, func(t *testing.T) connections.Store {
		client, environment := tables(t)
		return Open(client, environment).Connections()
	})
}
