// Package transportws is the protocol graphql-transport-ws, which the client graphql-ws speaks:
// many operations over one WebSocket. It knows messages, ids and codes of closing; what an
// operation is, its caller knows.
//
// https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md
package transportws

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"signalbox/graphqlsrv/internal/backlog"
	"signalbox/graphqlsrv/internal/language"
)

// Protocol is the subprotocol.
const Protocol = "graphql-transport-ws"

// The protocol's codes of closing.
const (
	closeInvalid      websocket.StatusCode = 4400
	closeUnauthorized websocket.StatusCode = 4401
	closeForbidden    websocket.StatusCode = 4403
	closeProtocol     websocket.StatusCode = 4406
	closeInitTimeout  websocket.StatusCode = 4408
	closeDuplicate    websocket.StatusCode = 4409
	closeInitTwice    websocket.StatusCode = 4429
)

// initWait is how long a client may take to send connection_init.
const initWait = 3 * time.Second

// maxReason is how many bytes of a reason a frame takes.
const maxReason = 123

// maxSocketOperations bounds the operations of one connection at the same time.
const maxSocketOperations = 1000

// Is reports whether a request wants a WebSocket.
func Is(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// A socket is one connection.
type socket struct {
	options Options
	conn    *websocket.Conn
	ctx     context.Context
	cancel  context.CancelCauseFunc

	mu         sync.Mutex
	ready      bool // connection_init was accepted
	operations map[string]*Operation
	underWay   int // of them, and of those that the client has completed and that run on
	running    sync.WaitGroup
	backlog    backlog.Backlog
}

// A closing is why the server closes a connection. The client gets the code and the reason.
type closing struct {
	code   websocket.StatusCode
	reason string
	detail string // for the log, which has it after the reason
}

func (c *closing) Error() string {
	if c.detail == "" {
		return c.reason
	}
	return c.reason + ": " + c.detail
}

// invalid is the closing for a message that the protocol does not know.
func invalid(format string, args ...any) *closing {
	return &closing{closeInvalid, "Invalid message received", fmt.Sprintf(format, args...)}
}

// Options are those of a connection.
type Options struct {
	ReadLimit int64         // of a message, in bytes
	KeepAlive time.Duration // how often the client is asked whether it is there; 0 asks never
	Wait      time.Duration // how long it may take to answer, or to take a message; 0 sets no bound
	// Draining ends when the server shuts down.
	Draining context.Context

	// Init gets the payload of connection_init. An error closes the connection as Forbidden, with
	// its text as the reason.
	Init func(ctx context.Context, payload map[string]json.RawMessage) error
	// Refused gets why a request was answered by an error instead of a connection.
	Refused func(err error)
	// Closed gets why the server closed a connection that Init did not refuse, in more words than
	// the client.
	Closed func(code int, reason string)
	// Guard calls what runs in a goroutine of its own: a panic of the connection would end the process.
	Guard func(func())
	// Run executes the operation of a payload, until o's context ends at most.
	Run func(o *Operation, payload []byte)
}

// Serve serves a connection until it ends, of whichever origin the page is that opens it.
func Serve(w http.ResponseWriter, r *http.Request, options Options) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{Protocol}, InsecureSkipVerify: true})
	if err != nil { // it is answered
		options.Refused(cmp.Or(errors.Unwrap(err), err))
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(options.ReadLimit)
	s := &socket{options: options, conn: conn, operations: map[string]*Operation{}}
	s.ctx, s.cancel = context.WithCancelCause(context.WithoutCancel(r.Context()))
	if conn.Subprotocol() == Protocol {
		s.serve()
	} else {
		offered := cmp.Or(language.Abbreviated(strings.Join(r.Header.Values("Sec-WebSocket-Protocol"), ", ")), "none")
		s.cancel(&closing{closeProtocol, "Subprotocol not acceptable", "the client offers " + offered + ", and the server speaks " + Protocol})
		s.close()
	}
	if why, ok := errors.AsType[*closing](context.Cause(s.ctx)); ok && why.code != closeForbidden && why.code != websocket.StatusServiceRestart {
		options.Closed(int(why.code), why.Error())
	}
}

