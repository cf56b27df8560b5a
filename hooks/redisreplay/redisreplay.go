// Package redisreplay keeps the deliveries that receivers have processed in
// Redis, so that several machines share them:
//
//	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379"})
//	store, err := redisreplay.New(client)
//	...
//	// and give the store to the receiver
//
// Each delivery is one key, which Redis removes when its time is over. Redis must
// not evict keys (maxmemory-policy noeviction): an evicted confirmation is
// forgotten, and the delivery would be processed again. A failover to a replica
// that has not heard of a claim forgets it in the same way; where that must not
// happen, use signalbox/hooks/pgreplay.
package redisreplay

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"signalbox/hooks"
)

// defaultPrefix stands before the keys of a [Store] that has no other.
const defaultPrefix = "signalbox:webhook:"

// A Store is a [hooks.ReplayStore] in Redis. It is safe for concurrent use.
type Store struct {
	client redis.Scripter
	prefix string
}

var _ hooks.ReplayStore = (*Store)(nil)

// An Option sets a [Store] up.
type Option func(*Store)

// WithPrefix sets what stands before the keys, instead of signalbox:webhook:, for receivers that share a Redis
// and must not share deliveries.
func WithPrefix(prefix string) Option { return func(s *Store) { s.prefix = prefix } }

// New makes a store on a client of any kind: of one server, a cluster or
// sentinels. It doesn't ask the server anything. It returns a
// [*hooks.ConfigError] without a client.
func New(client redis.Scripter, options ...Option) (*Store, error) {
	if client == nil {
		return nil, &hooks.ConfigError{Setting: "redisreplay", Problem: "there is no client: make one with redis.NewClient"}
	}
	s := &Store{client: client, prefix: defaultPrefix}
	for _, o := range options {
		o(s)
	}
	return s, nil
}

// A key holds the state and the token of its owner: "p" or "c", then the token.
// Each script looks and writes in one step, which commands of their own couldn't.
var (
	// claim answers the value that stands there, or "", and how long it still will.
	claimScript = redis.NewScript(`
if redis.call('SET', KEYS[1], 'p' .. ARGV[1], 'NX', 'PX', ARGV[2]) then return {'', 0} end
return {redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])}`)

	// confirm answers 1, or 0 if the key is another's.
	confirmScript = redis.NewScript(`
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 2) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], 'c' .. ARGV[1], 'PX', ARGV[2])
return 1`)

	// release answers how many keys it removed.
	releaseScript = redis.NewScript(`
if redis.call('GET', KEYS[1]) == 'p' .. ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`)
)

// Claim takes a delivery for the time of the lease: SET key token NX PX lease.
func (s *Store) Claim(ctx context.Context, key string, lease time.Duration) (hooks.Claim, error) {
	c := hooks.Claim{Key: key}
	if lease <= 0 {
		return c, errors.New("redisreplay: the lease must be longer than nothing")
	}
	token := rand.Text()
	answer, err := claimScript.Run(ctx, s.client, []string{s.prefix + key}, token, milliseconds(lease)).Slice()
	if err != nil {
		return c, failed("claim", err)
	}
	held, wait, err := held(answer)
	switch {
	case err != nil:
		return c, failed("claim", err)
	case held == "" || held == "p"+token: // the client asked again because an answer was lost
		c.State, c.Token = hooks.Claimed, token
	case held[0] == 'c':
		c.State = hooks.Confirmed
	default:
		c.State, c.Wait = hooks.Pending, wait
	}
	return c, nil
}

// held reads the answer of claimScript.
func held(answer []any) (value string, wait time.Duration, err error) {
	if len(answer) != 2 {
		return "", 0, fmt.Errorf("the script answered %d values, not 2", len(answer))
	}
	value, isText := answer[0].(string)
	left, isNumber := answer[1].(int64)
	if !isText || !isNumber || value != "" && value[0] != 'p' && value[0] != 'c' {
		return "", 0, errors.New("the key holds what this package didn't write: choose another prefix")
	}
	return value, time.Duration(max(left, 0)) * time.Millisecond, nil
}

// Confirm remembers a processed delivery for ttl.
func (s *Store) Confirm(ctx context.Context, c hooks.Claim, ttl time.Duration) error {
	if ttl <= 0 {
		return errors.New("redisreplay: the confirmation's ttl must be longer than nothing")
	}
	done, err := confirmScript.Run(ctx, s.client, []string{s.prefix + c.Key}, c.Token, milliseconds(ttl)).Int()
	if err != nil {
		return failed("confirm", err)
	}
	if done == 0 {
		return fmt.Errorf("redisreplay: %w", hooks.ErrClaimLost)
	}
	return nil
}

// Release gives an unconfirmed claim up.
func (s *Store) Release(ctx context.Context, c hooks.Claim) error {
	if err := releaseScript.Run(ctx, s.client, []string{s.prefix + c.Key}, c.Token).Err(); err != nil {
		return failed("release", err)
	}
	return nil
}

func failed(what string, err error) error {
	return fmt.Errorf("redisreplay: can't %s: %w", what, err)
}

// milliseconds is Redis' unit; what is shorter counts as one.
func milliseconds(d time.Duration) int64 { return max(d.Milliseconds(), 1) }
