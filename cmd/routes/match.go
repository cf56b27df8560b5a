package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand"
)

// errNoRoute is the exit status of `match` without a route; what there is to say
// has been printed.
var errNoRoute = errors.New("no route matches")

// match is `routes match`: which route answers a request.
func (c *command) match() *cobra.Command {
	var (
		from             source
		asJSON, explains bool
	)
	cmd := &cobra.Command{
		Use:   "match [flags] METHOD URL... | -",
		Short: "Print which route answers a request",
		Long: `Print which route answers a request, with what status and parameters, as Rails' router decides it.

A URL is a path, or has a host: http://api.example.com/v1. With - the requests come from stdin: lines of METHOD URL, or
with --json objects {"method", "path", "host", "https", "headers"}, one a line; the answers are then objects with
method, path, status, route (its index or null), name, controller, action, params and, for redirects, location.`,
		Example: `  routes match GET /posts/1
  routes match --explain GET /posts/new
  routes match POST /posts /posts/1/comments
  routes match --json - < requests.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "-" || len(args) > 1 && args[0] != "-" {
				return nil
			}
			return &usageError{"want METHOD URL... or -", cmd.CommandPath()}
		},
		RunE: func(_ *cobra.Command, args []string) error {
			table, err := c.load(&from)
			if err != nil {
				return err
			}
			matcher, err := dispatch.NewMatcher(table)
			if err != nil {
				fmt.Fprintf(c.stderr, "%s\n", printable(err.Error()))
			}
			p := &matchPrinter{c: c, matcher: matcher, json: asJSON, explains: explains, out: bufio.NewWriter(c.stdout)}
			if args[0] == "-" {
				err = p.lines(c.stdin)
			} else {
				err = p.urls(args[0], args[1:])
			}
			if flushed := p.out.Flush(); err == nil {
				err = flushed
			}
			if err != nil {
				return err
			}
			if err := c.doubts(table, &from, !asJSON); err != nil {
				return err
			}
			if p.missed && !(asJSON && args[0] == "-") {
				return errNoRoute
			}
			return nil
		},
	}
	from.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one object a line")
	cmd.Flags().BoolVar(&explains, "explain", false, "tell why earlier routes did not answer")
	return cmd
}

// A matchPrinter answers requests one after the other.
type matchPrinter struct {
	c        *command
	matcher  *dispatch.Matcher
	json     bool
	explains bool
	missed   bool
	out      *bufio.Writer
}

// A requestLine is a request in its JSON form.
type requestLine struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Host    string            `json:"host"`
	HTTPS   bool              `json:"https"`
	Headers map[string]string `json:"headers"`
}

func (p *matchPrinter) urls(method string, urls []string) error {
	for _, u := range urls {
		p.answer(requestLine{Method: method, Path: u})
	}
	return nil
}

func (p *matchPrinter) lines(in io.Reader) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	for n := 1; scanner.Scan(); n++ {
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		q, err := p.request(line)
		if err != nil {
			return fmt.Errorf("stdin:%d: %w", n, err)
		}
		p.answer(q)
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("stdin: a line is longer than %d bytes", maxLine)
	}
	return scanner.Err()
}

func (p *matchPrinter) request(line []byte) (requestLine, error) {
	var q requestLine
	if !p.json && line[0] != '{' {
		method, url, ok := strings.Cut(string(line), " ")
		if !ok {
			return q, errors.New("want METHOD URL")
		}
		return requestLine{Method: method, Path: strings.TrimSpace(url)}, nil
	}
	if err := json.Unmarshal(line, &q); err != nil {
		return q, err
	}
	return q, nil
}

// httpRequest makes the request that a line describes.
func (q *requestLine) httpRequest() *http.Request {
	host, target, https := q.Host, q.Path, q.HTTPS
	for _, scheme := range []string{"http://", "https://"} {
		if rest, ok := strings.CutPrefix(q.Path, scheme); ok {
			end := strings.IndexAny(rest, "/?")
			if end < 0 {
				end = len(rest)
			}
			host, target, https = rest[:end], rest[end:], scheme == "https://"
			if strings.HasPrefix(target, "?") {
				target = "/" + target
			}
		}
	}
	if host == "" {
		host = defaultHost
	}
	method := strings.ToUpper(q.Method)
	if method == "" {
		method = "GET"
	}
	r := dispatch.NewRequest(method, target, host)
	for name, value := range q.Headers {
		r.Header.Set(name, value)
	}
	if https {
		r.URL.Scheme = "https"
	}
	return r
}

func (p *matchPrinter) answer(q requestLine) {
	r := q.httpRequest()
	found := p.matcher.Match(r)
	p.missed = p.missed || found.Route == nil
	if p.json {
		path, _, _ := strings.Cut(q.Path, "?")
		p.writeJSON(r.Method, path, found)
	} else {
		p.writeText(r.Method, q.Path, found)
	}
	if !p.explains {
		return
	}
	for _, refused := range p.matcher.Explain(r) {
		text := fmt.Sprintf("%s: %s: %s", refused.Route.Source(), rowName(refused.Route), refused.Why)
		if p.json {
			fmt.Fprintln(p.c.stderr, printable(text))
		} else {
			fmt.Fprintln(p.out, "  before:", printable(text))
		}
	}
}

// rowName names a route as the table shows it.
func rowName(r *expand.Route) string {
	verb := r.Verb()
	if verb != "" {
		verb += " "
	}
	return verb + r.Path.String()
}

func (p *matchPrinter) writeText(method, path string, found *dispatch.Match) {
	out := p.out
	fmt.Fprintf(out, "%s %s\n  status: %d %s\n", printable(method), printable(path), found.Status, http.StatusText(found.Status))
	if found.Err != nil {
		fmt.Fprintf(out, "  error:  %s\n", printable(found.Err.Error()))
	}
	r := found.Route
	if r == nil {
		return
	}
	fmt.Fprintf(out, "  route:  %d %s (%s)\n", r.Index, rowName(r), r.Source())
	if r.Name != "" {
		fmt.Fprintf(out, "  name:   %s\n", r.Name)
	}
	switch {
	case found.Location != "":
		fmt.Fprintf(out, "  to:     %s\n", found.Location)
	case found.Controller != "" || found.Action != "":
		fmt.Fprintf(out, "  to:     %s#%s\n", printable(found.Controller), printable(found.Action))
	default:
		fmt.Fprintf(out, "  to:     %s\n", printable(r.Endpoint.Text))
	}
	if found.Params.Len() > 0 {
		params, _ := json.Marshal(jsonParams(found.Params))
		fmt.Fprintf(out, "  params: %s\n", params)
	}
}

// A matchLine is an answer in its JSON form.
type matchLine struct {
	Method     string          `json:"method"`
	Path       string          `json:"path"`
	Status     int             `json:"status"`
	Route      *int            `json:"route"`
	Name       *string         `json:"name"`
	Controller *string         `json:"controller"`
	Action     *string         `json:"action"`
	Params     json.RawMessage `json:"params"`
	Location   string          `json:"location,omitempty"`
	Error      string          `json:"error,omitempty"`
}

func (p *matchPrinter) writeJSON(method, path string, found *dispatch.Match) {
	line := matchLine{
		Method: method, Path: path, Status: found.Status, Location: found.Location,
		Controller: optional(found.Controller), Action: optional(found.Action),
	}
	if r := found.Route; r != nil {
		line.Route, line.Name = &r.Index, optional(r.Name)
	}
	if found.Err != nil {
		line.Error = found.Err.Error()
	}
	line.Params, _ = jsonParams(found.Params).MarshalJSON()
	encoder := json.NewEncoder(p.out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(line)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// orderedParams are parameters in Rails' order.
type orderedParams struct{ h *dsl.Hash }

func jsonParams(h *dsl.Hash) orderedParams { return orderedParams{h} }

// MarshalJSON writes the parameters in their order; symbols are strings.
func (o orderedParams) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	writeParam(&b, orEmpty(o.h), 0)
	return b.Bytes(), nil
}

func orEmpty(h *dsl.Hash) *dsl.Hash {
	if h == nil {
		return dsl.NewHash(0)
	}
	return h
}

// maxParamDepth bounds how deep defaults may nest.
const maxParamDepth = 100

func writeParam(b *bytes.Buffer, v dsl.Value, depth int) {
	switch v := v.(type) {
	case *dsl.String:
		writeText(b, v.String())
	case dsl.Symbol:
		writeText(b, string(v))
	case dsl.Int, dsl.Float, dsl.Bool:
		text, err := json.Marshal(v)
		if err != nil {
			text = []byte("null")
		}
		b.Write(text)
	case *dsl.Regexp:
		b.WriteString(`{"regexp":`)
		writeText(b, v.Source)
		options := ""
		for _, o := range []struct {
			bit    dsl.RegexpOptions
			letter string
		}{{dsl.MultiLine, "m"}, {dsl.IgnoreCase, "i"}, {dsl.Extended, "x"}} {
			if v.Options&o.bit != 0 {
				options += o.letter
			}
		}
		b.WriteString(`,"options":"` + options + `"}`)
	case *dsl.Array:
		b.WriteByte('[')
		for i, e := range v.Elems {
			if i > 0 {
				b.WriteByte(',')
			}
			if depth < maxParamDepth {
				writeParam(b, e, depth+1)
			}
		}
		b.WriteByte(']')
	case *dsl.Hash:
		b.WriteByte('{')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			key, e := v.At(i)
			writeText(b, keyText(key))
			b.WriteByte(':')
			if depth < maxParamDepth {
				writeParam(b, e, depth+1)
			} else {
				b.WriteString("null")
			}
		}
		b.WriteByte('}')
	case *dsl.Unknown:
		writeText(b, v.Text)
	default:
		b.WriteString("null")
	}
}

func keyText(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.String:
		return v.String()
	case dsl.Symbol:
		return string(v)
	case dsl.Int:
		return fmt.Sprint(int64(v))
	}
	return ""
}

func writeText(b *bytes.Buffer, s string) {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s)
	b.Truncate(b.Len() - 1)
}
