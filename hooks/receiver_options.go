package hooks

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// On returns events of one type to a function that gets their payload decoded from
// JSON, as [Event.Decode] does, or as it came if T is []byte; if T is [Event], the function gets the
// event itself, which its context has in any case: [EventFrom].
//
//	hooks.On("activity:created", func(ctx context.Context, a Activity) (any, error) { ... })
//
// The type is where the preset's sender puts it, or where [TypeFromHeader]
// or [TypeFromJSON] say. A payload that can't be decoded into T is a 500.
func On[T any](name string, f func(ctx context.Context, payload T) (any, error)) Option {
	return Option{receiver: func(r *Receiver) {
		if problem := r.cannotHandle(name, reflect.ValueOf(f), reflect.TypeFor[T]()); problem != "" {
			r.refuse("type", fmt.Sprintf("On(%q): %s", name, problem))
			return
		}
		r.code[name] = reflect.ValueOf(f).Pointer()
		r.types[name] = func(ctx context.Context, e Event) (any, error) {
			var payload T
			switch p := any(&payload).(type) {
			case *[]byte:
				*p = e.Payload()
			case *Event:
				*p = e
			default:
				if err := e.Decode(&payload); err != nil {
					return nil, fmt.Errorf("the payload of %s is not as expected: %w", name, err)
				}
			}
			return f(ctx, payload)
		}
	}}
}

// cannotHandle says why a function is none for events of a type; empty if it is.
func (r *Receiver) cannotHandle(name string, f reflect.Value, payload reflect.Type) string {
	_, twice := r.types[name]
	switch {
	case name == "":
		return "there is no type"
	case strings.HasSuffix(name, "*"):
		return "a type is a whole name; what no On names goes to the second argument of Handler"
	case f.IsNil():
		return "the function is nil"
	case twice:
		return "want one function for each type"
	case payload == reflect.TypeFor[*Event]():
		return "take a hooks.Event, not a pointer to one"
	case payload.Kind() == reflect.Chan || payload.Kind() == reflect.Func:
		return "a body does not decode into a " + payload.String()
	}
	return ""
}

// Ignore answers events of types that no [On] names with 200, without running
// anything. Use it where the sender sends more types than are subscribed to, or tries
// a refused delivery for days. An event whose type can't be read is refused all the
// same, with 400: it may be one that On names.
func Ignore() Option {
	return Option{receiver: func(r *Receiver) { r.ignore = true }}
}

// StoreWith has events stored in place of being handled: f gets each that a handler is for,
// verified, with ID and Type, and once where there is a replay store; the sender is answered
// 200 as soon as f returns nil. [Receiver.Process] handles it later. The inbox of
// signalbox/hooks/postbox is made of the two.
func StoreWith(f func(ctx context.Context, e Event) error) Option {
	return Option{receiver: func(r *Receiver) {
		if f == nil {
			r.refuse("store", "StoreWith has no function")
		}
		r.store = f
	}}
}

// TypeFromHeader takes the type of an event from a header.
func TypeFromHeader(name string) Option {
	return Option{receiver: func(r *Receiver) {
		if !token(name) {
			r.refuse("type", fmt.Sprintf("TypeFromHeader: %q is not the name of a header", name))
		}
		r.typed = &eventType{header: name}
	}}
}

// TypeFromJSON takes the type of an event from its JSON body, at a path
// of member names with full stops between: "type", "event.type".
func TypeFromJSON(path string) Option {
	return Option{receiver: func(r *Receiver) {
		if !isPath(path) {
			r.refuse("type", fmt.Sprintf("TypeFromJSON: %q: want names with dots between, as in event.type", path))
		}
		r.typed = &eventType{paths: [][]string{strings.Split(path, ".")}}
	}}
}

// IDFromHeader takes the id of a delivery from a header. The signature
// does not cover headers; so a replay store knows a delivery by its id and body.
func IDFromHeader(name string) Option {
	return Option{receiver: func(r *Receiver) {
		if !token(name) {
			r.refuse("id", fmt.Sprintf("IDFromHeader: %q is not the name of a header", name))
		}
		r.id = &deliveryID{idHeaders: []string{name}}
	}}
}

// IDFromJSON takes the id of a delivery from its JSON body, at a path as
// [TypeFromJSON] has it. The signature covers it, but for a secretKeyVerifier,
// skipVerifier or GitLab.
func IDFromJSON(path string) Option {
	return Option{receiver: func(r *Receiver) {
		if !isPath(path) {
			r.refuse("id", fmt.Sprintf("IDFromJSON: %q: want names with dots between, as in event.id", path))
		}
		r.id = &deliveryID{idPaths: [][]string{strings.Split(path, ".")}, idSigned: r.coversBody()}
	}}
}

// coversBody reports whether the verifier's signature binds the body.
func (r *Receiver) coversBody() bool {
	switch v := r.verify.(type) {
	case *Verifier:
		return v != nil && v.kind != secretKeyVerifier && v.kind != skipVerifier && (v.kind != jwtVerifier || v.config.bodyHash)
	case *Preset:
		return v != nil && !v.partly
	}
	return false
}

