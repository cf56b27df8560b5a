package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"time"
)

// measureIdle opens connections that send nothing, half a header, or a body that does not
// come, and asks for answers beside them.
func measureIdle(n int) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- peers[0].serve(ctx, l) }()
	addr := l.Addr().String()
	before := load(addr, time.Second, 8)
	heap := held()
	var open []net.Conn
	for i := range n {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return fmt.Errorf("connection %d: %w", i, err)
		}
		open = append(open, c)
		fmt.Fprint(c, []string{"", "GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 1000), "POST /posts HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nbegin"}[i%3])
	}
	beside := load(addr, time.Second, 8)
	fmt.Printf("%d connections hold %d bytes each; %.0f requests a second without them, %.0f beside them, %d failed\n",
		n, (held()-heap)/int64(n), before.requests, beside.requests, beside.failed)
	for _, c := range open {
		c.Close()
	}
	stop()
	return <-ended
}

// held is the memory of the process in bytes, where the system tells, or that of the heap.
func held() int64 {
	runtime.GC()
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size, resident int64
		if _, err := fmt.Sscan(string(text), &size, &resident); err == nil {
			return resident * int64(os.Getpagesize())
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
