package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	keptResponse = 4 << 10  // of an answer's body for receipts and logs
	readResponse = 64 << 10 // of it to keep the connection; a longer one closes it
)

// ErrGone tells that the endpoint answered 410: it wants no more deliveries. The
// caller should disable it, as Standard Webhooks says.
var ErrGone = errors.New("the endpoint is gone (410) and wants no more deliveries: disable it")

// A DeliveryError is a message that one endpoint didn't accept.
type DeliveryError struct {
	ID         string        // the message's
	URL        string        // the endpoint's, its password masked
	Attempts   int           // how many were made
	Status     int           // of the last answer, 0 if there was none
	RetryAfter time.Duration // what the last answer asked to wait, 0 if nothing
	// Final tells that no later attempt will succeed either: the endpoint is gone, its
	// address is refused, the message can't be signed.
	Final bool
	Err   error // the cause: ErrGone, an *AddressError, the context's or the network's error
}

// Error tells which message failed where, how often it was tried and why.
func (e *DeliveryError) Error() string {
	attempts := "1 attempt"
	if e.Attempts != 1 {
		attempts = fmt.Sprintf("%d attempts", e.Attempts)
	}
	return fmt.Sprintf("hooks: %s was not delivered to %s in %s: %v", e.ID, e.URL, attempts, e.Err)
}

// Unwrap gives the cause.
func (e *DeliveryError) Unwrap() error { return e.Err }

// A sending is a message on its way to one endpoint.
type sending struct {
	sender   *Sender
	message  Message
	body     []byte
	endpoint Endpoint
	receipt  Receipt
}

// An outcome is what one attempt came to.
type outcome struct {
	status       int
	response     []byte
	retryAfter   time.Duration
	err          error
	retry, final bool
}

// run makes attempts until one is accepted or there is no point in another.
func (d *sending) run(ctx context.Context) {
	var last outcome
	defer func() {
		if p := recover(); p != nil {
			last.err, last.final = fmt.Errorf("a function of the caller panicked: %v", p), true
		}
		d.finish(last)
	}()
	for {
		at := d.sender.options.Now()
		last = d.attempt(ctx)
		wait, again := d.plan(ctx, last)
		d.log(ctx, at, last, wait, again)
		if !again {
			return
		}
		if err := d.sender.options.Sleep(ctx, wait); err != nil {
			last.err = fmt.Errorf("%w before another attempt; the last one: %w", err, last.err)
			return
		}
	}
}

func (d *sending) finish(o outcome) {
	r := &d.receipt
	r.Status, r.Response = o.status, o.response
	if o.err != nil {
		r.Err = &DeliveryError{
			ID: r.ID, URL: r.URL, Attempts: r.Attempts, Status: o.status, RetryAfter: o.retryAfter, Final: o.final, Err: o.err,
		}
	}
}

// plan tells whether to make another attempt, and when. One that would come
// after the context's end isn't waited for.
func (d *sending) plan(ctx context.Context, o outcome) (wait time.Duration, again bool) {
	if !o.retry || d.receipt.Attempts >= d.sender.options.Attempts || ctx.Err() != nil {
		return 0, false
	}
	wait, allowed := d.sender.backoff.wait(d.receipt.Attempts, o.retryAfter)
	if !allowed {
		return 0, false
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return 0, false
	}
	return wait, true
}

func (d *sending) log(ctx context.Context, at time.Time, o outcome, wait time.Duration, again bool) {
	options := &d.sender.options
	options.Log.LogAttempt(ctx, Attempt{
		ID: d.message.ID, URL: d.receipt.URL, Number: d.receipt.Attempts,
		At: at, Took: options.Now().Sub(at),
		Status: o.status, Response: o.response, Err: o.err, Retry: again, Wait: wait,
	})
}

// attempt makes one, when a slot is free.
func (d *sending) attempt(parent context.Context) outcome {
	select {
	case d.sender.slots <- struct{}{}:
		defer func() { <-d.sender.slots }()
	case <-parent.Done():
		return outcome{err: parent.Err()}
	}
	d.receipt.Attempts++
	ctx, cancel := context.WithTimeout(parent, d.sender.options.Timeout)
	defer cancel()
	request, err := d.request(ctx)
	if err != nil {
		return outcome{err: err, final: true}
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
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", d.sender.options.UserAgent)
	for _, more := range []http.Header{d.message.Header, d.endpoint.Header} {
		for name, values := range more {
			h[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
		}
	}
	d.endpoint.setID(h, d.message.ID)
	signed := &Delivery{Method: http.MethodPost, URL: d.endpoint.URL, Header: h, Body: bytes.Clone(d.body)}
	if err := d.endpoint.Signer.SignDelivery(signed); err != nil {
		return nil, fmt.Errorf("it can't be signed: %w", err)
	}
	request.Header = signed.Header
	return request, nil
}

// unanswered is the outcome of an attempt without an answer.
func (d *sending) unanswered(parent context.Context, err error) outcome {
	if outer := (*url.Error)(nil); errors.As(err, &outer) {
		err = outer.Err // the DeliveryError names the URL
	}
	var refused *AddressError
	switch {
	case parent.Err() != nil:
		return outcome{err: parent.Err()}
	case errors.As(err, &refused):
		return outcome{err: err, final: true}
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no answer within %v: %w", d.sender.options.Timeout, err)
	}
	return outcome{err: err, retry: retryable(err)}
}

// answered is the outcome that a response means.
func (d *sending) answered(response *http.Response) outcome {
	o := outcome{status: response.StatusCode, retryAfter: parseRetryAfter(response.Header, d.sender.options.Now())}
	if o.status >= 200 { // a 101 has a connection for its body
		o.response = beginning(response.Body)
	}
	switch status := fmt.Sprintf("%d %s", o.status, http.StatusText(o.status)); {
	case o.status >= 200 && o.status < 300:
	case o.status == http.StatusGone:
		o.err, o.final = ErrGone, true
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
