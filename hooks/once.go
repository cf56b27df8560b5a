package hooks

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// DefaultLease is how long a claim lasts.
const DefaultLease = time.Minute

// DefaultConfirmation is how long a processed delivery is remembered: senders try
// again for up to three days.
const DefaultConfirmation = 4 * 24 * time.Hour

// storeTimeout is how long a store may take to confirm or release, when the
// request's own context may be over.
const storeTimeout = 5 * time.Second

// A replay is how a receiver processes deliveries once.
type replay struct {
	store ReplayStore
	lease time.Duration
	ttl   time.Duration
	scope string
}

func (r *Receiver) replayOf() *replay {
	if r.replay == nil {
		r.replay = &replay{lease: DefaultLease, ttl: DefaultConfirmation, scope: r.scope()}
	}
	return r.replay
}

func (r *Receiver) scope() string {
	switch v := r.verify.(type) {
	case *Preset:
		if v != nil {
			return v.name
		}
	case *Verifier:
		if v != nil {
			return string(v.kind)
		}
	}
	return "webhook"
}

// key names a delivery: by its id where the signature covers it, by id and body
// where it does not, so that nobody can take the id of a delivery that is still to
// come; by the body alone where there is no id. Names are hashed, for a sender may
// choose any.
func (p *replay) key(e *Event, signed bool) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d:%s%d:%s", len(p.scope), p.scope, len(e.ID), e.ID)
	if !signed {
		h.Write(e.Payload())
	}
	return "webhook:" + string(appendHex(nil, h.Sum(nil)))
}

// once runs the handler if nobody has, and tells the store how it went.
func (r *Receiver) once(ctx context.Context, handle HandlerFunc, e Event, signed bool) result {
	claim, err := r.claim(ctx, r.replay.key(&e, signed))
	if err != nil {
		return result{outcome: StoreFailed, err: err, event: &e, retry: storeTimeout}
	}
	switch claim.State {
	case Confirmed:
		return result{outcome: Duplicate, event: &e}
	case Pending:
		wait := claim.Wait
		if wait <= 0 {
			wait = r.replay.lease
		}
		return result{outcome: InProgress, event: &e, retry: wait}
	}
	claim.TTL = r.replay.ttl
	leased, cancel := context.WithTimeout(ContextWithClaim(ctx, claim), r.replay.lease)
	defer cancel()
	res := r.run(leased, handle, e)
	return r.settle(ctx, claim, res)
}

func (r *Receiver) claim(ctx context.Context, key string) (c Claim, err error) {
	defer recovered(&err)
	c, err = r.replay.store.Claim(ctx, key, r.replay.lease)
	if err == nil && c.State != Claimed && c.State != Pending && c.State != Confirmed {
		err = errors.New("hooks: the replay store gave a claim without a state")
	}
	return c, err
}

// recovered makes an error of a store's panic.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("hooks: the replay store panicked: %v", v)
	}
}

// settle confirms or releases the claim. It does so even if the sender has gone.
func (r *Receiver) settle(ctx context.Context, claim Claim, res result) result {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	if res.outcome != Processed || res.response.StatusCode >= 300 { // the sender will try again
		if err := r.release(ctx, claim); err != nil {
			r.logger.ErrorContext(ctx, "hooks: a claim can't be released and blocks the delivery until its lease runs out", "error", err)
		}
		return res
	}
	err := r.confirm(ctx, claim)
	switch {
	case err == nil:
		return res
	case errors.Is(err, ErrClaimLost): // the work is done; the other owner does it again
		r.logger.WarnContext(ctx, "hooks: a handler took longer than its lease, and the delivery was taken again", "id", res.event.ID)
		return res
	}
	return result{outcome: StoreFailed, err: err, event: res.event, retry: r.replay.lease}
}

func (r *Receiver) confirm(ctx context.Context, c Claim) (err error) {
	defer recovered(&err)
	return r.replay.store.Confirm(ctx, c, r.replay.ttl)
}

func (r *Receiver) release(ctx context.Context, c Claim) (err error) {
	defer recovered(&err)
	return r.replay.store.Release(ctx, c)
}

// waitSeconds writes seconds, at least one.
func waitSeconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}
