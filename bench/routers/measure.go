package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"syscall"
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

// measure times a scenario in processor time, the collector's among it. The routers take
// turns, and the middle one of their turns counts, so that other work on the machine
// disturbs all alike. Each has requests of its own: ServeMux writes its pattern and values
// into them.
func (s *scenario) measure(turns int, window time.Duration) ([]line, error) {
	handlers, err := s.handlers()
	if err != nil {
		return nil, err
	}
	var lines []line
	for name := range s.batches() {
		l := line{name, map[string]cell{}}
		own, times := map[string][]*http.Request{}, map[string][]float64{}
		for router, h := range handlers {
			own[router] = s.batch(name)
			l.cells[router] = cell{allocs: allocations(h, own[router])}
		}
		for range turns {
			for router, h := range handlers {
				times[router] = append(times[router], timed(h, own[router], window))
			}
		}
		for router, c := range l.cells {
			slices.Sort(times[router])
			c.ns = times[router][turns/2]
			l.cells[router] = c
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// batch returns the requests of a line.
func (s *scenario) batch(line string) []*http.Request {
	for name, list := range s.batches() {
		if name == line {
			return list
		}
	}
	return nil
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

// timed returns the nanoseconds of processor time of one pass over the requests, from as
// many as fit in a window. What was allocated before is collected before.
func timed(h http.Handler, list []*http.Request, window time.Duration) float64 {
	w := &quietWriter{http.Header{}}
	passes := 1
	for {
		runtime.GC()
		start := processorTime()
		for range passes {
			for _, r := range list {
				h.ServeHTTP(w, r)
			}
		}
		took := processorTime() - start
		if took >= window/2 {
			return float64(took.Nanoseconds()) / float64(passes)
		}
		passes *= 4
	}
}

// processorTime is what the process has used up to now, in all its threads.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
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
