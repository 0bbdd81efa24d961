package dynamo

import (
	"testing"

	"voicememo/family/connections"
	"voicememo/family/connections/connectionstest"
)

func TestConnections(t *testing.T) {
	connectionstest.Suite(t, func(t *testing.T) connections.Store {
		client, environment := tables(t)
		return Open(client, environment).Connections()
	})
}
