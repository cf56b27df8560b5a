package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
	"unsafe"
)

// The outcomes: what became of a delivery, with the status that answers each.
const (
	Processed   = "processed"    // 200 {"data": value}
	Handshake   = "handshake"    // what the sender asks for
	Rejected    = "rejected"     // 400 {"data": message}: an event type that is not supported or can't be read
	Ignored     = "ignored"      // 200 {"data": null}: no handler is for it; see Ignore
	Unverified  = "unverified"   // 401 without body
	TooLarge    = "too large"    // 413 without body
	Unreadable  = "unreadable"   // 400 without body: the sender broke off
	TooSlow     = "too slow"     // 408 without body: the body did not end in time
	Failed      = "failed"       // 500 {"error": "internal error"}
	Duplicate   = "duplicate"    // 200 {"data": null}: it has been processed before
	InProgress  = "in progress"  // 409 with Retry-After: another receiver has it
	StoreFailed = "store failed" // 503 with Retry-After: the replay store can't be asked
)

var statuses = map[string]int{
	Processed: http.StatusOK, Ignored: http.StatusOK, Rejected: http.StatusBadRequest, Unverified: http.StatusUnauthorized,
	TooLarge: http.StatusRequestEntityTooLarge, Unreadable: http.StatusBadRequest, TooSlow: http.StatusRequestTimeout, Failed: http.StatusInternalServerError,
	Duplicate: http.StatusOK, InProgress: http.StatusConflict, StoreFailed: http.StatusServiceUnavailable,
}

// An Observation is what metrics want to know of a delivery.
type Observation struct {
	Outcome  string
	Status   int    // of the response
	Type     string // of the event; empty before it is known
	ID       string // of the delivery; empty before it is known
	Size     int    // of the body, in bytes
	Duration time.Duration
	Err      error // why, or nil
}

// A result is what receiving came to.
type result struct {
	outcome  string
	response *Response // nil: the outcome's own
	err      error
	event    *Event // nil before it is known
	retry    time.Duration
}

// outcomeOf is the outcome of an error.
func outcomeOf(err error) string {
	var (
		verification *WebhookVerificationError
		sign         *WebhookSignError
		rejected     *rejectedType
	)
	switch {
	case errors.As(err, &verification), errors.As(err, &sign):
		return Unverified
	case errors.As(err, &rejected):
		return Rejected
	}
	return Failed
}

// finish returns the response of a result, and shows it to the log and the observer.
func (r *Receiver) finish(ctx context.Context, started time.Time, res result, d *Delivery) Response {
	response := res.response
	if response == nil {
		made := r.respond(res)
		response = &made
	}
	o := Observation{Outcome: res.outcome, Status: response.StatusCode, Err: res.err, Duration: time.Since(started)}
	if d != nil {
		o.Size = len(d.Body)
	}
	if res.event != nil {
		o.Type, o.ID = res.event.Type, res.event.ID
	}
	r.log(ctx, o)
	r.observe(ctx, o)
	return *response
}

// observe calls the observer, whose panic must not change the answer.
func (r *Receiver) observe(ctx context.Context, o Observation) {
	defer func() {
		if recover() != nil {
			r.logger.ErrorContext(ctx, "hooks: an observer panicked")
		}
	}()
	r.observer(ctx, o)
}

func (r *Receiver) log(ctx context.Context, o Observation) {
	level, gone := slog.LevelInfo, ctx.Err() == context.Canceled && errors.Is(o.Err, context.Canceled)
	switch o.Outcome {
	case Failed, StoreFailed:
		level = slog.LevelError
		if gone {
			level = slog.LevelWarn
		}
	case Unverified, TooLarge, TooSlow, Unreadable, Rejected:
		level = slog.LevelWarn
	}
	if !r.logger.Enabled(ctx, level) {
		return
	}
	attributes := []any{"outcome", o.Outcome, "status", o.Status, "type", clip(o.Type, maxLoggedName), "id", clip(o.ID, maxLoggedName), "size", o.Size, "duration", o.Duration}
	if o.Err != nil {
		text := o.Err.Error()
		if gone {
			text = "the sender went away: " + text
		}
		attributes = append(attributes, "error", clip(text, maxLoggedError))
	}
	r.logger.Log(ctx, level, "hooks: webhook", attributes...)
}

// nothing is the answer without data.
var nothing = map[string]any{"data": nil}

// respond makes the response of an outcome.
func (r *Receiver) respond(res result) Response {
	status := r.statuses[res.outcome]
	switch res.outcome {
	case Rejected:
		var rejected *rejectedType // without what wraps it, which is for the log
		_ = errors.As(res.err, &rejected)
		return jsonResponse(status, map[string]string{"data": rejected.message})
	case Failed:
		return jsonResponse(status, map[string]string{"error": errInternal.Error()})
	case Duplicate, Ignored:
		return jsonResponse(status, nothing)
	case InProgress, StoreFailed:
		return Response{StatusCode: status, Headers: map[string]string{"Retry-After": waitSeconds(res.retry)}}
	}
	return Response{StatusCode: status}
}

// processed is the response of a handler that succeeded with data.
func (r *Receiver) processed(data any) (*Response, error) {
	switch response := data.(type) {
	case Response:
		return checkResponse(&response)
	case *Response:
		if response != nil {
			return checkResponse(response)
		}
	}
	body, err := marshal(struct {
		Data any `json:"data"`
	}{data})
	if err != nil {
		return nil, fmt.Errorf("hooks: what the handler returned is no JSON: %w", err)
	}
	return &Response{
		StatusCode: r.statuses[Processed], Headers: map[string]string{contentType: jsonType}, Body: string(body),
	}, nil
}

// checkResponse holds a handler's own response to what HTTP allows.
func checkResponse(response *Response) (*Response, error) {
	copied := *response
	copied.Headers = maps.Clone(response.Headers)
	if copied.StatusCode == 0 {
		copied.StatusCode = http.StatusOK
	}
	if copied.StatusCode < 200 || copied.StatusCode > 599 {
		return nil, &ConfigError{Setting: "status", Problem: "a handler's response has one that is no final status"}
	}
	return &copied, nil
}

// marshal encodes JSON as JavaScript does: without escaping HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// bodyText is a body as an event has it: text, or base64 if it is none.
func bodyText(body []byte) (text string, isBase64 bool) {
	if utf8.Valid(body) {
		return unsafe.String(unsafe.SliceData(body), len(body)), false // nobody changes a payload
	}
	return stdBase64.EncodeToString(body), true
}

// joinValues joins the values of a header; equal ones count once.
func joinValues(values []string) string {
	if value, ok := only(values); ok {
		return value
	}
	return strings.Join(values, ", ")
}
