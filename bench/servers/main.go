// Command servers measures package serve beside what Go people put together themselves:
//
//	go run ./bench/servers                # requests a second, and how long the slowest take
//	go run ./bench/servers -idle 5000     # what idle and half-open connections hold
//
// Every server answers the same requests with the same handlers, and writes the same line of
// a log, gives every request an identity, and every answer Rails' headers. They take turns
// on loopback, where the clients take as much of the processors as the servers.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 5, "turns of each server, of which the median counts")
	window := flag.Duration("window", time.Second, "how long a turn lasts")
	clients := flag.Int("clients", 32, "connections")
	idle := flag.Int("idle", 0, "measure so many idle connections instead")
	flag.Parse()
	run := func() error { return measure(*rounds, *window, *clients) }
	if *idle > 0 {
		run = func() error { return measureIdle(*idle) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "servers:", err)
		os.Exit(1)
	}
}

// A turn is what one server did in a window.
type turn struct {
	requests float64       // a second
	slowest  time.Duration // the 99th percentile
	each     time.Duration // processor time of a request, the client's included
	failed   int
}

func measure(rounds int, window time.Duration, clients int) error {
	turns := map[string][]turn{}
	for round := range rounds {
		first := round % len(peers) // who serves first is another one each time
		for _, p := range slices.Concat(peers[first:], peers[:first]) {
			t, err := p.measure(window, clients)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			turns[p.name] = append(turns[p.name], t)
		}
	}
	best, least := 0.0, 0.0
	each := func(t turn) float64 { return float64(t.each) }
	for _, p := range peers {
		best = max(best, middle(turns[p.name], func(t turn) float64 { return t.requests }))
		if mine := middle(turns[p.name], each); least == 0 || mine < least {
			least = mine
		}
	}
	fmt.Printf("| %d connections, median of %d | requests a second | of the best | processor time of one | of the least | 99 %% within | failed |\n|---|--:|--:|--:|--:|--:|--:|\n", clients, rounds)
	for _, p := range peers {
		all := turns[p.name]
		requests := middle(all, func(t turn) float64 { return t.requests })
		failed := 0
		for _, t := range all {
			failed += t.failed
		}
		slowest := time.Duration(middle(all, func(t turn) float64 { return float64(t.slowest) }))
		took := middle(all, each)
		fmt.Printf("| %s | %.0f | %.2f | %s | %.2f | %s | %d |\n", p.name, requests, requests/best,
			time.Duration(took).Round(10*time.Nanosecond), took/least, slowest.Round(10*time.Microsecond), failed)
	}
	return nil
}

func middle(turns []turn, of func(turn) float64) float64 {
	list := make([]float64, len(turns))
	for i, t := range turns {
		list[i] = of(t)
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// measure serves for a window, after a tenth of it that does not count.
func (p peer) measure(window time.Duration, clients int) (turn, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return turn{}, err
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.serve(ctx, l) }()
	load(l.Addr().String(), window/10, clients)
	before := processorTime()
	t := load(l.Addr().String(), window, clients)
	t.each = time.Duration(float64(processorTime()-before) / (t.requests * window.Seconds()))
	stop()
	return t, <-ended
}

// load asks from all connections until the window ends.
func load(addr string, window time.Duration, clients int) (sum turn) {
	var (
		mu   sync.Mutex
		took []time.Duration
		all  sync.WaitGroup
	)
	end := time.Now().Add(window)
	for n := range clients {
		all.Go(func() {
			mine, failed := ask(addr, n, end)
			mu.Lock()
			defer mu.Unlock()
			took, sum.failed = append(took, mine...), sum.failed+failed
		})
	}
	all.Wait()
	sum.requests = float64(len(took)) / window.Seconds()
	if slices.SortFunc(took, cmp.Compare[time.Duration]); len(took) > 0 {
		sum.slowest = took[len(took)*99/100]
	}
	return sum
}

// ask sends requests by one connection, each when the one before is answered.
func ask(addr string, n int, end time.Time) (took []time.Duration, failed int) {
	c, err := newClient(addr)
	if err != nil {
		return nil, 1
	}
	defer c.Close()
	for i := n; ; i++ {
		began := time.Now()
		if began.After(end) {
			return took, failed
		}
		if err := c.ask(requests[i%len(requests)]); err != nil {
			if err == io.EOF && time.Now().After(end) {
				return took, failed
			}
			return took, failed + 1
		}
		took = append(took, time.Since(began))
	}
}

// processorTime is what the process has used so far.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it fails for bad arguments only
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
