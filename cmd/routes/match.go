package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/settings"
)

// errNoRoute and errFailed are the exit status of `match` for a request without a
// route, and for one whose routing failed; what there is to say has been printed.
var (
	errNoRoute = errors.New("no route matches")
	errFailed  = errors.New("a request could not be routed")
)

// match is `routes match`: which route answers a request.
func (c *command) match() *cobra.Command {
	var (
		from             source
		asJSON, explains bool
	)
	cmd := &cobra.Command{
		Use:   "match [flags] METHOD URL... | -",
		Short: "Print which route answers a request",
		Long: `Print which route answers a request, with its status and parameters, as Rails'
router does.

URL is a path, or a whole URL: http://api.example.com/v1. With -, requests come
from stdin, one METHOD URL per line. With --json they are objects, {"method",
"path", "host", "https", "headers"}, and so are the answers: method, path,
status, route (its index or null), name, controller, action, params, and
location for redirects. If a mounted engine answers, "route" is the mount and
"inner" the engine's own route.

If the answer depends on unknown values, routes prints the most likely one, then
every possible answer in order with its condition ("undecided" in JSON).

An unknown call in a constraint (Flipper.enabled?(:beta)) is assumed to be false
if it ends in ?, else true; stderr reports it ("guesses" in JSON). Set it with
--set. For an object that no file defines, pass --set 'Gate.new.matches?=true'.`,
		Example: `  routes match GET /posts/1
  routes match --explain GET /posts/new
  routes match POST /posts /posts/1/comments
  routes match --json - < requests.jsonl`,
		ValidArgs: verbs,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 2 && strings.Contains(args[0], "/") && slices.Contains(verbs, strings.ToUpper(args[1])):
				return &usageError{fmt.Sprintf("METHOD comes before URL: write %s %s", args[1], args[0]), cmd.CommandPath()}
			case len(args) == 1 && args[0] == "-" || len(args) > 1 && args[0] != "-":
				return nil
			}
			return &usageError{"missing METHOD URL..., or - to read lines from stdin", cmd.CommandPath()}
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := from.onlyOne(cmd, args[0] == "-"); err != nil {
				return err
			}
			table, err := c.load(&from)
			if err != nil {
				return err
			}
			matcher, err := dispatch.NewMatcher(table)
			if err != nil {
				fmt.Fprintf(c.stderr, "%s\n", printable(err.Error()))
			}
			p := &matchPrinter{c: c, from: &from, table: table, matcher: matcher, json: asJSON, explains: explains, out: bufio.NewWriter(c.stdout)}
			p.matched.routes = map[*route.Route]bool{}
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
			if err := c.warnAbout(table, &from, !asJSON, p.concern); err != nil {
				return err
			}
			switch {
			case asJSON && args[0] == "-": // the lines tell it
			case p.failed:
				return errFailed
			case p.missed && !explains:
				return fmt.Errorf("%w; run the command with --explain to see why", errNoRoute)
			case p.missed:
				return errNoRoute
			}
			if p.undecided && from.strict {
				return errUnresolved
			}
			return nil
		},
	}
	from.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one object per line")
	cmd.Flags().BoolVar(&explains, "explain", false, "say why earlier routes did not answer")
	return cmd
}

// A matchPrinter answers requests one after the other.
type matchPrinter struct {
	c        *command
	from     *source
	table    *route.Table
	matcher  *dispatch.Matcher
	json     bool
	explains bool
	out      *bufio.Writer
	matched
	failed bool // a request met an error instead of a route
	// undecided reports whether one of the answers depends on unknown values.
	undecided bool
	told      map[dispatch.Guess]bool
}

// verbs are the HTTP methods that routes ask for.
var verbs = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

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
			return lineError(n, err)
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
			return q, errors.New("a line is METHOD URL, as GET /posts/1, or a JSON object")
		}
		return requestLine{Method: method, Path: strings.TrimSpace(url)}, nil
	}
	err := p.c.readLine(line, &q)
	return q, err
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
	p.note(found.Route)
	for i := range found.Candidates {
		if r := found.Candidates[i].Route; r != nil && found.Route == nil {
			p.note(r)
		}
	}
	p.failed = p.failed || found.Err != nil && found.Route == nil
	if found.Inner != nil {
		p.note(found.Inner)
	}
	p.undecided = p.undecided || len(found.Candidates) > 0 || unknownParts(found) != nil
	if p.json {
		path, _, _ := strings.Cut(q.Path, "?")
		p.writeJSON(r.Method, path, found)
	} else {
		p.writeText(r.Method, q.Path, found)
	}
	p.tellGuesses(found.Guesses)
	if !p.explains {
		return
	}
	for _, refused := range p.matcher.Explain(r) {
		text := fmt.Sprintf("%s: %s: %s", place(refused.Route), rowName(refused.Route), refused.Why)
		if p.json {
			fmt.Fprintln(p.c.stderr, printable(text))
		} else {
			fmt.Fprintln(p.out, "  before:", printable(text))
		}
	}
}

// place is where a route is declared.
func place(r *route.Route) string {
	if r.Source() == "" {
		return "of the framework"
	}
	at := r.Declared()
	return fmt.Sprintf("%s:%d", at.Filename, at.Line)
}

