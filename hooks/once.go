package hooks

import (
	"context"
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
	store        ReplayStore
	lease        time.Duration
	ttl          time.Duration
	window       time.Duration // of deliveries known by their body; 0 without ByBody
	scope        string
	fingerprints [][]byte
}

func (r *Receiver) replayOf() *replay {
	if r.replay == nil {
		r.replay = &replay{lease: DefaultLease, ttl: DefaultConfirmation}
	}
	return r.replay
}

// checkReplay refuses a replay store that can't do its work.
func (r *Receiver) checkReplay() {
	p := r.replay
	if p.store == nil {
		r.refuse("replay store", "there is none; give WithReplay")
	}
	own := false
	switch v := r.verify.(type) {
	case *Verifier:
		own = v != nil
	case *Preset:
		own = v != nil
	}
	if !own && p.scope == "" {
		r.refuse("replay scope", "there is none, and the verifier's secret is not known; give WithReplayScope")
	}
	hasID := r.id != nil || r.preset != nil && (r.preset.byBody || r.preset.idAt.idHeaders != nil || r.preset.idAt.idPath != nil)
	if !hasID && p.window == 0 {
		r.refuse("replay id", "nothing tells deliveries apart; give IDFromHeader, IDFromJSON or ByBody")
	}
}

// once runs the handler if nobody has, and tells the store how it went.
func (r *Receiver) once(ctx context.Context, handle HandlerFunc, d *Delivery, e Event, signed bool) result {
	who, ok := r.identify(d, &e, signed)
	if !ok {
		return result{outcome: Rejected, err: errNoID, event: &e}
	}
	claims, last, err := r.claim(ctx, r.keys(d, who))
	if err != nil {
		return result{outcome: StoreFailed, err: err, event: &e, retry: storeTimeout}
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
	}
	leased, cancel := context.WithTimeout(ContextWithClaim(ctx, claims[0]), r.replay.lease)
	defer cancel()
	res := r.run(leased, handle, e)
	return r.settle(ctx, claims, res)
}

// errNoID tells what the sender may know: that a delivery needs an id.
var errNoID = RejectType("the delivery has no id")

// claim takes all keys, or none. last is the claim that decides: of the first key
// that another has, or has processed.
func (r *Receiver) claim(ctx context.Context, keys []string) (claims []Claim, last Claim, err error) {
	for _, key := range keys {
		last, err = r.claimOne(ctx, key)
		if err != nil || last.State != Claimed {
			r.releaseAll(ctx, claims)
			return nil, last, err
		}
		claims = append(claims, last)
	}
	return claims, last, nil
}

func (r *Receiver) claimOne(ctx context.Context, key string) (c Claim, err error) {
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

// settle confirms or releases the claims. It does so even if the sender has gone.
func (r *Receiver) settle(ctx context.Context, claims []Claim, res result) result {
	if res.outcome != Processed || res.response.StatusCode >= 300 { // the sender will try again
		r.releaseAll(ctx, claims)
		return res
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	for _, c := range claims {
		err := r.confirm(ctx, c)
		switch {
		case err == nil:
		case errors.Is(err, ErrClaimLost): // the work is done; the other owner does it again
			r.logger.WarnContext(ctx, "hooks: a handler took longer than its lease, and the delivery was taken again", "id", res.event.ID)
		default:
			return result{outcome: StoreFailed, err: err, event: res.event, retry: r.replay.lease}
		}
	}
	return res
}

func (r *Receiver) confirm(ctx context.Context, c Claim) (err error) {
	defer recovered(&err)
	return r.replay.store.Confirm(ctx, c, c.TTL)
}

func (r *Receiver) releaseAll(ctx context.Context, claims []Claim) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	for _, c := range claims {
		if err := r.release(ctx, c); err != nil {
			r.logger.ErrorContext(ctx, "hooks: a claim can't be released and blocks the delivery until its lease runs out", "error", err)
		}
	}
}

func (r *Receiver) release(ctx context.Context, c Claim) (err error) {
	defer recovered(&err)
	return r.replay.store.Release(ctx, c)
}

// waitSeconds writes seconds, at least one.
func waitSeconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}
