package operator

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"time"

	"voicememo/models"
)

// ErrNobody says that no server answers at a socket.
var ErrNobody = errors.New("no server answers")

// patience is the timeout of one request of a client. Listing the people reads every account.
const patience = 2 * time.Minute

// maxAnswer is more than the size of any answer, in bytes.
const maxAnswer = 256 << 20

// Client is an Operator that works through the socket of a running server. Its errors keep
// their code and reason.
type Client struct {
	http *http.Client
	at   Place
}

var _ Operator = (*Client)(nil)

// Dial connects to the server behind a socket. ErrNobody: no server answers. Another error
// says why it cannot be reached, such as fs.ErrPermission.
func Dial(ctx context.Context, socket string) (*Client, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	conn, err := dial(ctx, "", "")
	switch {
	case err == nil:
		_ = conn.Close() // the first request opens another
	case errors.Is(err, fs.ErrPermission) || ctx.Err() != nil:
		return nil, err
	default:
		return nil, ErrNobody
	}
	c := &Client{http: &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true, DialContext: dial}}}
	if err := c.call(ctx, pathPlace, request{}, &c.at); err != nil {
		return nil, err
	}
	return c, nil
}

// Place returns the store that the server has open.
func (c *Client) Place() Place { return c.at }

// Members implements Operator.
func (c *Client) Members(ctx context.Context, family models.FamilyID) ([]Member, error) {
	return result[[]Member](ctx, c, pathMembers, request{Family: family})
}

// SetOwner implements Operator.
func (c *Client) SetOwner(ctx context.Context, id models.FamilyID, to models.UserID) error {
	return c.call(ctx, pathOwner, request{Family: id, Person: to}, nil)
}

// People implements Operator.
func (c *Client) People(ctx context.Context) ([]Person, error) {
	return result[[]Person](ctx, c, pathPeople, request{})
}

// Accesses implements Operator.
func (c *Client) Accesses(ctx context.Context, person models.UserID) ([]models.Access, error) {
	return result[[]models.Access](ctx, c, pathAccesses, request{Person: person})
}

// EndAccess implements Operator.
func (c *Client) EndAccess(ctx context.Context, person models.UserID, id models.AccessID) error {
	return c.call(ctx, pathEndAccess, request{Person: person, Access: id}, nil)
}

// EndAll implements Operator.
func (c *Client) EndAll(ctx context.Context, person models.UserID) error {
	return c.call(ctx, pathEndAll, request{Person: person}, nil)
}

// Checks implements Operator.
func (c *Client) Checks(ctx context.Context) (map[string]string, error) {
	return result[map[string]string](ctx, c, pathChecks, request{})
}

// result posts a request and returns the decoded answer.
func result[T any](ctx context.Context, c *Client, path string, asked request) (T, error) {
	var out, none T
	if err := c.call(ctx, path, asked, &out); err != nil {
		return none, err
	}
	return out, nil
}

// call posts a request and decodes the answer into out; nil: the answer is ignored.
func (c *Client) call(ctx context.Context, path string, asked request, out any) (err error) {
	body, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://server"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	res, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("the server does not answer at its socket: %w", err)
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	read := json.NewDecoder(io.LimitReader(res.Body, maxAnswer))
	switch {
	case res.StatusCode == http.StatusUnprocessableEntity:
		var r refusal
		if err := read.Decode(&r); err != nil {
			return fmt.Errorf("the server's refusal cannot be read: %w", err)
		}
		return &models.Error{Code: r.Code, Reason: r.Reason}
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("the server is of another version (%s); run the command with the program that runs the server", res.Status)
	case out == nil:
		return nil
	}
	return read.Decode(out)
}
