package inspect

import (
	"fmt"
	"net/http"
	"strings"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// defaultHost is the host of requests that name none, as in Rails' own tests.
const defaultHost = "www.example.com"

// maxRefusals bounds how many routes an answer tells about.
const maxRefusals = 200

// A Request is what the page asks the routes.
type Request struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"` // a path, or with scheme and host
	Host    string            `json:"host"`
	Headers map[string]string `json:"headers"`
	Set     map[string]string `json:"set"`
}

// An Answer is the route of a request, and why others did not answer.
type Answer struct {
	Status     int       `json:"status"`
	StatusText string    `json:"statusText"`
	Error      string    `json:"error,omitempty"`
	Route      *Ref      `json:"route"`
	Inner      *Ref      `json:"inner,omitempty"` // of the engine that is mounted at Route
	Endpoint   string    `json:"endpoint,omitempty"`
	Location   string    `json:"location,omitempty"`
	Params     []Param   `json:"params"`
	Refusals   []Refusal `json:"refusals"`
	// Guesses are what the answer rests on that only the application knows.
	Guesses []Guess `json:"guesses"`
	// Candidates are the answers of which only the application knows which one it gives.
	Candidates []Candidate `json:"candidates"`
}

// A Param is a parameter of a request, its value as Ruby writes it.
type Param struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Refusal is a route whose path matches, or nearly, with the reason it did not answer.
type Refusal struct {
	Ref
	Why string `json:"why"`
}

// A Guess is a question to the application, and how it was taken.
type Guess struct {
	Question string `json:"question"`
	Answer   bool   `json:"answer"`
	Source   string `json:"source,omitempty"`
}

// A Candidate is an answer that the application gives if a condition holds.
type Candidate struct {
	Route  *Ref   `json:"route"`
	Status int    `json:"status"`
	If     string `json:"if"`
}

// http makes the request; a URL may name scheme and host.
func (q *Request) http() *http.Request {
	host, target, scheme := q.Host, q.URL, ""
	for _, s := range []string{"http", "https"} {
		if rest, ok := strings.CutPrefix(q.URL, s+"://"); ok {
			end := strings.IndexAny(rest+"/", "/?")
			scheme, host, target = s, rest[:end], rest[end:]
			if !strings.HasPrefix(target, "/") {
				target = "/" + target
			}
		}
	}
	if host == "" {
		host = defaultHost
	}
	method := strings.ToUpper(strings.TrimSpace(q.Method))
	if method == "" {
		method = http.MethodGet
	}
	r := dispatch.NewRequest(method, target, host)
	for name, value := range q.Headers {
		r.Header.Set(name, value)
	}
	if scheme == "https" {
		r.URL.Scheme = scheme
	}
	return r
}

// answer asks a matcher of a table.
func answer(t *route.Table, m *dispatch.Matcher, q *Request) *Answer {
	r := q.http()
	found := m.Match(r)
	a := &Answer{Status: found.Status, StatusText: http.StatusText(found.Status), Location: found.Location, Params: []Param{}, Refusals: []Refusal{}, Guesses: []Guess{}, Candidates: []Candidate{}}
	if found.Err != nil {
		a.Error = found.Err.Error()
	}
	if found.Route != nil {
		a.Route, a.Endpoint = ref(t, found.Route), found.Route.EndpointText()
	}
	if found.Inner != nil {
		a.Inner, a.Endpoint = ref(t, found.Inner), found.Inner.EndpointText()
	}
	if found.Controller != "" || found.Action != "" {
		a.Endpoint = found.Controller + "#" + found.Action
	}
	a.Params = params(t, found.Params)
	for _, refused := range m.Explain(r) {
		if len(a.Refusals) == maxRefusals {
			break
		}
		a.Refusals = append(a.Refusals, Refusal{refOf(t, refused.Route), refused.Why})
	}
	for _, g := range found.Guesses {
		a.Guesses = append(a.Guesses, Guess{g.Question, g.Answer, placeText(g.Pos)})
	}
	for i := range found.Candidates {
		c := &found.Candidates[i]
		own := Candidate{Status: c.Status, If: c.Condition()}
		if c.Route != nil {
			own.Route = ref(t, c.Route)
		}
		a.Candidates = append(a.Candidates, own)
	}
	return a
}

func ref(t *route.Table, r *route.Route) *Ref {
	one := refOf(t, r)
	return &one
}

// params are parameters in Rails' order.
func params(t *route.Table, h *dsl.Hash) []Param {
	list := []Param{}
	if h == nil {
		return list
	}
	for i := range h.Len() {
		key, v := h.At(i)
		text, err := t.Inspect(v)
		if err != nil {
			text = "?"
		}
		list = append(list, Param{strings.TrimPrefix(fmt.Sprint(key), ":"), text})
	}
	return list
}

func placeText(p grammar.Pos) string {
	if p.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}