// serve reads messages until the connection ends.
func (s *socket) serve() {
	defer s.running.Wait()
	defer s.cancel(nil)
	waiting := time.AfterFunc(initWait, func() {
		if !s.isReady() {
			s.cancel(&closing{code: closeInitTimeout, reason: "Connection initialisation timeout"})
		}
	})
	defer waiting.Stop()
	defer context.AfterFunc(s.options.Draining, func() { s.cancel(&closing{code: websocket.StatusServiceRestart, reason: "The server shuts down"}) })()
	closed := context.AfterFunc(s.ctx, func() { s.options.Guard(s.close) })
	defer closed()
	s.running.Go(func() { s.options.Guard(s.keepAlive) })
	for s.ctx.Err() == nil {
		kind, message, err := s.conn.Read(context.WithoutCancel(s.ctx))
		if errors.Is(err, websocket.ErrMessageTooBig) {
			err = &closing{code: websocket.StatusMessageTooBig, reason: "Message too big"}
		}
		if err != nil {
			s.cancel(err)
			return
		}
		if kind != websocket.MessageText {
			err = invalid("it is binary, and messages are text")
		} else {
			err = s.receive(message)
		}
		if err != nil {
			s.cancel(err)
			s.close()
			return
		}
	}
}

// close closes the connection with the code that says why.
func (s *socket) close() {
	var why *closing
	if errors.As(context.Cause(s.ctx), &why) {
		_ = s.conn.Close(why.code, why.reason)
		return
	}
	_ = s.conn.CloseNow()
}

func (s *socket) isReady() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready
}

// keepAlive asks the client every so often whether it is there.
func (s *socket) keepAlive() {
	if s.options.KeepAlive <= 0 {
		return
	}
	every := time.NewTicker(s.options.KeepAlive)
	defer every.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-every.C:
		}
		ctx, cancel := s.within()
		err := s.conn.Ping(ctx)
		cancel()
		if err != nil {
			s.cancel(err)
		}
	}
}

// within bounds how long the client may take.
func (s *socket) within() (context.Context, context.CancelFunc) {
	if wait := s.options.Wait; wait > 0 {
		return context.WithTimeout(context.WithoutCancel(s.ctx), wait)
	}
	return context.WithoutCancel(s.ctx), func() {}
}

// A socketMessage is one of the client.
type socketMessage struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Payload json.RawMessage `json:"payload"`
}

// receive acts on a message. An error closes the connection.
func (s *socket) receive(text []byte) error {
	var m socketMessage
	if err := json.Unmarshal(text, &m); err != nil {
		return invalid("%s", whyInvalid(err))
	}
	switch m.Type {
	case "connection_init":
		return s.init(m.Payload)
	case "ping":
		return s.send("pong", "", m.Payload)
	case "pong":
		return nil
	case "subscribe":
		return s.subscribe(m)
	case "complete":
		s.mu.Lock()
		defer s.mu.Unlock()
		if o := s.operations[m.ID]; o != nil {
			delete(s.operations, m.ID)
			o.cancel(nil)
		}
		return nil
	}
	return invalid("a client sends none of type %q", language.Abbreviated(m.Type))
}

// whyInvalid returns why a text is no message, in words of JSON.
func whyInvalid(err error) string {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return "it is not JSON: " + err.Error()
	case wrong.Field == "":
		return "it is not an object but of type " + wrong.Value
	}
	return "its " + wrong.Field + " is not a string but of type " + wrong.Value
}

