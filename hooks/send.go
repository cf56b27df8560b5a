package hooks

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"
)

// SenderOptions say how a [Sender] works. The zero value suits most.
type SenderOptions struct {
	Timeout  time.Duration // for one attempt, with the answer's body; 0 means 15 s
	Attempts int           // the most per endpoint; 0 means 5, 1 no retries and no waiting for the endpoint's circuit
	Parallel int           // the most requests of this Sender at the same time; 0 means 256. Endpoints that failed or were slow the last time share half of them
	Limits   EndpointLimits

	Backoff       time.Duration // before the first retry, doubled for each further one, with full jitter; 0 means 500 ms
	MaxBackoff    time.Duration // what doubling leads to at most; 0 means 30 s
	MaxRetryAfter time.Duration // the longest Retry-After that is waited for; 0 means 1 minute. A longer one ends the attempts and stands in the DeliveryError

	// RetryStatus reports which statuses are worth another attempt; nil means 408, 409, 425, 429
	// and all of 5xx but 501 and 505. 2xx and 410 aren't asked about.
	RetryStatus func(status int) bool

	// AllowPrefixes are addresses that may be sent to although they aren't public:
	// see [AddressGuard].
	AllowPrefixes []netip.Prefix
	AllowHTTP     bool        // sends to endpoints of http:// too, for development
	TLS           *tls.Config // certificates and roots; nil means the system's
	// Transport replaces the Sender's own, for an egress proxy, say. The address
	// guard is then the transport's duty.
	Transport http.RoundTripper

	UserAgent string // empty means "signalbox-hooks"

	// Log, if not nil, is told of every attempt, in the order of the attempts per endpoint, for
	// several endpoints at the same time: see [SlogDeliveries]. It is where an application shows
	// its customers what became of their deliveries. It should be quick: the next attempt waits
	// for it. Its panic is logged and changes nothing.
	Log func(ctx context.Context, a Attempt)

	// The clock, the waiting between attempts, which returns the context's error when that ends
	// first, and the jitter, a number from 0 to 1.
	now    func() time.Time
	sleep  func(ctx context.Context, d time.Duration) error
	random func() float64
}

// A Sender signs webhooks and POSTs them, as JSON unless they have a Body. It retries, within bounds; it
// refuses private addresses and follows no redirects, because endpoints are
// often chosen by customers. It is safe for concurrent use; make one and keep it,
// for it keeps connections.
//
// It forgets what it was sending when its process ends. Deliveries that must
// survive that belong in the outbox of signalbox/hooks/postbox.
type Sender struct {
	options   SenderOptions
	backoff   backoff
	client    *http.Client
	guard     *AddressGuard // nil with a Transport of the caller's
	slots     chan struct{} // one per request under way
	unhealthy chan struct{} // one per request to an endpoint that failed or was slow
	endpoints endpoints
}

