package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"time"
)

const (
	keptResponse = 4 << 10  // of an answer's body for receipts and logs
	readResponse = 64 << 10 // of it to keep the connection; a longer one closes it
)

var errEndpointGone = errors.New("the endpoint is gone (410) and wants no more deliveries: disable it")

// A DeliveryError is a message that one endpoint didn't accept.
type DeliveryError struct {
	ID         string        // the message's
	URL        string        // the endpoint's, without user, password and query
	Attempts   int           // how many were made; 0 if the endpoint's limits hold the message back
	Status     int           // of the last answer, 0 if there was none; 410 means that the endpoint wants no more
	RetryAfter time.Duration // what the last answer asked to wait, or the endpoint's limits, 0 if nothing
	// Final reports that no later attempt will succeed either: the endpoint is gone, and the
	// caller should disable it, as Standard Webhooks says; its address is refused, the message
	// can't be signed.
	Final bool
	Err   error // the cause: a *ConfigError for an address that is refused, the context's or the network's error
}

// Error tells which message failed where, how often it was tried and why.
func (e *DeliveryError) Error() string {
	attempts := "1 attempt"
	if e.Attempts != 1 {
		attempts = fmt.Sprintf("%d attempts", e.Attempts)
	}
	text := fmt.Sprintf("hooks: %s was not delivered to %s in %s: %v", e.ID, e.URL, attempts, e.Err)
	if e.RetryAfter > 0 {
		text += fmt.Sprintf("; it asks to wait %v", e.RetryAfter.Round(time.Second))
	}
	return text
}

// Unwrap gives the cause.
func (e *DeliveryError) Unwrap() error { return e.Err }

// A sending is a message on its way to one endpoint.
type sending struct {
	sender   *Sender
	message  Message
	body     []byte
	endpoint Endpoint
	receipt  Attempt // the last one
	state    *endpointState
	at       time.Time     // when the last attempt began
	held     time.Duration // how long the endpoint's limits held the message back
}

// An attemptResult is what one attempt came to.
type attemptResult struct {
	status       int
	response     []byte
	retryAfter   time.Duration
	err          error
	retry, final bool
	unsent       bool // the limits or the context's end left no request to be made
}

// run makes attempts until one is accepted or there is no point in another.
func (d *sending) run(ctx context.Context) {
	var last attemptResult
	defer func() { d.log(ctx, d.finish(last, recover()), 0, false) }()
	for {
		d.at = d.sender.options.now()
		o := d.attempt(ctx, d.queue, enter)
		if o.unsent { // the last answer stays the last
			o.status, o.response = last.status, last.response
		}
		last = o
		wait, again := d.plan(ctx, last)
		if deadline, ok := ctx.Deadline(); again && ok && time.Until(deadline) < wait { // waiting would be in vain
			last.err = fmt.Errorf("%w before another attempt in %v; the last one: %w", context.DeadlineExceeded, wait.Round(time.Millisecond), last.err)
			return
		}
		if !again {
			return
		}
		if !last.unsent {
			d.log(ctx, last, wait, true)
		}
		if err := d.sender.options.sleep(ctx, wait); err != nil {
			last.err, last.unsent = fmt.Errorf("%w before another attempt; the last one: %w", err, last.err), true
			return
		}
	}
}

// try makes one attempt, if that is possible now.
func (d *sending) try(ctx context.Context) {
	var o attemptResult
	defer func() {
		if o = d.finish(o, recover()); !o.unsent {
			d.log(ctx, o, 0, false)
		}
	}()
	d.at = d.sender.options.now()
	o = d.attempt(ctx, d.takeSlot, d.enterOrLeave)
}

// finish fills the receipt in. A panic is one of the caller's functions, and may be
// over with the next attempt.
func (d *sending) finish(o attemptResult, panicked any) attemptResult {
	if panicked != nil {
		o = attemptResult{status: o.status, response: o.response, err: fmt.Errorf("a function of the caller panicked: %v", panicked)}
	}
	d.receipt = d.shown(o)
	if r := &d.receipt; o.err != nil {
		r.Err = &DeliveryError{
			ID: r.ID, URL: r.URL, Attempts: r.Number, Status: o.status, RetryAfter: o.retryAfter, Final: o.final, Err: o.err,
		}
	}
	return o
}

// shown is an attempt as the caller sees it.
func (d *sending) shown(o attemptResult) Attempt {
	return Attempt{
		ID: d.message.ID, Endpoint: d.state.key, URL: d.receipt.URL, Number: d.receipt.Number, Unsent: o.unsent,
		At: d.at, Took: d.sender.options.now().Sub(d.at), Status: o.status, Response: o.response, Err: o.err,
	}
}

