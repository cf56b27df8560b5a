package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"signalbox/dispatch"
	"signalbox/graphqlsrv"
)

// What `npm run build` of web/ makes: the page, its scripts and styles, and the
// texts of its GraphQL operations by their SHA-256.
var (
	//go:embed all:web/dist
	dist embed.FS
	//go:embed web/dist/index.html
	index []byte
	//go:embed web/src/gql/persisted-documents.json
	persisted []byte
)

// pages answers with the application of web/, which shows what belongs to the path.
type pages struct {
	vite *httputil.ReverseProxy // in development; nil for the built page
}

func newPages(vite *url.URL) *pages {
	if vite == nil {
		return &pages{}
	}
	return &pages{&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(vite)
		r.Out.Host = vite.Host
	}}}
}

// render answers with the page. It is HTML, which /posts.xml doesn't ask for.
func (p *pages) render(w http.ResponseWriter, r *http.Request, status int) {
	if format := dispatch.RouteFrom(r.Context()).Format; format != "" && format != "html" {
		http.Error(w, "There is only HTML here.", http.StatusNotAcceptable)
		return
	}
	if p.vite != nil {
		p.vite.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	_, _ = w.Write(index)
}

// An asset is a script or a style sheet, as it is and gzipped.
type asset struct {
	name           string
	plain, gzipped []byte
}

// built are the assets by their names.
var built = sync.OnceValue(func() map[string]asset {
	files, _ := fs.Glob(dist, "web/dist/assets/*") // the pattern is well-formed
	all := map[string]asset{}
	for _, file := range files {
		a := asset{name: path.Base(file)}
		a.plain, _ = dist.ReadFile(file) // it is in the program
		var gzipped bytes.Buffer
		z, _ := gzip.NewWriterLevel(&gzipped, gzip.BestCompression)
		_, _ = z.Write(a.plain) // a buffer takes everything
		_ = z.Close()
		a.gzipped = gzipped.Bytes()
		all[a.name] = a
	}
	return all
})

// assets serves the scripts and styles. Their names change with their content.
func assets(w http.ResponseWriter, r *http.Request) {
	a, ok := built()[strings.TrimPrefix(r.URL.Path, "/")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	body := a.plain
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		body = a.gzipped
	}
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(body))
}

// renderJSON answers with JSON.
func renderJSON(w http.ResponseWriter, status int, data any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(data)
}

// statusOf is the HTTP status of an error: of what the service says to clients, as
// GraphQL would; any other is 500.
func statusOf(err error) int {
	var visible *graphqlsrv.Error
	if !errors.As(err, &visible) {
		return http.StatusInternalServerError
	}
	switch visible.Code {
	case "NOT_FOUND":
		return http.StatusNotFound
	case graphqlsrv.CodeUnauthenticated:
		return http.StatusUnauthorized
	case graphqlsrv.CodeForbidden:
		return http.StatusForbidden
	}
	return http.StatusUnprocessableEntity
}

// fail answers an error; one that is not for clients is only logged.
func fail(w http.ResponseWriter, err error) {
	status, message := statusOf(err), "Something went wrong."
	var visible *graphqlsrv.Error
	if errors.As(err, &visible) {
		message = visible.Message
	} else {
		slog.Error("blog", "error", err)
	}
	renderJSON(w, status, map[string]string{"error": message})
}
