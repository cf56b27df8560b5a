package dispatch

import (
	"bufio"
	"maps"
	"net"
	"net/http"
	"strings"
)

// A passWriter sends a response unless it says X-Cascade: pass: one that does is dropped, and
// its header taken back.
type passWriter struct {
	http.ResponseWriter
	before http.Header // a copy of the header as it came; nil as long as nobody has asked for it
	wrote  bool
	passed bool
}

// Header implements http.ResponseWriter.
func (p *passWriter) Header() http.Header {
	header := p.ResponseWriter.Header()
	if p.before == nil && !p.wrote {
		if p.before = header.Clone(); p.before == nil {
			p.before = http.Header{}
		}
	}
	return header
}

// WriteHeader implements http.ResponseWriter.
func (p *passWriter) WriteHeader(status int) {
	if p.wrote || p.passed {
		return
	}
	if p.before != nil && strings.EqualFold(p.ResponseWriter.Header().Get("X-Cascade"), "pass") {
		p.passed = true
		return
	}
	p.wrote = status >= 200 || status == http.StatusSwitchingProtocols
	p.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (p *passWriter) Write(b []byte) (int, error) {
	if !p.wrote {
		p.WriteHeader(http.StatusOK)
	}
	if p.passed {
		return len(b), nil
	}
	return p.ResponseWriter.Write(b)
}

// Flush implements http.Flusher.
func (p *passWriter) Flush() {
	if !p.wrote {
		p.WriteHeader(http.StatusOK)
	}
	if !p.passed {
		_ = http.NewResponseController(p.ResponseWriter).Flush()
	}
}

// Hijack implements http.Hijacker, for web sockets.
func (p *passWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := http.NewResponseController(p.ResponseWriter).Hijack()
	p.wrote = p.wrote || err == nil
	return conn, buffer, err
}

// Unwrap is for http.ResponseController.
func (p *passWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// finish tells whether the response passed; a handler that wrote nothing has
// answered 200, or passed by its header alone.
func (p *passWriter) finish() bool {
	if !p.wrote && !p.passed {
		p.WriteHeader(http.StatusOK)
	}
	if p.passed {
		header := p.ResponseWriter.Header()
		clear(header)
		maps.Copy(header, p.before)
	}
	return p.passed
}
