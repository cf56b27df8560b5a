package dispatch

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestHostileRequests(t *testing.T) {
	h := router(t, `
		get "a/*x/b/*y/c/*z", to: "a#x"
		get "n/:id", to: "a#x"
		get "g/*a/x/*b/x/*c/x/*d/y", to: "a#x", format: false
		get "s/:id", to: "a#x", id: /(a|aa)+\d/
		get "slow", to: "a#x", constraints: ->(r) { loop { } }
		get "deep", to: "a#x", constraints: ->(r) { f = ->(n) { f.call(n + 1) }; f.call(0) }
		get "params", to: "a#x", constraints: ->(r) { r.params.size > 9000 }`, Action("a#x", says("x")))
	var params strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&params, "k%d=1&", i)
	}
	for name, test := range map[string]struct {
		target string
		status int
	}{
		"64 KiB":          {"/n/" + strings.Repeat("x", maxPath-10), 200},
		"over 64 KiB":     {"/n/" + strings.Repeat("x", maxPath), 414},
		"invalid UTF-8":   {"/n/%ff", 400},
		"raw bytes":       {"/n/\xff", 400},
		"NUL":             {"/n/%00", 200},
		"encoded slash":   {"/n/a%2Fb", 200},
		"globs":           {"/a/" + strings.Repeat("b/x/", 10_000), 404},
		"globs that fit":  {"/a/" + strings.Repeat("b/c/", 10_000) + "d", 200},
		"nested globs":    {"/g" + strings.Repeat("/x", 30_000), 404},
		"dots":            {"/" + strings.Repeat(".", 60_000), 404},
		"slashes":         {strings.Repeat("/", 70_000), 414},
		"backtracking":    {"/s/" + strings.Repeat("a", 60_000), 404},
		"endless lambda":  {"/slow", 500},
		"deep lambda":     {"/deep", 500},
		"10,000 params":   {"/params?" + params.String(), 200},
		"many bad params": {"/params?" + strings.Repeat("a[", 20_000), 404},
	} {
		start := time.Now()
		if w := get(h, "GET", test.target); w.Code != test.status {
			t.Errorf("%s: %d, want %d: %.100s", name, w.Code, test.status, w.Body)
		}
		limit := 10 * time.Second // for lambdas that run into their limit
		if test.status == 404 {
			limit = time.Second
		}
		if d := time.Since(start); d > limit {
			t.Errorf("%s took %v", name, d)
		}
	}
	if w := get(h, "BREW", "/n/1"); w.Code != 405 {
		t.Errorf("an unknown verb: %d", w.Code)
	}
}
