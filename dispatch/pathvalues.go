package dispatch

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/julienschmidt/httprouter"
)

// Path values of requests, without the map that [http.Request.SetPathValue] makes: it has a
// slice for the names of the pattern by which a ServeMux has matched the request, and a
// clone of such a request has its own.

// A matched is a request that a ServeMux has matched with a pattern of a route's names, and
// that has the route's defaults as values. Nil for a route without any, and where a ServeMux
// does not take the names. It is made when the first request comes: most of a large table's
// never do.
type matched struct {
	names    []string // sorted
	defaults httprouter.Params
	once     sync.Once
	made     *http.Request // nil if a ServeMux refuses the pattern
}

// A matchedRequests has the matched of a table: routes with the same names and defaults share one.
type matchedRequests struct {
	made   map[string]*matched
	ofList map[*string]*matched // without defaults: package match shares the lists of names
}

// with returns the matched of some names and defaults.
func (m matchedRequests) with(names []string, defaults httprouter.Params) *matched {
	if len(names) == 0 || defaults != nil {
		return m.sorted(names, defaults)
	}
	made, ok := m.ofList[&names[0]]
	if !ok {
		made = m.sorted(names, nil)
		m.ofList[&names[0]] = made
	}
	return made
}

// sorted is with, for the same names in any order.
func (m matchedRequests) sorted(names []string, defaults httprouter.Params) *matched {
	all := slices.Clone(names)
	for _, d := range defaults {
		all = append(all, d.Key)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	key := strings.Join(all, "/")
	for _, d := range defaults {
		key += "\x00" + d.Key + "=" + d.Value
	}
	made, ok := m.made[key]
	if !ok {
		if len(all) > 0 && requestIsKnown && !slices.ContainsFunc(all, isUnusualName) {
			made = &matched{names: all, defaults: defaults}
		}
		m.made[key] = made
	}
	return made
}

// request returns the request; nil if there is none.
func (m *matched) request() *http.Request {
	if m == nil {
		return nil
	}
	m.once.Do(m.make)
	return m.made
}

func (m *matched) make() {
	mux := http.NewServeMux()
	mux.HandleFunc("/{"+strings.Join(m.names, "}/{")+"}", func(_ http.ResponseWriter, r *http.Request) { m.made = r })
	mux.ServeHTTP(nil, &http.Request{Method: "GET", URL: &url.URL{Path: strings.Repeat("/x", len(m.names))}})
	if m.made == nil {
		return
	}
	m.made.Method, m.made.URL = "", nil
	for _, name := range m.names {
		m.made.SetPathValue(name, m.defaults.ByName(name))
	}
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
