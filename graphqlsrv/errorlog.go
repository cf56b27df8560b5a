package graphqlsrv

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"signalbox/graphqlsrv/internal/language"
)

// An errorLog masks and logs the errors of one execution, or one that comes before
// there is an execution. A list may fail by one cause in each of its items: it is
// logged once.
type errorLog struct {
	engine *engine
	causes atomic.Pointer[causes] // nil without errors
}

// causes are those that the log has.
type causes struct {
	mu     sync.Mutex
	logged map[string]struct{}
	more   int // how many it lacks
}

// maxLoggedCauses bounds the causes that the log has of one execution.
const maxLoggedCauses = 100

func (e *engine) errorLog() *errorLog { return &errorLog{engine: e} }

// isNew reports whether a cause is to be logged, and notes it.
func (l *errorLog) isNew(cause string) bool {
	l.causes.CompareAndSwap(nil, &causes{logged: map[string]struct{}{}})
	c := l.causes.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.logged[cause]; ok {
		return false
	}
	if len(c.logged) == maxLoggedCauses {
		c.more++
		return false
	}
	c.logged[cause] = struct{}{}
	return true
}

// end logs how many causes the log lacks.
func (l *errorLog) end(ctx context.Context) {
	if c := l.causes.Load(); c != nil && c.more > 0 {
		l.engine.cfg.logger.ErrorContext(ctx, "graphql: more errors were not logged", "count", c.more, "request", requestID(ctx))
	}
}

// mask returns a copy of an error that clients may see, or one that hides err. That something was
// canceled is no fault where the request itself has ended.
func mask(ctx context.Context, err error) (shown *Error, masked bool) {
	var own *Error
	if errors.As(err, &own) && own != nil {
		c := *own
		c.Locations = slices.Clone(own.Locations)
		return &c, false
	}
	return &Error{Message: maskedMessage, Code: CodeInternalServerError, cause: err, fault: ctx.Err() == nil || !errors.Is(err, context.Canceled)}, true
}

// A wrongValue is why what a resolver or property returned is no value of its field: clients see
// an [Error] in graphql-js' words, the log has its cause, in Go's, if there is one.
type wrongValue struct {
	error
	field, operation string
}

func (e *wrongValue) Unwrap() error { return e.error }

// visible returns a copy of an error that the client may see: errors that are not
// for clients are masked, and logged with their path in the response.
func (l *errorLog) visible(ctx context.Context, err error, path []pathPart) (shown *Error) {
	defer func() { // the methods of err are the application's
		if r := recover(); r != nil {
			shown, _ = mask(ctx, l.panicked(ctx, r, stepsOf(path)...))
		}
	}()
	cfg := l.engine.cfg
	shown, masked := mask(ctx, err)
	if !masked {
		var wrong *wrongValue
		if shown.own && errors.As(err, &wrong) {
			shown.fault = true
			if l.isNew("value of " + wrong.field) {
				cfg.logger.ErrorContext(ctx, "graphql: wrong value", "field", wrong.field, "error", shortError(cmp.Or(shown.cause, error(shown))), "operation", wrong.operation, "path", stepsOf(path), "request", requestID(ctx))
			}
		}
		return shown
	}
	if cfg.unmasked {
		return &Error{Message: fmt.Sprint(err), cause: err, fault: shown.fault}
	}
	var p *panicError
	if errors.As(err, &p) {
		l.logPanic(ctx, p, stepsOf(path))
	} else if shown.fault && l.isNew(causeText(err)) {
		cfg.logger.ErrorContext(ctx, "graphql: masked error", "error", shortError(err), "request", requestID(ctx), "path", stepsOf(path))
	}
	if cfg.development {
		shown.Extensions = map[string]any{"originalError": originalError(err)}
	}
	return shown
}

// failure makes a failure of an error, masked and logged where it is not for clients.
func (l *errorLog) failure(ctx context.Context, kind failureKind, err error, path ...pathPart) *failure {
	return &failure{kind: kind, errs: []*Error{l.visible(ctx, err, path)}}
}

// causeText returns the beginning of the text of the error that err wraps, innermost:
// what wraps it may name each item of a list.
func causeText(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return language.Cut(fmt.Sprint(err), maxLogged) // Error may panic, Sprint does not
}

func originalError(err error) map[string]any {
	shown := map[string]any{"message": language.Cut(fmt.Sprint(err), maxLogged)}
	var p *panicError
	if errors.As(err, &p) {
		shown["stack"] = p.stack
	}
	return shown
}

// A panicError is a panic of a resolver.
type panicError struct {
	value  any
	stack  string
	logged sync.Once
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// panicked logs a panic with its stack and its path in the response, and makes an error of it.
func (l *errorLog) panicked(ctx context.Context, value any, path ...any) error {
	p := &panicError{value: value, stack: string(debug.Stack())}
	l.logPanic(ctx, p, path)
	return p
}

// guard turns a panic of the application into a masked error.
func (l *errorLog) guard(ctx context.Context, err *error) {
	if r := recover(); r != nil {
		*err = l.panicked(ctx, r)
	}
}

// guard does so with the path of the value that is being written.
func (w *writer) guard(err *error) {
	if r := recover(); r != nil {
		*err = w.run.panicked(w.run.ctx, r, w.pathNow()...)
	}
}

var errGoexit = errors.New("a resolver called runtime.Goexit")

// caught calls f; failed gets its panic, or errGoexit where f ended the goroutine.
func caught(f func(), failed func(value any)) {
	returned := false
	defer func() {
		r := recover()
		if r == nil && !returned {
			r = errGoexit
		}
		if r != nil {
			failed(r)
		}
	}()
	f()
	returned = true
}

// survive calls f, as every goroutine that this package starts does with what it runs: a panic
// would end the process. failed gets the error of one.
func (l *errorLog) survive(ctx context.Context, f func(), failed func(err error)) {
	caught(f, func(value any) {
		err := l.panicked(ctx, value)
		caught(func() { failed(err) }, func(any) {}) // what it calls may be what panics
	})
}

// logPanic logs a panic once, however many fields it fails.
func (l *errorLog) logPanic(ctx context.Context, p *panicError, path []any) {
	defer func() { _ = recover() }() // the logger is the application's
	p.logged.Do(func() {
		text := language.Cut(fmt.Sprint(p.value), maxLogged)
		if l.isNew("panic: " + text + panicPlace(p.stack)) {
			l.engine.cfg.logger.ErrorContext(ctx, "graphql: panic", "panic", text, "path", path, "request", requestID(ctx), "stack", p.stack)
		}
	})
}

// panicPlace returns the first lines of code after the panic in a stack, so that panics
// of one text are told apart.
func panicPlace(stack string) string {
	_, frames, _ := strings.Cut(stack, "\npanic(")
	var place strings.Builder
	n := 0
	for line := range strings.Lines(frames) {
		if file, _, ok := strings.Cut(line, " +0x"); ok && n < 4 {
			place.WriteString(file)
			n++
		}
	}
	return place.String()
}
