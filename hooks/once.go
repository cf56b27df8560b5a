package hooks

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"time"
)

// A replay is how a receiver processes deliveries once.
type replay struct {
	store        ReplayStore
	lease        time.Duration
	ttl          time.Duration
	window       time.Duration // of deliveries known by their body; 0 without ByBody
	scope        string
	fingerprints [][]byte
	timeout      time.Duration
	hanging      hanging
}

var (
	errTimeout = errors.New("hooks: the replay store did not answer in time")
	errGone    = errors.New("hooks: the sender went away before the replay store answered")
	errHangs   = errors.New("hooks: the replay store has left too many calls without an answer, and is asked now and then only")
)

// maxHanging is how many calls may hang in a store that heeds no context.
const maxHanging = 1000

// maxHangWait is the longest time between probes of a store that hangs.
const maxHangWait = 5 * time.Minute

// hanging bounds the calls that nobody waits for any more. Above maxHanging one call
// tries now and then whether the store is well, after a time that doubles. When it is
// answered, those that still hang count no more: the store has forgotten them.
type hanging struct {
	sync.Mutex
	calls   int
	answers int // how often the store came back
	next    time.Time
	wait    time.Duration
}

// enter reports whether the store may be asked, and after which of its answers.
func (h *hanging) enter() (after int, ok bool) {
	h.Lock()
	defer h.Unlock()
	if h.calls >= maxHanging {
		now := time.Now()
		if now.Before(h.next) {
			return 0, false
		}
		h.wait = min(2*h.wait, maxHangWait)
		h.next = now.Add(h.wait)
	}
	return h.answers, true
}

// add counts a call that hangs, or by -1 one that does no more.
func (h *hanging) add(n, after int, timeout time.Duration) {
	h.Lock()
	defer h.Unlock()
	if after != h.answers {
		return
	}
	if h.calls += n; h.calls == maxHanging && n > 0 {
		h.wait, h.next = timeout, time.Now().Add(timeout)
	}
}

// answered forgets the calls that hang, if there were too many.
func (h *hanging) answered() {
	h.Lock()
	defer h.Unlock()
	if h.calls >= maxHanging {
		h.calls = 0
		h.answers++
	}
}

// bounded makes a call to the store, which may heed its context or not, and waits
// for the answer no longer than the timeout. The late function is called in place
// of an answer's reader if there is one after that.
func (p *replay) bounded(ctx context.Context, call func(context.Context) error, late func()) error {
	if _, ok := p.store.(*memoryReplay); ok { // asks nobody
		return guarded(ctx, call)
	}
	after, ok := p.hanging.enter()
	if !ok {
		return errHangs
	}
	within, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- guarded(within, call) }()
	select {
	case err := <-answer:
		p.hanging.answered()
		return err
	case <-within.Done():
	}
	p.hanging.add(1, after, p.timeout)
	go func() {
		err := <-answer
		p.hanging.add(-1, after, p.timeout)
		if late != nil && err == nil {
			late()
		}
	}()
	if ctx.Err() == context.Canceled {
		return fmt.Errorf("%w: %w", errGone, ctx.Err())
	}
	return fmt.Errorf("%w: %w", errTimeout, within.Err())
}

// guarded makes an error of a panic.
func guarded(ctx context.Context, call func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("hooks: the replay store panicked: %v", v)
		}
	}()
	return call(ctx)
}

func (r *Receiver) replayOf() *replay {
	if r.replay == nil {
		r.replay = &replay{lease: time.Minute, ttl: 4 * 24 * time.Hour, timeout: 3 * time.Second}
	}
	return r.replay
}

// checkReplay refuses a replay store that can't do its work.
func (r *Receiver) checkReplay() {
	p := r.replay
	if p.store == nil {
		r.refuse("replay store", "there is none; give WithReplay")
	}
	if p.scope == "" && !r.hasSecret() {
		r.refuse("replay scope", "there is none, and the verifier has no secret that is known; give WithReplay a scope")
	}
	hasID := r.id != nil || r.preset != nil && (r.preset.byBody || r.preset.idAt.exists())
	if !hasID && p.window == 0 {
		r.refuse("replay id", "nothing tells deliveries apart; give IDFromHeader, IDFromJSON or ByBody, or a Scheme its IDPath or IDHeader")
	}
}

// hasSecret reports whether the verifier has a secret by which its deliveries differ from others'.
func (r *Receiver) hasSecret() bool {
	switch v := r.verify.(type) {
	case *Verifier:
		return v == nil || v.kind != skipVerifier
	case *Preset:
		return true
	}
	return false
}

