package hooks_test

import (
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"signalbox/hooks"
	"signalbox/hooks/replaytest"
)

func TestMemoryReplay(t *testing.T) {
	replaytest.Run(t, func(*testing.T) hooks.ReplayStore { return hooks.NewMemoryReplay(1000) })
}

func TestMemoryReplayIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := hooks.NewMemoryReplay(3)
		claim := func(key string) (hooks.Claim, error) { return m.Claim(t.Context(), key, time.Minute) }
		for i := range 100 {
			c, err := claim(strconv.Itoa(i))
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Confirm(t.Context(), c, time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		if hooks.Len(m) != 3 {
			t.Errorf("%d entries", hooks.Len(m))
		}
		if c, _ := claim("99"); c.State != hooks.Confirmed {
			t.Errorf("the latest is %v", c.State)
		}
		for _, key := range []string{"a", "b", "c"} { // claims push confirmations out
			if c, err := claim(key); err != nil || c.State != hooks.Claimed {
				t.Errorf("%s: %v %v", key, c.State, err)
			}
		}
		if _, err := claim("d"); err == nil || !strings.Contains(err.Error(), "full of running claims") {
			t.Errorf("full of claims: %v", err)
		}
		time.Sleep(time.Minute) // of the bubble's clock
		if c, err := claim("d"); err != nil || c.State != hooks.Claimed || hooks.Len(m) != 1 {
			t.Errorf("after the leases: %v %v, %d entries", c.State, err, hooks.Len(m))
		}
	})
}

func TestMemoryReplayForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := hooks.NewMemoryReplay(3)
		c, _ := m.Claim(t.Context(), "a", time.Minute)
		if err := m.Confirm(t.Context(), c, time.Hour); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour - 1)
		if c, _ := m.Claim(t.Context(), "a", time.Minute); c.State != hooks.Confirmed {
			t.Errorf("just before: %v", c.State)
		}
		time.Sleep(time.Nanosecond)
		if c, _ := m.Claim(t.Context(), "a", time.Minute); c.State != hooks.Claimed {
			t.Errorf("after: %v", c.State)
		}
	})
}

// Entries last for different times: what has run out goes first, and then what would
// be next.
func TestMemoryReplayForgetsWhatRunsOutFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := hooks.NewMemoryReplay(3)
		claim := func(key string) string {
			t.Helper()
			c, err := m.Claim(t.Context(), key, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			return c.State
		}
		confirm := func(key string, ttl time.Duration) {
			t.Helper()
			c, err := m.Claim(t.Context(), key, time.Minute)
			if err != nil || c.State != hooks.Claimed {
				t.Fatalf("%s: %v %v", key, c.State, err)
			}
			if err := m.Confirm(t.Context(), c, ttl); err != nil {
				t.Fatal(err)
			}
		}
		confirm("four days", 96*time.Hour)
		confirm("a second", time.Second)
		confirm("an hour", time.Hour)
		time.Sleep(time.Second)
		confirm("new", 2*time.Hour) // in place of what has run out
		for _, key := range []string{"four days", "an hour", "new"} {
			if got := claim(key); got != hooks.Confirmed {
				t.Errorf("%s is %v", key, got)
			}
		}
		confirm("newer", 2*time.Hour) // in place of what would run out first
		for _, key := range []string{"four days", "new", "newer"} {
			if got := claim(key); got != hooks.Confirmed {
				t.Errorf("%s is %v", key, got)
			}
		}
		if got := claim("an hour"); got != hooks.Claimed {
			t.Errorf("an hour is %v", got)
		}
	})
}
