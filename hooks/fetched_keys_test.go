package hooks

import (
	"context"
	"crypto"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// Forged names use up the fetches for unknown names, and none of those for keys that the sender
// has: it may have renewed them. Both are bounded, and a key that is gone is no longer known.
func TestKnownKeysAreRefreshed(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	has, asked := true, 0
	c := &config{clock: func() time.Time { return now }}
	k := newFetchedKeys(c, func(_ context.Context, _ *http.Client, name string) (map[string]crypto.PublicKey, time.Duration, error) {
		if asked++; name == "theirs" && has {
			return map[string]crypto.PublicKey{"theirs": 1}, time.Hour, nil
		}
		return nil, 0, noSuchKey(&statusError{"host.example", http.StatusNotFound, nil})
	})
	want := func(name string, want error) {
		t.Helper()
		if _, err := k.get(name); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	want("theirs", nil)
	now = now.Add(61 * time.Minute)
	for i := range maxFetches {
		want(fmt.Sprint("forged", i), errNoKey)
	}
	want("another", errBusy)
	want("theirs", nil)
	has, now = false, now.Add(61*time.Minute)
	want("theirs", errNoKey) // asked as a known key
	for range maxFetches {
		want("theirs", errNoKey)
	}
	want("theirs", errBusy)
	if most := 3 + 2*maxFetches; asked != most {
		t.Errorf("asked %d times, want %d", asked, most)
	}
}

// A host that fails is asked for the keys that it has had as rarely as for others.
func TestRefreshesAreBounded(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	failure := errors.New("no connection")
	var fails error
	asked := 0
	c := &config{clock: func() time.Time { return now }}
	k := newFetchedKeys(c, func(context.Context, *http.Client, string) (map[string]crypto.PublicKey, time.Duration, error) {
		asked++
		return map[string]crypto.PublicKey{"theirs": 1}, time.Hour, fails
	})
	if _, err := k.get("theirs"); err != nil {
		t.Fatal(err)
	}
	fails, now = failure, now.Add(61*time.Minute)
	for range 3 * maxFetches {
		if _, err := k.get("theirs"); !errors.Is(err, failure) && !errors.Is(err, errBusy) {
			t.Errorf("%v", err)
		}
	}
	if asked != 1+maxFetches {
		t.Errorf("asked %d times", asked)
	}
}
