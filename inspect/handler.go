package inspect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// maxBody bounds what a page sends, in bytes.
const maxBody = 256 << 10

// ServeHTTP implements [http.Handler]. Only this machine is answered: a request whose Host is
// another name than that of this machine comes from a page elsewhere whose name was made to
// lead here (DNS rebinding).
func (in *Inspector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	if !isLocal(r.Host) {
		http.Error(w, "the inspector answers requests to localhost only", http.StatusForbidden)
		return
	}
	in.mux.ServeHTTP(w, r)
}

// isLocal reports whether a Host is a name of this machine that no name server gives.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host = strings.ToLower(strings.Trim(host, "[]")); host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

// handler is what a browser may ask for.
func (in *Inspector) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", servePage)
	mux.HandleFunc("GET /inspector.js", serveAsset("inspector.js", "text/javascript; charset=utf-8"))
	mux.HandleFunc("GET /inspector.css", serveAsset("inspector.css", "text/css; charset=utf-8"))
	mux.HandleFunc("GET /api/events", in.events)
	mux.HandleFunc("POST /api/document", in.serveDocument)
	mux.HandleFunc("POST /api/match", in.match)
	mux.HandleFunc("POST /api/path", in.path)
	mux.HandleFunc("POST /api/diff", in.diff)
	return http.NewCrossOriginProtection().Handler(mux)
}

// events tells a page of each change.
func (in *Inspector) events(w http.ResponseWriter, r *http.Request) {
	changed := make(chan struct{}, 1)
	changed <- struct{}{} // the state of now
	in.mu.Lock()
	in.listeners[changed] = true
	in.mu.Unlock()
	defer func() {
		in.mu.Lock()
		delete(in.listeners, changed)
		in.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // a server's bound on requests is none on streams
	for {
		select {
		case <-r.Context().Done():
			return
		case <-in.ended:
			return
		case <-changed:
		}
		state, err := encode(in.state())
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", bytes.TrimSpace(state)); err != nil || out.Flush() != nil {
			return
		}
	}
}

// serveDocument answers the last document, or that with what the reader settled.
func (in *Inspector) serveDocument(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Set map[string]string `json:"set"`
	}
	if !read(w, r, &q) {
		return
	}
	if len(q.Set) == 0 {
		in.mu.Lock()
		document := in.document
		in.mu.Unlock()
		if document == nil {
			fail(w, http.StatusServiceUnavailable, errNothing)
			return
		}
		write(w, document)
		return
	}
	v, err := in.view(q.Set)
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, errors.New(in.explain(err)))
		return
	}
	document, err := in.newDocument(v.table, q.Set)
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	write(w, document)
}

// match answers which route answers a request.
func (in *Inspector) match(w http.ResponseWriter, r *http.Request) {
	var q Request
	if !read(w, r, &q) {
		return
	}
	if v, ok := in.viewFor(w, q.Set); ok {
		writeJSON(w, answer(v.table, v.matcher, &q))
	}
}

// path answers what a helper returns.
func (in *Inspector) path(w http.ResponseWriter, r *http.Request) {
	var q HelperCall
	if !read(w, r, &q) {
		return
	}
	if v, ok := in.viewFor(w, q.Set); ok {
		writeJSON(w, q.call(v.table))
	}
}

func (in *Inspector) viewFor(w http.ResponseWriter, set map[string]string) (view, bool) {
	v, err := in.view(set)
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, err)
	}
	return v, err == nil
}

// diff answers what differs between two revisions.
func (in *Inspector) diff(w http.ResponseWriter, r *http.Request) {
	var q struct{ Before, After string }
	if !read(w, r, &q) {
		return
	}
	if in.options.Compare == nil {
		fail(w, http.StatusNotFound, errors.New("nothing is compared here"))
		return
	}
	report, err := in.options.Compare(r.Context(), q.Before, q.After)
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, errors.New(in.explain(err)))
		return
	}
	write(w, report)
}

// read reads the JSON that a page sends; false if it is none, which was answered.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, errors.New("send application/json"))
		return false
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into); err != nil {
		fail(w, http.StatusBadRequest, err)
		return false
	}
	return true
}

func writeJSON(w http.ResponseWriter, v any) {
	text, err := encode(v)
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	write(w, text)
}

func write(w http.ResponseWriter, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text) // the page is gone if it fails
}

func fail(w http.ResponseWriter, status int, err error) {
	text, _ := encode(map[string]string{"error": err.Error()})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
