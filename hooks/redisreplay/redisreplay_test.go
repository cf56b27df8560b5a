package redisreplay_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"signalbox/hooks"
	"signalbox/hooks/redisreplay"
	"signalbox/hooks/replaytest"
	"signalbox/internal/testservice"
)

func client(t *testing.T) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(testservice.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(options)
	t.Cleanup(func() { c.Close() })
	return c
}

// open makes a store whose keys no other test has, and which go with the test.
func open(t *testing.T, c *redis.Client) (store *redisreplay.Store, prefix string) {
	t.Helper()
	prefix = "test:" + rand.Text() + ":"
	store, err := redisreplay.New(c, redisreplay.WithPrefix(prefix))
	if err != nil {
		t.Fatal(err)
	}
	return store, prefix
}

func TestReplayStore(t *testing.T) {
	c := client(t)
	replaytest.Run(t, func(t *testing.T) hooks.ReplayStore {
		store, _ := open(t, c)
		return store
	})
}

// Nothing stays in Redis for ever.
func TestKeysHaveAnEnd(t *testing.T) {
	c := client(t)
	store, prefix := open(t, c)
	end := func(key string, most time.Duration) {
		t.Helper()
		if left := c.PTTL(t.Context(), prefix+key).Val(); left <= 0 || left > most {
			t.Errorf("%s ends in %v, want at most %v", key, left, most)
		}
	}
	claim, err := store.Claim(t.Context(), "a", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	end("a", time.Minute)
	if err := store.Confirm(t.Context(), claim, time.Hour); err != nil {
		t.Fatal(err)
	}
	end("a", time.Hour)
	if left := c.PTTL(t.Context(), prefix+"a").Val(); left <= time.Minute {
		t.Errorf("the confirmation ends with the lease: in %v", left)
	}
}

// Machines share deliveries if they have one prefix, else not.
func TestPrefixes(t *testing.T) {
	c := client(t)
	one, prefix := open(t, c)
	same, err := redisreplay.New(client(t), redisreplay.WithPrefix(prefix))
	if err != nil {
		t.Fatal(err)
	}
	other, _ := open(t, c)
	for _, tt := range []struct {
		store *redisreplay.Store
		want  string
	}{{one, hooks.Claimed}, {same, hooks.Pending}, {other, hooks.Claimed}} {
		claim, err := tt.store.Claim(t.Context(), "a", time.Minute)
		if err != nil || claim.State != tt.want {
			t.Errorf("%s, %v, want %s", claim.State, err, tt.want)
		}
	}
}

func TestKeysOfOthersAreAnError(t *testing.T) {
	c := client(t)
	store, prefix := open(t, c)
	c.Set(t.Context(), prefix+"text", "x", time.Minute)
	c.RPush(t.Context(), prefix+"list", "p")
	c.Expire(t.Context(), prefix+"list", time.Minute)
	for _, key := range []string{"text", "list"} {
		if claim, err := store.Claim(t.Context(), key, time.Minute); err == nil {
			t.Errorf("%s is %s", key, claim.State)
		}
	}
}

func TestErrors(t *testing.T) {
	var config *hooks.ConfigError
	if _, err := redisreplay.New(nil); !errors.As(err, &config) {
		t.Errorf("New without a client: %v", err)
	}
	gone := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1})
	defer gone.Close()
	store, err := redisreplay.New(gone)
	if err != nil {
		t.Fatal(err)
	}
	claim := hooks.Claim{Key: "a", Token: "t"}
	_, claimErr := store.Claim(t.Context(), "a", time.Minute)
	_, leaseErr := store.Claim(t.Context(), "a", 0)
	for want, err := range map[string]error{
		"can't claim":   claimErr,
		"can't confirm": store.Confirm(t.Context(), claim, time.Minute),
		"can't release": store.Release(t.Context(), claim),
		"the lease":     leaseErr,
		"ttl":           store.Confirm(t.Context(), claim, -time.Second),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "redisreplay: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %q", err, want)
		}
		if errors.Is(err, hooks.ErrClaimLost) {
			t.Errorf("%v counts as a lost claim", err)
		}
	}
}

func TestServerThatStaysSilent(t *testing.T) {
	c := redis.NewClient(&redis.Options{Addr: replaytest.Silent(t)})
	t.Cleanup(func() { c.Close() })
	store, err := redisreplay.New(c)
	if err != nil {
		t.Fatal(err)
	}
	replaytest.Hung(t, store)
}

// A losing connection loses the next answer, when it is told to.
type losing struct {
	net.Conn
	next *atomic.Bool
}

func (c losing) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == nil && c.next.CompareAndSwap(true, false) {
		c.Close()
		return 0, io.EOF
	}
	return n, err
}

// The client asks again when an answer is lost. It then finds its own claim.
func TestLostAnswer(t *testing.T) {
	options, err := redis.ParseURL(testservice.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	var next atomic.Bool
	options.Dialer = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		return losing{c, &next}, err
	}
	c := redis.NewClient(options)
	defer c.Close()
	store, _ := open(t, c)
	if _, err := store.Claim(t.Context(), "warm", time.Minute); err != nil { // Redis has the script now
		t.Fatal(err)
	}
	next.Store(true)
	claim, err := store.Claim(t.Context(), "a", time.Minute)
	if err != nil || claim.State != hooks.Claimed || next.Load() {
		t.Fatalf("%v %v", claim.State, err)
	}
	if other, err := store.Claim(t.Context(), "a", time.Minute); err != nil || other.State != hooks.Pending {
		t.Errorf("another caller: %v %v", other.State, err)
	}
	next.Store(true)
	if err := store.Confirm(t.Context(), claim, time.Hour); err != nil || next.Load() {
		t.Error(err)
	}
	if other, err := store.Claim(t.Context(), "a", time.Minute); err != nil || other.State != hooks.Confirmed {
		t.Errorf("a duplicate: %v %v", other.State, err)
	}
}