// init accepts the connection.
func (s *socket) init(payload json.RawMessage) error {
	if s.isReady() {
		return &closing{code: closeInitTwice, reason: "Too many initialisation requests"}
	}
	var members map[string]json.RawMessage
	if len(payload) > 0 && json.Unmarshal(payload, &members) != nil {
		return invalid("the payload of connection_init is not an object")
	}
	if err := s.options.Init(s.ctx, members); err != nil {
		return &closing{code: closeForbidden, reason: cmp.Or(language.Cut(strings.ToValidUTF8(err.Error(), "\uFFFD"), maxReason-len("...")), "Forbidden")}
	}
	s.mu.Lock()
	s.ready = true
	s.mu.Unlock()
	return s.send("connection_ack", "", nil)
}

// send sends a message; of parts that are empty it has none.
func (s *socket) send(kind, id string, payload []byte) error {
	b := append(make([]byte, 0, len(payload)+len(id)+64), `{"type":"`...)
	b = append(append(b, kind...), '"')
	if id != "" {
		text, _ := json.Marshal(id)
		b = append(append(b, `,"id":`...), text...)
	}
	if len(payload) > 0 {
		b = append(append(b, `,"payload":`...), payload...)
	}
	ctx, cancel := s.within()
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, append(b, '}'))
}

// subscribe begins an operation, of any kind.
func (s *socket) subscribe(m socketMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.ready:
		return &closing{closeUnauthorized, "Unauthorized", "the client sent subscribe before connection_init was answered"}
	case m.ID == "":
		return invalid("subscribe without id")
	case len(m.Payload) == 0:
		return invalid("subscribe without payload")
	case s.operations[m.ID] != nil:
		reason := "Subscriber for " + m.ID + " already exists"
		if len(reason) > maxReason {
			reason = "Subscriber for this id already exists"
		}
		return &closing{code: closeDuplicate, reason: reason}
	case s.underWay >= maxSocketOperations:
		return &closing{code: closeInvalid, reason: "More than " + strconv.Itoa(maxSocketOperations) + " operations"}
	}
	o := &Operation{Place: s.backlog.Place(), socket: s, id: m.ID}
	o.ctx, o.cancel = context.WithCancelCause(s.ctx)
	s.operations[m.ID] = o
	s.underWay++
	s.running.Go(func() {
		defer s.ended()
		defer o.cancel(nil)
		s.options.Run(o, m.Payload)
	})
	return nil
}

func (s *socket) ended() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.underWay--
}

// An Operation is one of a connection, whose place in the backlog it has.
type Operation struct {
	*backlog.Place
	socket *socket
	id     string
	ctx    context.Context
	cancel context.CancelCauseFunc
}

// Context ends with the connection, when the client completes the operation, and by End.
func (o *Operation) Context() context.Context { return o.ctx }

// End ends the operation's context.
func (o *Operation) End(cause error) { o.cancel(cause) }

// Next sends a response; false means that the client is gone, or wants no more.
func (o *Operation) Next(response []byte) bool {
	if !o.isOpen() {
		return false
	}
	return o.Sending(len(response), func() bool {
		err := o.socket.send("next", o.id, response)
		if err != nil {
			o.socket.cancel(err)
		}
		return err == nil
	})
}

// isOpen reports whether the client still wants the operation.
func (o *Operation) isOpen() bool {
	o.socket.mu.Lock()
	defer o.socket.mu.Unlock()
	return o.socket.operations[o.id] == o
}

// leave forgets the operation. It reports whether the client is to be told.
func (o *Operation) leave() bool {
	o.socket.mu.Lock()
	defer o.socket.mu.Unlock()
	open := o.socket.operations[o.id] == o
	if open {
		delete(o.socket.operations, o.id)
	}
	return open && o.socket.ctx.Err() == nil
}

// Fail sends a list of errors, which ends the operation.
func (o *Operation) Fail(errs []byte) {
	if o.leave() {
		_ = o.socket.send("error", o.id, errs)
	}
}

// Complete says that no further response follows.
func (o *Operation) Complete() {
	if o.leave() {
		_ = o.socket.send("complete", o.id, nil)
	}
}
