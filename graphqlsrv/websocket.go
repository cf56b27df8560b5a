package graphqlsrv

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/transportws"
)

// serveSocket serves operations over a WebSocket until it ends. Scripts of other origins may open
// one where [WithCORS] lets them, with cookies only if it has Credentials: browsers send them in
// any case.
func (h *handler) serveSocket(out responder, r *http.Request) {
	foreign := !sameOrigin(r)
	if foreign && (h.http.cors == nil || !h.cors.OriginAllowed(r)) {
		out.refuse(http.StatusForbidden, CodeForbidden, language.Messagef("The origin %s may not open a WebSocket here: WithCORS lets other origins in.", header(r, "Origin")))
		return
	}
	ctx, f := h.identify(r.Context(), r)
	if f != nil { // connection_init may bring other credentials
		ctx = NewContext(r.Context(), &Context{Request: r})
	}
	leave, refused := h.enter(ctx)
	if refused != nil {
		out.refuseStream(refused)
		return
	}
	defer leave()
	request := r.Clone(context.WithoutCancel(r.Context()))
	if foreign && !h.http.cors.Credentials {
		request.Header.Del("Cookie")
	}
	transportws.Serve(out.ResponseWriter, r, transportws.Options{
		ReadLimit: h.http.maxBody, KeepAlive: h.http.keepAlive, Wait: h.http.writeWait, Draining: h.draining,
		Init: func(ctx context.Context, payload map[string]json.RawMessage) error {
			addHeaders(request.Header, payload)
			if _, f := h.newContext(ctx, request); f != nil {
				return f.errs[0]
			}
			return nil
		},
		Refused: func(err error) {
			h.refused(ctx, "", failureOf(failedInput, CodeBadUserInput, "The WebSocket was not opened: %s.", err))
		},
		Closed: func(code int, reason string) {
			h.refused(ctx, "", failureOf(failedInput, CodeBadUserInput, "The WebSocket was closed with %d: %s.", code, reason))
		},
		Run: func(o *transportws.Operation, payload []byte) {
			s := &sharedStream{o, o.Context()}
			s.survive(h, func() { h.runPayload(s, request, payload) })
		},
		Guard: h.guard,
	})
}

// sameOrigin reports whether a page of this host opens the connection, or none does.
func sameOrigin(r *http.Request) bool {
	origin := header(r, "Origin")
	_, host, _ := strings.Cut(origin, "://")
	return origin == "" || strings.EqualFold(host, r.Host)
}

// saidByHeaders are the headers by which a client says who it is and what it wants to know.
var saidByHeaders = []string{"Authorization", "Auth-Provider", "Graphql-Cost", "Apollographql-Client-Name", "Apollographql-Client-Version"}

// addHeaders takes what connection_init says for headers, which scripts of browsers can't send.
func addHeaders(header http.Header, payload map[string]json.RawMessage) {
	for name, raw := range payload {
		var value string
		if name = http.CanonicalHeaderKey(name); slices.Contains(saidByHeaders, name) && json.Unmarshal(raw, &value) == nil {
			header.Set(name, value)
		}
	}
}

// A sharedStream is an operation that shares its connection with others: a WebSocket, or the
// stream of single connection mode.
type sharedStream struct {
	sharedOperation
	ctx context.Context
}

type sharedOperation interface {
	Context() context.Context
	Begin(ctx context.Context) // see package backlog
	Rest()
	End(cause error)
	Next(response []byte) bool
	Fail(errs []byte)
	Complete()
}

// runPayload executes the operation that a message of a WebSocket holds.
func (h *handler) runPayload(s *sharedStream, r *http.Request, payload []byte) {
	var req Request
	if err := req.decode(payload); err != nil {
		s.turnAway(h, r, failureOf(failedInput, CodeBadUserInput, "%s", err.Error()))
		return
	}
	ctx, f := h.newContext(s.ctx, r)
	var op *operation
	if f == nil {
		op, f = h.prepare(ctx, &req)
	}
	if f != nil {
		s.refuse(f)
		return
	}
	leave, refused := h.enter(ctx)
	if refused != nil {
		s.turnAway(h, r, failureOf(failedInput, refused.code, "%s", refused.message))
		return
	}
	defer leave()
	s.ctx = ctx
	s.serve(h, op)
}

// turnAway refuses a request of which no operation comes.
func (s *sharedStream) turnAway(h *handler, r *http.Request, f *failure) {
	ctx, _ := anonymous(s.ctx, r)
	h.refused(ctx, "", f)
	s.refuse(f)
}

// survive calls what executes the operation; the client is told of a panic.
func (s *sharedStream) survive(h *handler, f func()) {
	h.errorLog().survive(s.ctx, f, func(err error) { s.end(h.errorLog().failure(s.ctx, failedOperation, err)) })
}

// serve executes an operation of any kind.
func (s *sharedStream) serve(h *handler, op *operation) {
	op.begin = s.Begin
	defer s.Rest()
	switch {
	case op.kind() == ast.Subscription:
		FromContext(s.ctx).end = s.End
		h.subscribe(s, op)
	case h.http.live != nil && op.live().on:
		FromContext(s.ctx).end = s.End
		h.serveLive(s, op)
	default:
		s.once(h, op)
	}
}

// once executes a query or mutation. It returns when the resolvers have: so long the operation
// counts.
func (s *sharedStream) once(h *handler, op *operation) {
	ended := make(chan struct{})
	response, f := h.executeInTime(s.ctx, op, func() { close(ended) })
	switch {
	case f != nil:
		s.refuse(f)
	case response != nil && s.next(response):
		s.complete()
	}
	<-ended
}

func (s *sharedStream) context() context.Context { return s.ctx }

func (s *sharedStream) next(response []byte) bool { return s.Next(response) }

func (s *sharedStream) refuse(f *failure) { s.Fail(appendErrors(nil, f.errs)) }

func (s *sharedStream) end(f *failure) { s.refuse(f) }

func (s *sharedStream) complete() { s.Complete() }
