// Package playground serves the page of GraphiQL and its files.
package playground

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
)

// assets is GraphiQL with React, as npm has them, gzipped: see
// scripts/playground, which writes the folder.
//
//go:embed assets
var assets embed.FS

// Dir is where the files are served, below the path of the page.
const Dir = "_assets"

var pageTemplate = template.Must(template.ParseFS(assets, "assets/playground.html"))

// pagePolicy keeps the page from asking any other host. GraphiQL's style
// elements need 'unsafe-inline'.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Page serves the page, which opens with a query. Its requests have the header preflight.
func Page(w http.ResponseWriter, r *http.Request, preflight, query string) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("Referrer-Policy", "no-referrer")
	_ = pageTemplate.Execute(w, map[string]string{"Assets": assetsBeside(r), "Preflight": preflight, "Query": query})
}

// assetsBeside is the URL of the files, relative to the page as the browser knows
// it: handlers before this one may have taken off a prefix.
func assetsBeside(r *http.Request) string {
	seen := r.URL.Path
	if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
		seen = u.Path
	}
	if seen == "" || strings.HasSuffix(seen, "/") {
		return Dir
	}
	return "./" + url.PathEscape(path.Base(seen)) + "/" + Dir
}

// A servedAsset is a file of the playground.
type servedAsset struct {
	body    []byte
	media   string
	etag    string
	gzipped bool
}

var servedAssets = sync.OnceValue(func() map[string]*servedAsset {
	all := map[string]*servedAsset{}
	entries, _ := fs.ReadDir(assets, "assets") // it is embedded
	for _, e := range entries {
		body, _ := fs.ReadFile(assets, "assets/"+e.Name())
		name, gzipped := strings.CutSuffix(e.Name(), ".gz")
		media := mime.TypeByExtension(path.Ext(name))
		if path.Ext(name) == ".js" {
			media = "text/javascript; charset=utf-8"
		}
		sum := sha256.Sum256(body)
		all[name] = &servedAsset{body, media, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, gzipped}
	}
	return all
})

// File serves a file of the page. Its gzipped form is the only one there
// is: every browser takes it.
func File(w http.ResponseWriter, r *http.Request, name string) {
	a := servedAssets()[name]
	if a == nil || path.Ext(name) != ".js" && path.Ext(name) != ".css" {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Type", a.media)
	header.Set("Cache-Control", "no-cache") // the browser keeps it, and asks by its ETag
	header.Set("ETag", a.etag)
	header.Set("X-Content-Type-Options", "nosniff")
	if a.gzipped {
		header.Set("Content-Encoding", "gzip")
	}
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		header.Del("Content-Encoding")
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "files take GET requests", http.StatusMethodNotAllowed)
	case r.Header.Get("If-None-Match") == a.etag:
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
	default:
		_, _ = w.Write(a.body)
	}
}