// once runs the handler if nobody has, and records in the store how it went.
func (r *Receiver) once(ctx context.Context, handle handlerFunc, d *Delivery, e Event, signed bool) result {
	who, ok := r.identify(d, &e, signed)
	if !ok {
		return result{outcome: Rejected, err: errNoID, event: &e}
	}
	claims, last, err := r.claim(ctx, r.keys(d, who))
	if err != nil {
		return result{outcome: StoreFailed, err: err, event: &e, retry: r.replay.timeout}
	}
	switch last.State {
	case Confirmed:
		return result{outcome: Duplicate, event: &e}
	case Pending:
		wait := last.Wait
		if wait <= 0 {
			wait = r.replay.lease
		}
		return result{outcome: InProgress, event: &e, retry: wait}
	}
	for i := range claims {
		claims[i].TTL = who.ttl
		if i > 0 {
			claims[0].Also = append(claims[0].Also, claims[i].Key)
		}
	}
	e.Claim = claims[0]
	leased, cancel := context.WithTimeout(ctx, r.replay.lease)
	defer cancel()
	res := r.run(leased, handle, e)
	if res.err != nil && errors.Is(leased.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
		res.err = fmt.Errorf("the handler has %v (Limits.Lease): %w", r.replay.lease, res.err)
	}
	return r.endClaim(ctx, claims, res)
}

// errNoID is what the sender may know: that a delivery needs an id.
var errNoID = RejectType("the delivery has no id")

// claim takes all keys, or none. last is the claim that decides: of the first key
// that another has, or has processed.
func (r *Receiver) claim(ctx context.Context, keys []string) (claims []Claim, last Claim, err error) {
	within := ctx
	if len(keys) > 1 {
		var cancel func()
		within, cancel = context.WithTimeout(ctx, r.replay.timeout) // for all
		defer cancel()
	}
	for _, key := range keys {
		last, err = r.claimOne(within, key)
		switch {
		case err != nil:
			go r.releaseAll(ctx, claims) // the sender doesn't wait for a store that fails
			return nil, last, err
		case last.State != Claimed:
			r.releaseAll(ctx, claims)
			return nil, last, nil
		}
		claims = append(claims, last)
	}
	return claims, last, nil
}

// claimOne takes a key. A claim that comes too late is released, so that the next
// attempt need not wait for its lease.
func (r *Receiver) claimOne(ctx context.Context, key string) (Claim, error) {
	var c Claim
	err := r.replay.bounded(ctx, func(ctx context.Context) (err error) {
		c, err = r.replay.store.Claim(ctx, key, r.replay.lease)
		if err == nil && c.State != Claimed && c.State != Pending && c.State != Confirmed {
			err = errors.New("hooks: the replay store gave a claim without a state")
		}
		return err
	}, func() {
		if c.State == Claimed {
			r.releaseAll(ctx, []Claim{c})
		}
	})
	if err != nil {
		return Claim{}, err // c may still be written to
	}
	return c, nil
}

// endClaim confirms or releases the claims. It does so even if the sender has gone.
func (r *Receiver) endClaim(ctx context.Context, claims []Claim, res result) result {
	if res.outcome != Processed || res.response.StatusCode >= 300 { // the sender will try again
		r.releaseAll(ctx, claims)
		return res
	}
	ctx = context.WithoutCancel(ctx)
	for _, c := range claims {
		err := r.replay.bounded(ctx, func(ctx context.Context) error {
			return r.replay.store.Confirm(ctx, c, c.TTL)
		}, nil)
		switch {
		case err == nil:
		case errors.Is(err, ErrClaimLost): // the work is done; the other owner does it again
			r.logger.WarnContext(ctx, "hooks: a handler took longer than its lease, and the delivery was taken again", "type", clip(res.event.Type, maxLoggedName), "id", clip(res.event.ID, maxLoggedName))
		default:
			return result{outcome: StoreFailed, err: err, event: res.event, retry: r.replay.lease}
		}
	}
	return res
}

func (r *Receiver) releaseAll(ctx context.Context, claims []Claim) {
	ctx = context.WithoutCancel(ctx)
	for _, c := range claims {
		err := r.replay.bounded(ctx, func(ctx context.Context) error { return r.replay.store.Release(ctx, c) }, nil)
		if err != nil {
			r.logger.ErrorContext(ctx, "hooks: a claim can't be released and blocks the delivery until its lease runs out", "error", clip(err.Error(), maxLoggedError))
		}
	}
}

// waitSeconds writes seconds, at least one.
func waitSeconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}
