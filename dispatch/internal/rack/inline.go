package rack

import (
	"net/http"
	"strings"

	"signalbox/dsl"
)

// maxBodyParts bounds what the body of an inline endpoint may consist of.
const maxBodyParts = 10_000

// CallApp asks an endpoint that is written in the routes file:
//
//	get "up", to: ->(env) { [200, { "Content-Type" => "text/plain" }, ["ok"]] }
func (q *Request) CallApp(app dsl.Value) (*Answer, error) {
	q.asked = "" // it makes a new request of the environment
	t := q.Run()
	v, err := t.Call(app, "call", q.Environment())
	if err != nil {
		return nil, err
	}
	if u, ok := v.(*dsl.Unknown); ok {
		return nil, unknownResponse(u)
	}
	list, ok := v.(*dsl.Array)
	if !ok || len(list.Elems) != 3 {
		return nil, dsl.Raise("TypeError", "a Rack endpoint must return [status, headers, body]")
	}
	a := &Answer{Header: http.Header{}}
	if a.Status, err = q.rackStatus(list.Elems[0]); err != nil {
		return nil, err
	}
	if err := a.rackHeader(t, list.Elems[1]); err != nil {
		return nil, err
	}
	if a.Pass {
		return a, nil
	}
	a.body, err = rackBody(t, list.Elems[2])
	return a, err
}

func unknownResponse(u *dsl.Unknown) error {
	return &UnknownError{u, "the response " + u.Text()}
}

func (q *Request) rackStatus(v dsl.Value) (int, error) {
	if u, ok := v.(*dsl.Unknown); ok {
		return 0, unknownResponse(u)
	}
	n, err := q.Run().Call(v, "to_i")
	if err != nil {
		return 0, err
	}
	code, ok := n.(dsl.Int)
	if !ok || code < 100 || code > 999 {
		return 0, dsl.Raise("ArgumentError", "invalid status of a Rack endpoint")
	}
	return int(code), nil
}

func (a *Answer) rackHeader(t *dsl.Thread, v dsl.Value) error {
	h, ok := v.(*dsl.Hash)
	if u, ok := v.(*dsl.Unknown); ok {
		return unknownResponse(u)
	}
	if !ok {
		return dsl.Raise("TypeError", "the headers of a Rack endpoint must be a Hash")
	}
	for i := range h.Len() {
		k, v := h.At(i)
		name, err := t.ToS(k)
		if err != nil {
			return err
		}
		values, ok := v.(*dsl.Array)
		if !ok {
			values = dsl.NewArray(v)
		}
		for _, e := range values.Elems {
			if u := dsl.UnknownIn(e); u != nil {
				return unknownResponse(u)
			}
			text, err := t.ToS(e)
			if err != nil {
				return err
			}
			if strings.EqualFold(name, "X-Cascade") && text == "pass" {
				a.Pass = true
			}
			for line := range strings.SplitSeq(text, "\n") {
				a.Header.Add(name, line)
			}
		}
	}
	return nil
}

func rackBody(t *dsl.Thread, v dsl.Value) (string, error) {
	if u, ok := v.(*dsl.Unknown); ok {
		return "", unknownResponse(u)
	}
	parts, ok := v.(*dsl.Array)
	if !ok {
		got, err := t.Call(v, "to_a")
		if err != nil {
			return "", err
		}
		if parts, ok = got.(*dsl.Array); !ok {
			return "", dsl.Raise("TypeError", "the body of a Rack endpoint must respond to each")
		}
	}
	if len(parts.Elems) > maxBodyParts {
		return "", dsl.Raise("RangeError", "the body of a Rack endpoint has too many parts")
	}
	var b strings.Builder
	for _, e := range parts.Elems {
		if u := dsl.UnknownIn(e); u != nil {
			return "", unknownResponse(u)
		}
		s, err := t.ToS(e)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// Write sends an answer.
func (a *Answer) Write(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for name, values := range a.Header {
		for _, v := range values {
			header.Add(name, v)
		}
	}
	w.WriteHeader(a.Status)
	if r.Method != http.MethodHead && a.body != "" {
		_, _ = w.Write([]byte(a.body))
	}
}