// NewSender makes a [Sender]. It returns a [*ConfigError] for an option that
// can't be meant.
func NewSender(o SenderOptions) (*Sender, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.fill()
	var guard *AddressGuard
	if o.Transport == nil {
		guard = &AddressGuard{Allow: o.AllowPrefixes}
		o.Transport = guardedTransport(o, guard)
	}
	return &Sender{
		options: o,
		guard:   guard,
		backoff: backoff{base: o.Backoff, most: o.MaxBackoff, retryAfter: o.MaxRetryAfter, random: o.random},
		client: &http.Client{
			Transport:     o.Transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		slots:     make(chan struct{}, o.Parallel),
		unhealthy: make(chan struct{}, max(1, o.Parallel/2)),
		endpoints: endpoints{limits: o.Limits, states: map[string]*endpointState{}},
	}, nil
}

func (o *SenderOptions) check() error {
	bad := func(setting, problem string) error {
		return &ConfigError{Setting: "SenderOptions." + setting, Problem: problem}
	}
	for _, d := range []struct {
		name  string
		value time.Duration
	}{
		{"Timeout", o.Timeout}, {"Backoff", o.Backoff}, {"MaxBackoff", o.MaxBackoff}, {"MaxRetryAfter", o.MaxRetryAfter},
	} {
		if d.value < 0 {
			return bad(d.name, "it is negative; 0 means the default")
		}
	}
	switch {
	case o.Attempts < 0:
		return bad("Attempts", "it is negative; 0 means the default, 1 no retries")
	case o.Parallel < 0:
		return bad("Parallel", "it is negative; 0 means the default")
	case badHeader(http.Header{"User-Agent": {o.UserAgent}}) != "":
		return bad("UserAgent", "it has characters that HTTP doesn't allow in a header")
	case o.Transport != nil && len(o.AllowPrefixes) > 0:
		return bad("AllowPrefixes", "they are of the Sender's own transport; Transport replaces it")
	case o.MaxBackoff > 0 && o.Backoff > o.MaxBackoff:
		return bad("Backoff", "it is longer than MaxBackoff")
	}
	for i, p := range o.AllowPrefixes {
		if !p.IsValid() {
			return bad("AllowPrefixes", fmt.Sprintf("number %d is no valid prefix, such as 10.0.0.0/8", i+1))
		}
	}
	return o.Limits.check(bad)
}

// fill sets what was left out.
func (o *SenderOptions) fill() {
	o.Timeout = cmp.Or(o.Timeout, 15*time.Second)
	o.Attempts = cmp.Or(o.Attempts, 5)
	o.Parallel = cmp.Or(o.Parallel, 256)
	o.Limits.fill(o.Parallel)
	o.MaxBackoff = cmp.Or(o.MaxBackoff, max(30*time.Second, o.Backoff))
	o.Backoff = cmp.Or(o.Backoff, min(500*time.Millisecond, o.MaxBackoff))
	o.MaxRetryAfter = cmp.Or(o.MaxRetryAfter, time.Minute)
	o.UserAgent = cmp.Or(o.UserAgent, "signalbox-hooks")
	if o.RetryStatus == nil {
		o.RetryStatus = retryStatus
	}
	if o.Log == nil {
		o.Log = func(context.Context, Attempt) {}
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.sleep == nil {
		o.sleep = sleep
	}
	if o.random == nil {
		o.random = rand.Float64
	}
}

// guardedTransport is a transport that asks the address guard before each
// connection. It knows no proxy: a proxy would connect where the guard can't see.
func guardedTransport(o SenderOptions, guard *AddressGuard) *http.Transport {
	dialer := &net.Dialer{Timeout: o.Timeout, Control: guard.Control}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSClientConfig:        o.TLS.Clone(),
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    o.Timeout,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    4,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // the answer's size must be the one that was sent
	}
}

// Check returns a [*ConfigError] for an endpoint that can't be sent to, for those who store
// endpoints: its URL is none, or is an address that is refused, in any spelling; it has no Signer.
// What a name resolves to is seen when it is sent to.
func (s *Sender) Check(e Endpoint) error {
	if !s.isMade() {
		return notMade
	}
	if err := s.checkEndpoint(e); err != nil || s.guard == nil {
		return err
	}
	target, _ := url.Parse(e.URL)
	return s.guard.checkHost(target.Hostname())
}

// notMade is the error of a Sender that is none.
var notMade = &ConfigError{Setting: "Sender", Problem: "make it with NewSender"}

// Close closes the connections that are kept for later. The Sender stays usable.
func (s *Sender) Close() {
	if s.isMade() {
		s.client.CloseIdleConnections()
	}
}

// Send delivers a message to one endpoint and returns when it was accepted, when
// the attempts are used up, or when ctx ends. Accepted means a status of 2xx.
//
//	signer, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(secret))
//	...
//	receipt, err := sender.Send(ctx, hooks.Message{Payload: order},
//		hooks.Endpoint{URL: "https://example.com/hooks", Signer: signer})
//
// The error is a [*ConfigError] if the message or the endpoint can't be used as
// they are, else a [*DeliveryError]. The receipt is the last attempt, Err that error.
func (s *Sender) Send(ctx context.Context, m Message, e Endpoint) (receipt Attempt, err error) {
	return s.one(ctx, m, e, (*sending).run)
}

// Try makes one attempt to deliver a message to one endpoint, for those who retry
// themselves. It waits for the endpoint's limits for a second at most, and not at all if the
// endpoint failed or was slow the last time: if they allow no request then, the
// [*DeliveryError] has no Attempts, and in RetryAfter when to try again.
func (s *Sender) Try(ctx context.Context, m Message, e Endpoint) (receipt Attempt, err error) {
	return s.one(ctx, m, e, (*sending).try)
}

func (s *Sender) one(ctx context.Context, m Message, e Endpoint, run func(*sending, context.Context)) (receipt Attempt, err error) {
	m, body, err := s.prepare(m)
	if err != nil {
		if s.isMade() { // then both mistakes are reported
			if also := s.checkEndpoint(e); also != nil {
				err = errors.Join(err, also)
			}
		}
		return Attempt{ID: m.ID, URL: redacted(e.URL), Err: err}, err
	}
	r := s.deliver(ctx, m, body, e, run)
	return r, r.Err
}

// SendAll delivers a message to several endpoints at once; one that is slow or
// fails doesn't hold up the others. Receipts are in the order of the endpoints.
// The error joins those of the receipts.
func (s *Sender) SendAll(ctx context.Context, m Message, endpoints []Endpoint) ([]Attempt, error) {
	m, body, err := s.prepare(m)
	if err != nil {
		return nil, err
	}
	receipts := make([]Attempt, len(endpoints))
	var wg sync.WaitGroup
	for i, e := range endpoints {
		wg.Go(func() { receipts[i] = s.deliver(ctx, m, body, e, (*sending).run) })
	}
	wg.Wait()
	var errs []error
	for _, r := range receipts {
		errs = append(errs, r.Err)
	}
	return receipts, errors.Join(errs...)
}

// isMade reports whether NewSender made the Sender.
func (s *Sender) isMade() bool { return s != nil && s.client != nil }

// prepare encodes the message, once for all attempts.
func (s *Sender) prepare(m Message) (Message, []byte, error) {
	if !s.isMade() {
		return m, nil, notMade
	}
	return m.Encode()
}

// deliver makes the attempts for one endpoint. What the caller's functions panic
// with (signer, log, options) becomes the receipt's error: it may happen on a
// goroutine of ours, where nobody else could catch it.
func (s *Sender) deliver(ctx context.Context, m Message, body []byte, e Endpoint, run func(*sending, context.Context)) Attempt {
	r := Attempt{ID: m.ID, URL: redacted(e.URL)}
	if r.Err = s.checkEndpoint(e); r.Err != nil {
		return r
	}
	d := &sending{sender: s, message: m, body: body, endpoint: e, receipt: r, state: s.endpoints.enter(e)}
	defer func() { s.endpoints.leave(d.state, s.options.now()) }()
	run(d, ctx)
	return d.receipt
}
