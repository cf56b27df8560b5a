package dispatch

import (
	"bufio"
	"net"
	"net/http"
	"strings"
)

// A passWriter holds the header of a response back until it is known that the
// response does not say X-Cascade: pass; one that does is dropped.
type passWriter struct {
	http.ResponseWriter
	header http.Header
	wrote  bool
	passed bool
}

// Header implements http.ResponseWriter.
func (p *passWriter) Header() http.Header {
	if p.wrote {
		return p.ResponseWriter.Header()
	}
	if p.header == nil {
		if p.header = p.ResponseWriter.Header().Clone(); p.header == nil {
			p.header = http.Header{}
		}
	}
	return p.header
}

// WriteHeader implements http.ResponseWriter.
func (p *passWriter) WriteHeader(status int) {
	if p.wrote || p.passed {
		return
	}
	if strings.EqualFold(p.header.Get("X-Cascade"), "pass") {
		p.passed = true
		return
	}
	if p.header != nil {
		header := p.ResponseWriter.Header()
		clear(header)
		for name, values := range p.header {
			header[name] = values
		}
	}
	if p.wrote = status >= 200 || status == http.StatusSwitchingProtocols; p.wrote {
		p.header = nil
	}
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
	return p.passed
}
