package dispatch

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Path values of requests, without the map that [http.Request.SetPathValue] makes: it has a
// slice for the names of the pattern by which a ServeMux has matched the request, and a
// clone of such a request has its own.

// A matched is a request that a ServeMux has matched with a pattern of a shape's names, and
// that has the defaults as values. It is made when the first request comes: most of a large
// table's never do.
type matched struct {
	once sync.Once
	made *http.Request // nil without names, and where a ServeMux refuses the pattern
}

// request returns the request that was matched; nil if there is none.
func (s *shape) request() *http.Request {
	s.matched.once.Do(s.match)
	return s.matched.made
}

func (s *shape) match() {
	names := slices.Clone(s.names)
	for _, d := range s.defaults {
		names = append(names, d.Key)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 || !requestIsKnown || slices.ContainsFunc(names, isUnusualName) {
		return
	}
	var made *http.Request
	mux := http.NewServeMux()
	mux.HandleFunc("/{"+strings.Join(names, "}/{")+"}", func(_ http.ResponseWriter, r *http.Request) { made = r })
	mux.ServeHTTP(nil, &http.Request{Method: "GET", URL: &url.URL{Path: strings.Repeat("/x", len(names))}})
	if made == nil {
		return
	}
	made.Method, made.URL = "", nil
	for _, name := range names {
		made.SetPathValue(name, s.defaults.ByName(name))
	}
	s.matched.made = made
}

// isUnusualName reports whether a ServeMux may not take a name.
func isUnusualName(name string) bool {
	for i := range len(name) {
		c := name[i] | 0x20
		if (c < 'a' || c > 'z') && name[i] != '_' && (i == 0 || name[i] < '0' || name[i] > '9') {
			return true
		}
	}
	return name == "" || name == "_"
}

// placed returns a copy of a request with another context, and a place for each path value of
// one that was matched.
func placed(matched *http.Request, ctx context.Context, r *http.Request) *http.Request {
	c := matched.Clone(ctx)
	c.Method, c.URL, c.Proto, c.ProtoMajor, c.ProtoMinor = r.Method, r.URL, r.Proto, r.ProtoMajor, r.ProtoMinor
	c.Header, c.Body, c.GetBody, c.ContentLength = r.Header, r.Body, r.GetBody, r.ContentLength
	c.TransferEncoding, c.Close, c.Host = r.TransferEncoding, r.Close, r.Host
	c.Form, c.PostForm, c.MultipartForm, c.Trailer = r.Form, r.PostForm, r.MultipartForm, r.Trailer
	c.RemoteAddr, c.RequestURI, c.TLS, c.Response = r.RemoteAddr, r.RequestURI, r.TLS, r.Response
	c.Cancel = r.Cancel //lint:ignore SA1019 a copy has all fields
	return c
}

// requestIsKnown is false for a Go whose requests have fields that [placed] does not
// copy; path values are in maps then.
var (
	patternField   = slices.Index(requestFields(), "pat")
	valuesField    = slices.Index(requestFields(), "otherValues")
	requestIsKnown = strings.Join(requestFields(), " ") == "Method URL Proto ProtoMajor ProtoMinor Header Body GetBody ContentLength TransferEncoding Close Host "+
		"Form PostForm MultipartForm Trailer RemoteAddr RequestURI TLS Cancel Response Pattern ctx pat matches otherValues"
)

func requestFields() (names []string) {
	for f := range reflect.TypeFor[http.Request]().Fields() {
		names = append(names, f.Name)
	}
	return names
}

// hasPathValues reports whether something in front of the router has given a request path
// values: they are to stay.
func hasPathValues(r *http.Request) bool {
	v := reflect.ValueOf(r).Elem()
	return !v.Field(patternField).IsNil() || !v.Field(valuesField).IsNil()
}
