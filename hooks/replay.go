package hooks

import (
	"context"
	"errors"
	"time"
)

// The states of a [Claim].
const (
	Claimed   = "claimed"   // the caller has it now
	Pending   = "pending"   // another caller has it and has not confirmed it
	Confirmed = "confirmed" // it has been processed
)

// A Claim is the right to process one delivery for the time of a lease.
type Claim struct {
	Key   string // names the delivery; at most 512 bytes of printable ASCII
	State string // what Claim found: Claimed, Pending or Confirmed
	// Token distinguishes this claim from another one of the same key, so that the owner of
	// a lease that has run out can't confirm or release its successor's. It is set
	// when State is Claimed.
	Token string
	// Wait is how long a pending claim still runs, if the store knows it; a receiver
	// answers it as Retry-After.
	Wait time.Duration
	// Also are the keys by which the receiver's other secrets know the delivery, which it has
	// claimed, too. A receiver sets it as it sets TTL.
	Also []string
	// TTL is how long a receiver will want the confirmation kept. A receiver sets it
	// before it runs the handler, for those that confirm in their own transaction.
	TTL time.Duration
}

// A ReplayStore remembers deliveries for however many machines share it. Methods
// are safe for concurrent use.
//
// A receiver claims a verified delivery with a short lease, confirms it when its
// handler succeeded and releases it when it failed. While the lease and the
// confirmation last, nobody else runs the handler for it.
//
// The handler runs at least once, and in rare cases more often: when the process
// dies or the store fails after the handler has succeeded and before the
// confirmation, when the handler takes longer than the lease, and when the store
// forgets. A store that lives in the handler's own database makes it exactly once
// for the work in that database: the handler takes the claim of its [Event] and
// has the store confirm it in the handler's transaction, so that the work and its
// confirmation happen together or not at all. The receiver's own Confirm finds it
// done.
type ReplayStore interface {
	// Claim takes key for lease. State reports whether the caller has it; a claim whose
	// lease has run out counts as none, and so does a confirmation whose time is over.
	// An error is one of the store: the receiver answers 503. It does so too when the
	// store takes longer than [Limits].Store, whether it heeds ctx or not; a claim
	// that it gets later is released.
	Claim(ctx context.Context, key string, lease time.Duration) (Claim, error)
	// Confirm remembers for ttl that the delivery has been processed. Confirming twice
	// with one token is no error. It returns an error wrapping ErrClaimLost if the
	// lease ran out and another caller took or confirmed the key since.
	Confirm(ctx context.Context, c Claim, ttl time.Duration) error
	// Release returns an unconfirmed claim up, so that the next attempt may have it. A
	// claim that is lost or confirmed stays as it is, without an error.
	Release(ctx context.Context, c Claim) error
}

// ErrClaimLost reports that a lease ran out and that another caller has the key.
var ErrClaimLost = errors.New("hooks: the lease has run out and the delivery has another owner")
