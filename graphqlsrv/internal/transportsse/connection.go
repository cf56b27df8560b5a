package transportsse

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"signalbox/graphqlsrv/internal/backlog"
)

// TokenHeader is the header by which a request names the connection that it belongs to, as package
// http writes X-GraphQL-Event-Stream-Token.
const TokenHeader = "X-Graphql-Event-Stream-Token"

// ReservationWait is how long a client may take to open the stream that it has reserved.
const ReservationWait = 30 * time.Second

// The bounds of a connection.
const (
	maxOperations  = 1000
	maxOperationID = 255 // bytes
)

// Why an operation is refused.
var (
	ErrNoID      = errors.New("extensions.operationId must be a string of at most " + strconv.Itoa(maxOperationID) + " bytes")
	ErrDuplicate = errors.New("an operation with this operationId is running already")
	ErrTooMany   = errors.New("the stream has " + strconv.Itoa(maxOperations) + " operations: complete one first")
)

// Token returns the token of a request, "" where it has none: that of the header, or else the
// parameter token of the URL, for browsers' EventSource.
func Token(r *http.Request) string {
	if t := r.Header[TokenHeader]; len(t) > 0 {
		return t[0]
	}
	return parameter(r.URL, "token")
}

// OperationID returns the id of the operation that a DELETE request completes.
func OperationID(r *http.Request) string { return parameter(r.URL, "operationId") }

func parameter(u *url.URL, name string) string {
	if u.RawQuery == "" || !strings.Contains(u.RawQuery, name+"=") {
		return ""
	}
	return u.Query().Get(name)
}

// Connections are those that clients have reserved or opened, by their tokens. The zero value has
// none.
type Connections struct {
	mu      sync.Mutex
	byToken map[string]*Connection
}

// Reserve makes a connection, which lasts until ctx ends, or until the stream does that Serve
// opens within [ReservationWait]. waited is called when the stream is open, or never will be, ended
// at the end.
func (c *Connections) Reserve(ctx context.Context, waited, ended func()) (token string) {
	token = rand.Text()
	own := &Connection{opened: make(chan struct{}), waited: sync.OnceFunc(waited), operations: map[string]*Operation{}}
	own.ctx, own.cancel = context.WithCancelCause(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byToken == nil {
		c.byToken = map[string]*Connection{}
	}
	c.byToken[token] = own
	waiting := time.AfterFunc(ReservationWait, own.expire)
	context.AfterFunc(own.ctx, func() {
		waiting.Stop()
		own.waited()
		c.mu.Lock()
		delete(c.byToken, token)
		c.mu.Unlock()
		ended()
	})
	return token
}

// Find returns the connection of a token, nil where there is none.
func (c *Connections) Find(token string) *Connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byToken[token]
}

// A Connection is a stream that many operations share, or the place reserved for one.
type Connection struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	opened chan struct{} // is closed once stream is there
	waited func()        // is called then, too

	mu         sync.Mutex
	stream     *Stream
	operations map[string]*Operation
	backlog    backlog.Backlog
}

// expire ends a reservation that nobody used.
func (c *Connection) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stream == nil {
		c.cancel(nil)
	}
}

// Serve answers by the stream, until the client goes away or the connection ends. It returns
// false, and writes nothing, if the stream is open already: a token serves one client.
func (c *Connection) Serve(w http.ResponseWriter, r *http.Request, options Options) bool {
	c.mu.Lock()
	if c.stream != nil || c.ctx.Err() != nil {
		c.mu.Unlock()
		return false
	}
	s := Open(r.Context(), w, &Events, options)
	c.stream = s
	close(c.opened)
	c.mu.Unlock()
	c.waited()
	defer s.Close()
	defer c.cancel(nil)
	select {
	case <-s.ctx.Done():
	case <-c.ctx.Done():
	}
	return true
}

// Add begins an operation that extensions of a request identify. Its context has the values of
// ctx, and ends with the connection.
func (c *Connection) Add(ctx context.Context, extensions []byte) (*Operation, error) {
	var x struct {
		ID string `json:"operationId"`
	}
	if json.Unmarshal(extensions, &x) != nil || x.ID == "" || len(x.ID) > maxOperationID {
		return nil, ErrNoID
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.operations[x.ID] != nil:
		return nil, ErrDuplicate
	case len(c.operations) >= maxOperations:
		return nil, ErrTooMany
	}
	o := &Operation{Place: c.backlog.Place(), connection: c, id: x.ID, left: make(chan struct{})}
	o.ctx, o.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	o.forget = context.AfterFunc(c.ctx, func() { o.cancel(context.Cause(c.ctx)) })
	c.operations[x.ID] = o
	return o, nil
}

// Complete ends an operation that the client doesn't want any more.
func (c *Connection) Complete(id string) {
	c.mu.Lock()
	o := c.operations[id]
	c.mu.Unlock()
	if o != nil {
		o.leave()
	}
}

// An Operation is one of a connection, whose place in the backlog it has.
type Operation struct {
	*backlog.Place
	connection *Connection
	id         string
	ctx        context.Context
	cancel     context.CancelCauseFunc
	forget     func() bool   // not to end with the connection
	left       chan struct{} // is closed when the client is to get nothing more
}

// Context ends with the connection, when the client completes the operation, and by End.
func (o *Operation) Context() context.Context { return o.ctx }

// End ends the operation's context.
func (o *Operation) End(cause error) { o.cancel(cause) }

// Next sends a response, once the stream is open; false means that the client is gone, or wants
// no more.
func (o *Operation) Next(response []byte) bool {
	return o.Sending(len(response), func() bool { return o.await() && o.isOpen() && o.send("next", response) })
}

// await waits until the stream is open; false means that the operation ended before.
func (o *Operation) await() bool {
	select {
	case <-o.connection.opened:
		return true
	case <-o.connection.ctx.Done():
	case <-o.left:
	}
	return false
}

// isOpen reports whether the client still wants the operation.
func (o *Operation) isOpen() bool {
	o.connection.mu.Lock()
	defer o.connection.mu.Unlock()
	return o.connection.operations[o.id] == o
}

// leave forgets the operation, which ends its context. It reports whether it was there.
func (o *Operation) leave() bool {
	o.connection.mu.Lock()
	defer o.connection.mu.Unlock()
	if o.connection.operations[o.id] != o {
		return false
	}
	delete(o.connection.operations, o.id)
	o.forget()
	o.cancel(nil)
	close(o.left)
	return true
}

// Fail sends a list of errors, which ends the operation.
func (o *Operation) Fail(errs []byte) {
	o.Next(append(append([]byte(`{"errors":`), errs...), '}'))
	o.Complete()
}

// Complete says that no further response follows.
func (o *Operation) Complete() {
	if opened := o.await(); o.leave() && opened {
		o.send("complete", nil)
	}
}

// send sends an event of the operation.
func (o *Operation) send(name string, payload []byte) bool {
	id, _ := json.Marshal(o.id)
	data := append(append(make([]byte, 0, len(payload)+len(id)+32), `{"id":`...), id...)
	if payload != nil {
		data = append(append(data, `,"payload":`...), payload...)
	}
	return o.connection.stream.write(appendEvent(nil, name, append(data, '}')))
}
