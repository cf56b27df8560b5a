package dispatch

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
)

// A logs keeps what a router logs.
type logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logs) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// take gives what was logged since it was last asked.
func (l *logs) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// A panics keeps only what mistakes of this package log.
type panics struct{ logs }

func (p *panics) take() string {
	if text := p.logs.take(); strings.Contains(text, "stack=") {
		return text
	}
	return ""
}
