// Command load sends a webhook receiver on this machine valid, forged, replayed
// and oversized requests, all mixed, and prints what became of them. See
// go run ./scripts/load.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"signalbox/hooks"
)

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.SetOutput(stderr)
	duration := flags.Duration("duration", 30*time.Second, "how long")
	requests := flags.Int("requests", 0, "stop each worker after this many requests, if it comes first; 0 is no limit")
	workers := flags.Int("workers", 8, "how many requests at the same time")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *duration <= 0 || *workers < 1 || *requests < 0 || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "want a positive duration and number of workers, and no arguments")
		return 2
	}
	figures, err := load(ctx, *duration, *requests, *workers)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	figures.print(stdout)
	if err := figures.check(); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

const (
	bodyLimit = 64 << 10
	storeSize = 8_000 // deliveries, more than workers replay; it is full after some seconds
)

// load runs the receiver and the workers.
func load(ctx context.Context, duration time.Duration, requests, workers int) (*figures, error) {
	preset, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret))
	if err != nil {
		return nil, err
	}
	seen := newWitness(workers)
	receiver, err := hooks.Handler(preset, nil,
		hooks.On("load.event", seen.handle),
		hooks.WithReplay(hooks.NewMemoryReplay(storeSize)),
		hooks.WithLimits(hooks.Limits{Body: bodyLimit}),
		hooks.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: receiver, ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0)}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	defer server.Close()

	f := &figures{began: time.Now(), witness: seen}
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	var wg, watch sync.WaitGroup
	for number := range workers {
		w, err := newWorker(number, "http://"+listener.Addr().String())
		if err != nil {
			return nil, err
		}
		f.workers = append(f.workers, w)
		wg.Go(func() { w.work(ctx, requests) })
	}
	watch.Go(func() { f.watchMemory(ctx, duration/20) })
	wg.Wait()
	cancel()
	watch.Wait()
	f.took = time.Since(f.began)
	select {
	case err := <-failed:
		return nil, fmt.Errorf("the server stopped: %w", err)
	default:
	}
	return f, nil
}

// watchMemory notes what is alive on the heap, of receiver and workers together.
func (f *figures) watchMemory(ctx context.Context, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			f.heap = append(f.heap, m.HeapAlloc)
		}
	}
}

var errForged = errors.New("the receiver ran the handler for a forged delivery")
