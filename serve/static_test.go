package serve_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/serve"
)

func gunzip(t *testing.T, b []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestStatic serves files in front of the application, in the encoding that the client takes.
func TestStatic(t *testing.T) {
	long := strings.Repeat("body { margin: 0 }\n", 100)
	h := handler(t, hello, serve.Static(fstest.MapFS{
		"public/robots.txt":       {Data: []byte("all")},
		"public/about.html":       {Data: []byte("about us")},
		"public/docs/index.html":  {Data: []byte("the docs")},
		"public/assets/a-1.css":   {Data: []byte(long)},
		"public/assets/b.js":      {Data: []byte(long)},
		"public/assets/b.js.br":   {Data: []byte("brotli's")},
		"public/assets/b.js.gz":   {Data: []byte("gzip's")},
		"public/logo.png":         {Data: []byte("\x89PNG" + long)},
		"public/no-such/type.xyz": {Data: []byte("<html>")},
		"secret.txt":              {Data: []byte("no")},
	}, "public", "/assets/"))
	for _, c := range []struct{ verb, path, accept, want, encoding, mime, cache string }{
		{"GET", "/robots.txt", "gzip", "all", "", "text/plain; charset=utf-8", "no-cache"},
		{"GET", "/about", "", "about us", "", "text/html; charset=utf-8", "no-cache"},
		{"GET", "/docs/", "", "the docs", "", "text/html; charset=utf-8", "no-cache"},
		{"GET", "/assets/a-1.css", "", long, "", "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		{"GET", "/assets/a-1.css", "gzip;q=0, br", long, "", "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		{"GET", "/assets/a-1.css", "deflate, GZIP;q=0.5", long, "gzip", "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		{"GET", "/assets/b.js", "gzip, br", "brotli's", "br", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"GET", "/assets/b.js", "*", "brotli's", "br", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"GET", "/assets/b.js", "*;q=0", long, "", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"HEAD", "/robots.txt", "", "", "", "text/plain; charset=utf-8", "no-cache"},
		{"GET", "/logo.png", "gzip", "\x89PNG" + long, "", "image/png", "no-cache"},
		{"POST", "/robots.txt", "", "hello", "", "text/plain; charset=utf-8", ""},
		{"GET", "/nothing", "", "hello", "", "text/plain; charset=utf-8", ""},
		{"GET", "/../secret.txt", "", "hello", "", "text/plain; charset=utf-8", ""},
		{"GET", "/public/robots.txt", "", "hello", "", "text/plain; charset=utf-8", ""},
		{"GET", "/", "", "hello", "", "text/plain; charset=utf-8", ""},
	} {
		r := httptest.NewRequest(c.verb, "/", nil)
		r.URL.Path = c.path
		r.Header.Set("Accept-Encoding", c.accept)
		w := do(h, r)
		got := w.Body.String()
		if c.encoding == "gzip" {
			got = gunzip(t, w.Body.Bytes())
		}
		header := w.Header()
		if got != c.want || header.Get("Content-Encoding") != c.encoding || header.Get("Content-Type") != c.mime || header.Get("Cache-Control") != c.cache {
			t.Errorf("%s %s for %q: got %.20q %v", c.verb, c.path, c.accept, got, header)
		}
	}
}

// TestStaticETag answers 304 to who has the same already, and none for another encoding.
func TestStaticETag(t *testing.T) {
	h := handler(t, hello, serve.Static(fstest.MapFS{"a.css": {Data: []byte(strings.Repeat("x", 2000))}}, "."))
	get := func(accept, etag, part string) *http.Response {
		r := httptest.NewRequest("GET", "/a.css", nil)
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("If-None-Match", etag)
		if part != "" {
			r.Header.Set("Range", part)
		}
		return do(h, r).Result()
	}
	plain, zipped := get("", "", "").Header.Get("Etag"), get("gzip", "", "").Header.Get("Etag")
	if plain == zipped || !strings.HasPrefix(plain, `"`) || get("", "", "").Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("the ETags are %s and %s", plain, zipped)
	}
	for _, c := range []struct {
		accept, etag, part string
		want               int
	}{
		{"", plain, "", 304}, {"gzip", zipped, "", 304}, {"gzip", plain, "", 200}, {"", `"x", W/` + plain, "", 304}, {"", "", "bytes=0-9", 206},
	} {
		if got := get(c.accept, c.etag, c.part).StatusCode; got != c.want {
			t.Errorf("%+v: got %d", c, got)
		}
	}
}