// Limits are the bounds of a [Receiver]. The zero value of a field is the default.
type Limits struct {
	// Body is how many bytes a body may have; 0 means 1 MiB. A larger one is answered 413, unread
	// if its size is announced.
	Body int64
	// BodyTime is how long a body may take to arrive; 0 means ten seconds. One that takes longer
	// is answered 408.
	BodyTime time.Duration

	// Lease is how long a handler may take before another attempt of the same delivery is
	// processed; 0 means a minute. The handler's context ends then.
	Lease time.Duration
	// Store is how long the replay store may take to claim a delivery, to confirm and to
	// release it; 0 means three seconds. A delivery that can't be claimed or confirmed within it
	// is answered 503.
	Store time.Duration
	// Remember is how long a processed delivery is remembered; 0 means four days: as long as the
	// sender may try again, which is up to three days, and at least twice the tolerance of
	// timestamps.
	Remember time.Duration
}

// WithLimits sets the limits that are not 0. Lease, Store and Remember are those of [WithReplay].
//
//	hooks.WithLimits(hooks.Limits{Body: 5 << 20, Lease: 10 * time.Minute})
func WithLimits(l Limits) Option {
	return Option{receiver: func(r *Receiver) {
		if min(l.Body, int64(l.BodyTime), int64(l.Lease), int64(l.Store), int64(l.Remember)) < 0 {
			r.refuse("limits", "one is negative; 0 means the default")
			return
		}
		r.limits.Body = cmp.Or(l.Body, r.limits.Body)
		r.limits.BodyTime = cmp.Or(l.BodyTime, r.limits.BodyTime)
		if max(l.Lease, l.Store, l.Remember) > 0 {
			p := r.replayOf()
			p.lease, p.timeout, p.ttl = cmp.Or(l.Lease, p.lease), cmp.Or(l.Store, p.timeout), cmp.Or(l.Remember, p.ttl)
		}
	}}
}

// WithStatus answers an outcome with another status, for senders that demand one:
//
//	hooks.WithStatus(hooks.Unverified, http.StatusForbidden)
func WithStatus(outcome string, status int) Option {
	return Option{receiver: func(r *Receiver) {
		if _, ok := r.statuses[outcome]; !ok || status < 200 || status > 599 {
			r.refuse("status", fmt.Sprintf("%d for %q: want a final status for one of the outcomes but Handshake", status, outcome))
			return
		}
		r.statuses[outcome] = status
	}}
}

// WithObserver calls f after each delivery, before it is answered, for metrics. There may be
// several.
func WithObserver(f func(ctx context.Context, o Observation)) Option {
	return Option{receiver: func(r *Receiver) {
		if f == nil {
			r.refuse("observer", "is nil")
			return
		}
		before := r.observer
		r.observer = func(ctx context.Context, o Observation) {
			defer f(ctx, o) // also after a panic
			before(ctx, o)
		}
	}}
}

// WithReplay doesn't run the handler again for a delivery that it has processed:
// see [ReplayStore]. [Limits] say how long claims and confirmations last. Receivers may share
// a store: a delivery is known by the secret, the kind of verifier and its id. Where there is no
// id, [IDFromHeader], [IDFromJSON] or [ByBody] has to say.
//
// A scope keeps the deliveries of this receiver apart from those of another one with the same
// secret and store: two endpoints for one sender, say. Receivers with different secrets are
// always apart. A scope is needed with a skipVerifier, which has no secret, and with an
// [Authenticator] of your own, whose secret is not known. [Handler] returns an error for a second
// receiver of this process that has the store, the secret and the scope of another one, and
// other functions; with the same functions, as of an endpoint that is made anew, it logs a warning.
//
//	hooks.WithReplay(store)
//	hooks.WithReplay(store, "orders")
func WithReplay(store ReplayStore, scope ...string) Option {
	return Option{receiver: func(r *Receiver) {
		if store == nil {
			r.refuse("replay store", "is nil")
			return
		}
		if len(scope) > 1 {
			r.refuse("replay scope", fmt.Sprintf("there are %d; want one", len(scope)))
		}
		r.replayOf().store, r.replayOf().scope = store, strings.Join(scope, "")
	}}
}

// ByBody knows deliveries by their body where they have no id: a second one with
// the same body is a duplicate for as long as window, and processed after that. So
// it is for bodies that tell one event from the next, by a time say.
func ByBody(window time.Duration) Option {
	return Option{receiver: func(r *Receiver) {
		if window <= 0 {
			r.refuse("replay id", fmt.Sprintf("ByBody(%v): want a duration longer than 0, such as 10*time.Minute", window))
		}
		r.replayOf().window = window
	}}
}

type rejectedType struct{ message string }

func (e *rejectedType) Error() string { return e.message }

// RejectType is the error by which a handler refuses an event of a type that it
// does not support: the sender gets 400 {"data": message}.
func RejectType(message string) error {
	if message == "" {
		message = "unsupported event type"
	}
	return &rejectedType{message}
}
