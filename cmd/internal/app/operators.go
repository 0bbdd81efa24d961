package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"voicememo/cmd/internal/operator"
	"voicememo/family/module"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
)

// operatorTime is how long one command of an operator may take. Listing the people
// reads every account.
const operatorTime = 2 * time.Minute

// listenOperators opens the socket in the data directory through which commands on this
// machine reach the running server. Without the socket the server must be stopped first.
func (a *App) listenOperators(ctx context.Context, s Services, modules []module.Module) error {
	operators, err := NewOperator(ctx, a.engine, s, a.Config.StoreConfig)
	if err != nil {
		return err
	}
	operators.Modules = checksOf(modules)
	socket, err := operator.Listen(ctx, a.Config.Data)
	if err != nil {
		a.logger.Warn("commands of this machine cannot reach this server: its socket cannot be opened", "socket", operator.SocketName, "error", err)
		return nil
	}
	a.open(socket, a.smallServer(operator.NewHandler(operators, a.Config.place(), a.logger), operatorTime), false)
	return nil
}

// NewOperator returns the operations of an operator over the services and their engine.
func NewOperator(ctx context.Context, e Engine, s Services, c StoreConfig) (operator.Services, error) {
	all, err := bulkOf(ctx, e, c)
	if err != nil {
		return operator.Services{}, err
	}
	return operator.Services{Families: s.Families, Access: s.Access, Bulk: all}, nil
}

// bulkOf returns the bulk store of an engine.
func bulkOf(ctx context.Context, e Engine, c StoreConfig) (bulk.Store, error) {
	if local, ok := e.(interface{ Bulk() bulk.Store }); ok {
		return local.Bulk(), nil
	}
	client, err := connect.Client(ctx)
	if err != nil {
		return nil, err
	}
	return dynamo.Bulk(client, c.Environment), nil
}

// place returns how the socket names the store.
func (c StoreConfig) place() operator.Place {
	if c.Store == "dynamodb" {
		return operator.Place{Store: c.Store, Environment: c.Environment}
	}
	return operator.Place{Store: c.Store}
}

// ErrOtherStore says that the server of a data directory uses another store than the
// command names.
var ErrOtherStore = errors.New("the server of the data directory has another store")

// DialOperator connects to the server that runs on the data directory of c with the store
// of c. ErrOtherStore: it has another store. operator.ErrNobody: no server answers there.
func (c StoreConfig) DialOperator(ctx context.Context) (*operator.Client, error) {
	client, err := operator.Dial(ctx, filepath.Join(c.Data, operator.SocketName))
	if err != nil {
		return nil, err
	}
	if client.Place() != c.place() {
		return nil, ErrOtherStore
	}
	return client, nil
}