// tellGuesses reports on stderr, once each, the assumptions that the answers rest on.
func (p *matchPrinter) tellGuesses(guesses []dispatch.Guess) {
	for _, g := range guesses {
		if p.told[g] {
			continue
		}
		if p.told == nil {
			p.told = map[dispatch.Guess]bool{}
		}
		p.told[g] = true
		where := ""
		if g.Pos.Line > 0 {
			where = g.Pos.String() + ": "
		}
		question := printable(dsl.Brief(g.Question))
		if g.Object {
			fmt.Fprintf(p.c.stderr, "%swarning: unknown %s is assumed to %s the request%s\n", where, question, admits(g.Answer), p.assuming(setting{route.Matches(g.Question), strconv.FormatBool(!g.Answer)}, "otherwise"))
			continue
		}
		by := settingOfQuestion(g.Question, !g.Answer)
		fmt.Fprintf(p.c.stderr, "%swarning: unknown %s is assumed to be %t%s\n", where, question, g.Answer, p.assuming(by, by.value))
	}
}

// assuming says which setting changes what was assumed; empty if there is none.
func (p *matchPrinter) assuming(by setting, what string) string {
	if settings.Check(by.expr, by.value) != nil {
		return ""
	}
	return "; pass --set " + shellQuoted(by.expr+"="+by.value) + " to assume " + what
}

func admits(yes bool) string {
	if yes {
		return "admit"
	}
	return "refuse"
}

// shellQuoted is a word of a shell's command line.
func shellQuoted(text string) string {
	return "'" + strings.ReplaceAll(printable(text), "'", `'\''`) + "'"
}

// rowName names a route as the table shows it.
func rowName(r *route.Route) string {
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
		near := ""
		if found.Status == http.StatusMethodNotAllowed {
			near = meant(method, verbs...)
		}
		fmt.Fprintf(out, "  error:  %s%s\n", printable(found.Err.Error()), near)
	}
	if found.Route != nil {
		p.writeRoute(out, found)
	}
	writeUndecided(out, p.table, found, p.from)
}

// writeRoute tells the route, and what it does.
func (p *matchPrinter) writeRoute(out io.Writer, found *dispatch.Match) {
	r := found.Route
	fmt.Fprintf(out, "  route:  %d %s (%s)\n", r.Index, rowName(r), place(r))
	if r.Name != "" {
		fmt.Fprintf(out, "  name:   %s\n", r.Name)
	}
	if in := found.Inner; in != nil {
		fmt.Fprintf(out, "  engine: %s\n  in it:  %d %s (%s)\n", p.engine(in), in.Index, rowName(in), place(in))
		if in.Name != "" {
			fmt.Fprintf(out, "  helper: %s\n", in.Name)
		}
	}
	switch {
	case found.Location != "":
		fmt.Fprintf(out, "  to:     %s\n", printable(found.Location))
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

// engine is the name of the engine that a route is in.
func (p *matchPrinter) engine(r *route.Route) string {
	if owner := p.table.Owner(r); owner != nil {
		return owner.Engine
	}
	return ""
}

// An innerLine is the route of an engine that answers, in its JSON form.
type innerLine struct {
	Engine string  `json:"engine"`
	Route  int     `json:"route"`
	Name   *string `json:"name"`
	Path   string  `json:"path"`
	Source string  `json:"source"`
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
	Inner      *innerLine      `json:"inner,omitempty"`
	Guesses    []guessLine     `json:"guesses,omitempty"`
	Undecided  []candidateLine `json:"undecided,omitempty"`
	Unknown    *orderedParams  `json:"unknown,omitempty"`
}

// A guessLine is a question that only the application can answer, and how it was
// taken.
type guessLine struct {
	Question string `json:"question"`
	Answer   bool   `json:"answer"`
	Source   string `json:"source"`
}

func (p *matchPrinter) writeJSON(method, path string, found *dispatch.Match) {
	line := matchLine{
		Method: method, Path: path, Status: found.Status, Location: found.Location,
		Controller: optional(found.Controller), Action: optional(found.Action),
	}
	if r := found.Route; r != nil {
		line.Route, line.Name = &r.Index, optional(r.Name)
	}
	if in := found.Inner; in != nil {
		line.Inner = &innerLine{p.engine(in), in.Index, optional(in.Name), in.Path.String(), in.Source()}
	}
	if found.Err != nil {
		line.Error = found.Err.Error()
	}
	for _, g := range found.Guesses {
		source := ""
		if g.Pos.Line > 0 {
			source = fmt.Sprintf("%s:%d", g.Pos.Filename, g.Pos.Line)
		}
		line.Guesses = append(line.Guesses, guessLine{g.Question, g.Answer, source})
	}
	line.Params, _ = jsonParams(found.Params).MarshalJSON()
	line.Undecided, line.Unknown = candidateLines(p.table, found), unknownParts(found)
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
		if dsl.UnknownIn(v) != nil {
			b.WriteString("null")
			break
		}
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
		b.WriteString(`,"options":"` + v.Options.String() + `"}`)
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