// plan says whether to make another attempt, and when. Waiting for the endpoint's limits
// takes no attempt, and has an end of its own.
func (d *sending) plan(ctx context.Context, o attemptResult) (wait time.Duration, again bool) {
	options := &d.sender.options
	if !o.retry || d.receipt.Number >= options.Attempts || ctx.Err() != nil {
		return 0, false
	}
	wait, again = d.sender.backoff.wait(d.receipt.Number, o.retryAfter)
	if o.unsent {
		d.held += wait
		again = again && options.Attempts > 1 && d.held/time.Duration(options.Attempts) <= options.MaxRetryAfter
	}
	if !again {
		wait = 0
	}
	return wait, again
}

// log writes an entry of the log, whose panic must not change what became of the
// delivery.
func (d *sending) log(ctx context.Context, o attemptResult, wait time.Duration, again bool) {
	defer survive(ctx, "a Log of deliveries")
	a := d.shown(o)
	a.Retry, a.Wait = again, wait
	d.sender.options.Log(ctx, a)
}

// survive, deferred, logs a panic of a function that is only told what happened.
func survive(ctx context.Context, what string) {
	if v := recover(); v != nil {
		slog.ErrorContext(ctx, "hooks: "+what+" panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	}
}

// attempt makes one, when the endpoint's limits and the Sender's allow it. take
// takes one of the endpoint's slots, and half one of those that unhealthy endpoints share.
func (d *sending) attempt(ctx context.Context, take func(context.Context) attemptResult, half enterFunc) attemptResult {
	if o := take(ctx); o.err != nil {
		return o
	}
	defer func() { <-d.state.slots }()
	limits := &d.sender.endpoints.limits
	probe, wait, err := d.state.admit(limits, d.sender.options.now(), d.sender.options.Timeout)
	if err != nil {
		return attemptResult{err: err, retryAfter: wait, retry: err != errEndpointPaused, unsent: true}
	}
	recorded := false
	defer func() {
		if probe && !recorded {
			d.state.dropProbe()
		}
	}()
	free, o := d.share(ctx, half)
	if o.err != nil {
		return o
	}
	defer free()
	began := d.sender.options.now()
	o = d.post(ctx)
	recorded = d.record(ctx, began, o, probe)
	return o
}

// queue waits for one of the endpoint's slots, and for the time of the next
// request under its rate. Whoever waits here holds up nobody else.
func (d *sending) queue(ctx context.Context) attemptResult {
	if o := enter(ctx, d.state.slots); o.err != nil || d.state.rate == nil {
		return o
	}
	now := d.sender.options.now()
	turn := d.state.rate.ReserveN(now, 1)
	if err := d.sender.options.sleep(ctx, turn.DelayFrom(now)); err != nil {
		turn.CancelAt(d.sender.options.now())
		<-d.state.slots
		return attemptResult{err: err, unsent: true}
	}
	return attemptResult{}
}

// takeSlot takes one of the endpoint's slots, if one is free soon and its rate allows
// a request.
func (d *sending) takeSlot(ctx context.Context) attemptResult {
	select {
	case d.state.slots <- struct{}{}:
	default:
		if o := d.waitInLine(ctx); o.err != nil {
			return o
		}
	}
	if d.state.rate == nil {
		return attemptResult{}
	}
	now := d.sender.options.now()
	turn := d.state.rate.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait == 0 {
		return attemptResult{}
	}
	turn.CancelAt(now)
	<-d.state.slots
	return attemptResult{err: errEndpointBusy, retryAfter: wait, retry: true, unsent: true}
}

// linePatience is how long a Try waits for one of the endpoint's slots.
const linePatience = time.Second

// waitInLine waits for one of the endpoint's slots. Each that waits holds a worker of its
// caller's: few may, and none where the endpoint failed or was slow the last time.
func (d *sending) waitInLine(ctx context.Context) attemptResult {
	if d.state.isUnhealthy() {
		return d.busy(d.sender.options.Timeout)
	}
	select {
	case d.state.line <- struct{}{}:
		defer func() { <-d.state.line }()
	default:
		return d.busy(linePatience)
	}
	patience := time.NewTimer(linePatience)
	defer patience.Stop()
	select {
	case d.state.slots <- struct{}{}:
		return attemptResult{}
	case <-patience.C:
		return d.busy(linePatience)
	case <-ctx.Done():
		return attemptResult{err: ctx.Err(), unsent: true}
	}
}

// busy is the result of a Try that comes back in a second, and so much more at most that not
// all come at once.
func (d *sending) busy(spread time.Duration) attemptResult {
	return attemptResult{err: errEndpointBusy, retryAfter: time.Second + d.sender.backoff.jitter(spread), retry: true, unsent: true}
}

// share takes one of the Sender's slots. Endpoints that failed or were slow the
// last time have half of them, so that they never have all.
func (d *sending) share(ctx context.Context, half enterFunc) (free func(), o attemptResult) {
	leave := func() {}
	if d.state.isUnhealthy() {
		if o := half(ctx, d.sender.unhealthy); o.err != nil {
			return nil, o
		}
		leave = func() { <-d.sender.unhealthy }
	}
	if o := enter(ctx, d.sender.slots); o.err != nil {
		leave()
		return nil, o
	}
	return func() { <-d.sender.slots; leave() }, attemptResult{}
}

// An enterFunc takes one of a pool's slots.
type enterFunc func(ctx context.Context, pool chan struct{}) attemptResult

// enter waits for one.
func enter(ctx context.Context, pool chan struct{}) attemptResult {
	select {
	case pool <- struct{}{}:
		return attemptResult{}
	case <-ctx.Done():
		return attemptResult{err: ctx.Err(), unsent: true}
	}
}

// enterOrLeave doesn't wait.
func (d *sending) enterOrLeave(_ context.Context, pool chan struct{}) attemptResult {
	select {
	case pool <- struct{}{}:
		return attemptResult{}
	default:
		return d.busy(d.sender.options.Timeout)
	}
}

// record tells the endpoint's state how a request ended, and the hook what that
// changes. It reports false for a request that says nothing of the endpoint.
func (d *sending) record(ctx context.Context, began time.Time, o attemptResult, probe bool) bool {
	if ctx.Err() != nil && o.err != nil || o.final {
		return false
	}
	limits, now := &d.sender.endpoints.limits, d.sender.options.now()
	slow := now.Sub(began) > d.sender.options.Timeout/4
	changes := d.state.record(limits, now, o, slow, probe)
	if limits.OnChange != nil {
		for _, c := range changes {
			c.Key, c.URL, c.Err = d.state.key, d.receipt.URL, o.err
			d.changed(ctx, c)
		}
	}
	return true
}

func (d *sending) changed(ctx context.Context, c EndpointStatus) {
	defer survive(ctx, "OnChange")
	d.sender.endpoints.limits.OnChange(ctx, c)
}

// post makes the request.
func (d *sending) post(parent context.Context) attemptResult {
	d.receipt.Number++
	ctx, cancel := context.WithTimeout(parent, d.sender.options.Timeout)
	defer cancel()
	request, err := d.request(ctx)
	if err != nil {
		return attemptResult{err: err, final: true}
	}
	response, err := d.sender.client.Do(request)
	if err != nil {
		return d.unanswered(parent, err)
	}
	defer response.Body.Close()
	return d.answered(response)
}

// request makes the request and has it signed.
func (d *sending) request(ctx context.Context) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.endpoint.URL, bytes.NewReader(d.body))
	if err != nil {
		return nil, errors.New("its URL can't be read")
	}
	h := request.Header
	for _, more := range []http.Header{d.message.Header, d.endpoint.Header} {
		for name, values := range more {
			h[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
		}
	}
	h.Set("Content-Type", d.message.ContentType)
	h.Set("User-Agent", d.sender.options.UserAgent)
	d.endpoint.label(h, d.message)
	signed := &Delivery{Method: http.MethodPost, URL: d.endpoint.URL, Header: h, Body: bytes.Clone(d.body)}
	if err := d.endpoint.Signer.SignDelivery(signed); err != nil {
		return nil, fmt.Errorf("it can't be signed: %w", err)
	}
	request.Header = signed.Header
	return request, nil
}

// unanswered is the result of an attempt without an answer.
func (d *sending) unanswered(parent context.Context, err error) attemptResult {
	if outer := (*url.Error)(nil); errors.As(err, &outer) {
		err = outer.Err // the DeliveryError names the URL
	}
	var refused *ConfigError // of an AddressGuard
	switch {
	case parent.Err() != nil:
		return attemptResult{err: parent.Err()}
	case errors.As(err, &refused):
		return attemptResult{err: err, final: true}
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no answer within %v: %w", d.sender.options.Timeout, err)
	}
	return attemptResult{err: err, retry: retryable(err)}
}

// answered is the result that a response means.
func (d *sending) answered(response *http.Response) attemptResult {
	o := attemptResult{status: response.StatusCode, retryAfter: parseRetryAfter(response.Header, d.sender.options.now())}
	if o.status >= 200 { // a 101 has a connection for its body
		o.response = beginning(response.Body)
	}
	switch status := fmt.Sprintf("%d %s", o.status, http.StatusText(o.status)); {
	case o.status >= 200 && o.status < 300:
	case o.status == http.StatusGone:
		o.err, o.final = errEndpointGone, true
	case o.status >= 300 && o.status < 400:
		o.err = fmt.Errorf("the endpoint answered %s: redirects aren't followed, register the URL that it leads to", status)
		o.retry = d.sender.options.RetryStatus(o.status)
	default:
		o.err = fmt.Errorf("the endpoint answered %s", status)
		o.retry = d.sender.options.RetryStatus(o.status)
	}
	return o
}

// beginning reads a body within bounds. The status has been seen: a body that
// breaks off changes nothing.
func beginning(body io.Reader) []byte {
	text, _ := io.ReadAll(io.LimitReader(body, readResponse))
	return bytes.Clone(text[:min(len(text), keptResponse)])
}
