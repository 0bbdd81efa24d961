package dynamo

import (
	"testing"

	"voicememo/family/websockets"
	"voicememo/infra/enginetest/websockettest"
)

func TestConnections(t *testing.T) {
	websockettest.Suite(t, func(t *testing.T) websockets.Store {
		client, environment := tables(t)
		return Open(client, environment).Connections()
	})
}
