package graphqlsrv

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/transportws"
)

// serveSocket serves operations over a WebSocket until it ends. Scripts of other origins may open
// one where [WithCORS] lets them, with cookies only if it has Credentials: browsers send them in
// any case.
func (h *handler) serveSocket(w http.ResponseWriter, r *http.Request) {
	ctx, f := h.newContext(r.Context(), r)
	if f != nil { // connection_init may bring other credentials
		ctx = NewContext(r.Context(), &Context{Request: r})
	}
	leave, refused := h.enter(ctx)
	if refused != nil {
		w.Header().Set("Retry-After", "1")
		responder{ResponseWriter: w}.refuse(refused.status, refused.code, refused.message)
		return
	}
	defer leave()
	elsewhere := h.http.cors != nil && h.cors.OriginAllowed(r)
	request := r.Clone(context.WithoutCancel(r.Context()))
	if elsewhere && !h.http.cors.Credentials && !sameOrigin(r) {
		request.Header.Del("Cookie")
	}
	transportws.Serve(w, r, transportws.Options{
		ReadLimit: h.http.maxBody, KeepAlive: h.http.keepAlive, Wait: h.http.writeWait, AnyOrigin: elsewhere, Draining: h.draining,
		Init: func(ctx context.Context, payload map[string]json.RawMessage) error {
			addCredentials(request.Header, payload)
			if _, f := h.newContext(ctx, request); f != nil {
				return errors.New("forbidden")
			}
			return nil
		},
		Run: func(o *transportws.Operation, payload []byte) {
			(&socketStream{o, o.Context()}).run(h, request, payload)
		},
	})
}

// sameOrigin reports whether a page of this host opens the connection.
func sameOrigin(r *http.Request) bool {
	_, host, _ := strings.Cut(r.Header.Get("Origin"), "://")
	return strings.EqualFold(host, r.Host)
}

// addCredentials takes Authorization and Auth-Provider of connection_init for headers, which
// scripts of browsers can't send.
func addCredentials(header http.Header, payload map[string]json.RawMessage) {
	for name, raw := range payload {
		var value string
		if name = http.CanonicalHeaderKey(name); (name == "Authorization" || name == "Auth-Provider") && json.Unmarshal(raw, &value) == nil {
			header.Set(name, value)
		}
	}
}

// A socketStream is an operation over a WebSocket.
type socketStream struct {
	*transportws.Operation
	ctx context.Context
}

// run executes the operation of a payload.
func (o *socketStream) run(h *handler, r *http.Request, payload []byte) {
	var req Request
	if err := req.decode(payload); err != nil {
		o.refuse(failureOf(failedInput, CodeBadUserInput, "%s", err.Error()))
		return
	}
	ctx, f := h.newContext(o.ctx, r)
	var op *operation
	if f == nil {
		op, f = h.prepare(ctx, &req)
	}
	if f != nil {
		o.refuse(f)
		return
	}
	leave, refused := h.enter(ctx)
	if refused != nil {
		o.refuse(failureOf(failedInput, refused.code, "%s", refused.message))
		return
	}
	defer leave()
	o.ctx = ctx
	FromContext(ctx).end = o.End
	switch {
	case op.kind() == ast.Subscription:
		h.subscribe(o, op)
	case h.http.live != nil && op.live().on:
		h.serveLive(o, op)
	default:
		o.once(h, op)
	}
}

// once executes a query or mutation, within the time that [WithTimeout] gives it.
func (o *socketStream) once(h *handler, op *operation) {
	ctx, cancel := o.ctx, context.CancelFunc(func() {})
	if timeout := h.http.timeout; timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, timeout)
	}
	defer cancel()
	done := make(chan []byte, 1)
	go func() { done <- op.execute(ctx, nil) }()
	select {
	case response := <-done:
		if o.next(response) {
			o.complete()
		}
	case <-ctx.Done():
		if ctx.Err() == context.DeadlineExceeded {
			o.refuse(failureOf(failedInput, CodeTimeout, "The request took longer than %s.", h.http.timeout))
		}
	}
}

func (o *socketStream) context() context.Context { return o.ctx }

func (o *socketStream) next(response []byte) bool { return o.Next(response) }

func (o *socketStream) refuse(f *failure) { o.Fail(appendErrors(nil, f.errs)) }

func (o *socketStream) end(f *failure) { o.refuse(f) }

func (o *socketStream) complete() { o.Complete() }
