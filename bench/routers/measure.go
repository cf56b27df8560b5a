package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"time"
)

// A cell is one figure of the tables: the time of one request, or of a sum of
// requests, on one router.
type cell struct {
	ns     float64
	allocs float64
}

// A line is one request on all routers, by their names.
type line struct {
	name  string
	cells map[string]cell
}

// A quietWriter throws everything away.
type quietWriter struct{ header http.Header }

func (w *quietWriter) Header() http.Header         { return w.header }
func (w *quietWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w *quietWriter) WriteHeader(int)             {}

// measure times a scenario. The routers take turns, and the fastest of many
// short rounds counts, so that other work on the machine disturbs all alike.
func (s *scenario) measure(rounds int, slice time.Duration) ([]line, error) {
	handlers, err := s.handlers()
	if err != nil {
		return nil, err
	}
	var lines []line
	for name, list := range s.batches() {
		l := line{name, map[string]cell{}}
		for range rounds {
			for router, h := range handlers {
				c, seen := l.cells[router]
				took := timed(h, list, slice)
				if !seen {
					c = cell{took, allocations(h, list)}
				}
				l.cells[router] = cell{min(c.ns, took), c.allocs}
			}
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// batches are the requests of each line, in their order.
func (s *scenario) batches() func(func(string, []*http.Request) bool) {
	return func(yield func(string, []*http.Request) bool) {
		var all []*http.Request
		for _, q := range s.requests {
			r := httptest.NewRequest(q.verb, q.path, nil)
			all = append(all, r)
			if !s.sum && !yield(q.name, []*http.Request{r}) {
				return
			}
		}
		if s.sum {
			yield("all", all)
		}
	}
}

// handlers builds the routers and checks that each finds what is there to find.
func (s *scenario) handlers() (map[string]http.Handler, error) {
	dir, err := os.MkdirTemp("", "routers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	table, err := s.load(dir)
	if err != nil {
		return nil, err
	}
	rows, handlers := rowsOf(table), map[string]http.Handler{}
	for _, p := range peers {
		if slices.Contains(s.without, p.name) {
			continue
		}
		h, err := p.build(table, rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.name, p.name, err)
		}
		if err := s.check(p.name, h); err != nil {
			return nil, err
		}
		handlers[p.name] = h
	}
	return handlers, nil
}

// check compares what a router finds with what Rails' rules find: everything
// but the requests called miss, and those that never fit.
func (s *scenario) check(name string, h http.Handler) error {
	never := s.requests[0].name == "32 bytes"
	for _, q := range s.requests {
		found = 0
		h.ServeHTTP(&quietWriter{http.Header{}}, httptest.NewRequest(q.verb, q.path, nil))
		if want := !never && q.name != "miss"; want != (found == 1) {
			return fmt.Errorf("%s: %s: %s %s: found is %v, want %v", s.name, name, q.verb, q.path, found == 1, want)
		}
	}
	return nil
}

// timed gives the nanoseconds of one pass over the requests, from as many as
// fit in a slice of time.
func timed(h http.Handler, list []*http.Request, slice time.Duration) float64 {
	w := &quietWriter{http.Header{}}
	passes := 1
	for {
		start := time.Now()
		for range passes {
			for _, r := range list {
				h.ServeHTTP(w, r)
			}
		}
		took := time.Since(start)
		if took >= slice/2 {
			return float64(took.Nanoseconds()) / float64(passes)
		}
		passes *= 4
	}
}

// allocations counts those of one pass, after one that warms up.
func allocations(h http.Handler, list []*http.Request) float64 {
	const passes = 20
	w := &quietWriter{http.Header{}}
	var before, after runtime.MemStats
	for i := range passes + 1 {
		if i == 1 {
			runtime.ReadMemStats(&before)
		}
		for _, r := range list {
			h.ServeHTTP(w, r)
		}
	}
	runtime.ReadMemStats(&after)
	return float64((after.Mallocs - before.Mallocs) / passes)
}
