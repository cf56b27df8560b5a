package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/urls"
	"signalbox/grammar"

	"github.com/spf13/cobra"
)

// defaultHost is the host of URLs, as in Rails' own tests.
const defaultHost = "www.example.com"

// maxLine bounds a line of JSON on stdin, in bytes.
const maxLine = 4 << 20

// path is `routes path`: what a path helper returns.
func (c *command) path() *cobra.Command {
	var (
		from   source
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "path [flags] NAME [ARG...] [KEY=VALUE...] | -",
		Short: "Print what a path or URL helper returns",
		Long: `Print what a path or URL helper returns: NAME is post, post_path or post_url, ARG are the values of the path's parts
in their order, KEY=VALUE names parts, options (anchor, format, host, protocol, trailing_slash, ...) and params of the
query, KEY[]=VALUE, repeated, a list, KEY[NAME]=VALUE a hash. true, false, nil and whole numbers are taken as such. The
helpers are those of a controller that has no method default_url_options and answers a request to www.example.com; host=
names another host. shop.post is the helper of the engine that is mounted as shop, main_app.post the application's.

With - it reads one JSON object a line from stdin, {"name": "post", "kind": "path", "args": [1], "params": {}}, and
prints {"result": ...} or {"error": ..., "message": ...} for each; kind is path or url. {"url_for": {...}, "recall":
{...}} asks url_for, with the params of the present request. These helpers are those of an object whose
default_url_options are {host: "www.example.com"}: in Rails an optional part in front of the path, (:locale), then takes
the first argument. With --json, NAME is answered in that form too.`,
		Example: `  routes path post 1                      /posts/1
  routes path edit_post_url 1 q=a         http://www.example.com/posts/1/edit?q=a
  routes path posts format=json page=2    /posts.json?page=2`,
		ValidArgsFunction: c.helpers,
		RunE: func(cmd *cobra.Command, args []string) error {
			lines := len(args) == 1 && args[0] == "-"
			if len(args) == 0 || args[0] == "-" && !lines {
				return &usageError{"path wants the NAME of a helper, or - alone to read JSON lines", cmd.CommandPath()}
			}
			if err := from.onlyOne(cmd, lines); err != nil {
				return err
			}
			table, err := c.load(&from)
			if err != nil {
				return err
			}
			p := &pathPrinter{
				c: c, from: &from, table: table, helpersOf: helpersOfRequest, out: json.NewEncoder(c.stdout),
				used: map[*route.Route]bool{}, directs: map[grammar.Pos]bool{},
			}
			p.lacking, p.framework = sync.OnceValue(p.whyLacking), sync.OnceValue(p.withFramework)
			p.out.SetEscapeHTML(false)
			if lines {
				p.helpersOf = helpersWithHost
				err = p.lines(c.stdin)
			} else {
				err = c.onePath(p, args, asJSON)
			}
			if unresolved := p.warn(); err == nil {
				err = unresolved
			}
			return err
		},
	}
	from.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object instead of the bare path")
	return cmd
}

// helpersOfRequest are the helpers that a controller has while it answers a request.
func helpersOfRequest(t *route.Table) *urls.Helpers {
	return urls.ForController(t, urls.Params{"host": defaultHost}, nil)
}

// helpersWithHost are the helpers of an object whose default_url_options name the host.
func helpersWithHost(t *route.Table) *urls.Helpers {
	return urls.New(t, urls.Params{"host": defaultHost})
}

// onePath answers the helper that the command line names.
func (c *command) onePath(p *pathPrinter, args []string, asJSON bool) error {
	name, kind := args[0], "path"
	for _, k := range []string{"path", "url"} {
		if base, ok := strings.CutSuffix(name, "_"+k); ok && base != "" {
			name, kind = base, k
			break
		}
	}
	q := &pathQuery{Name: name, Kind: kind}
	for _, arg := range args[1:] {
		key, value, ok := strings.Cut(arg, "=")
		if !ok || key == "" {
			q.args = append(q.args, word(arg))
			continue
		}
		if q.params == nil {
			q.params = dsl.NewHash(4)
		}
		setParam(q.params, key, word(value))
	}
	result, err := p.answer(q)
	if asJSON {
		if printErr := p.print(result, err); printErr != nil {
			return printErr
		}
		return err
	}
	var u *urls.URLError
	if errors.As(err, &u) {
		hint := u.Hint
		if hint == "" && errors.Is(err, urls.ErrUndefined) {
			hint = p.search(name)
		}
		if len(u.Missing) > 0 && hint != "" {
			return fmt.Errorf("%w\n  hint: %s", err, hint)
		}
		if hint != "" {
			return fmt.Errorf("%w (%s)", err, hint)
		}
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.stdout, printable(result))
	return err
}

// setParam adds a value to the params; those of ids[]=1 ids[]=2 are a list, those of
// path_params[a]=1 path_params[b]=2 a hash.
func setParam(params *dsl.Hash, key string, value dsl.Value) {
	if name, part, ok := strings.Cut(strings.TrimSuffix(key, "]"), "["); ok && part != "" && name+"["+part+"]" == key && !strings.ContainsAny(part, "[]") {
		h, ok := option(params, name).(*dsl.Hash)
		if !ok {
			h = dsl.NewHash(2)
			params.Set(dsl.Symbol(name), h)
		}
		h.Set(dsl.Symbol(part), value)
		return
	}
	name, list := strings.CutSuffix(key, "[]")
	if !list || name == "" {
		params.Set(dsl.Symbol(key), value)
		return
	}
	if values, ok := option(params, name).(*dsl.Array); ok {
		values.Elems = append(values.Elems, value)
		return
	}
	params.Set(dsl.Symbol(name), dsl.NewArray(value))
}

// option is one of the params; Go's nil if it is not there.
func option(params *dsl.Hash, name string) dsl.Value {
	v, _ := params.Get(dsl.Symbol(name))
	return v
}

// word reads an argument as Ruby would a literal.
func word(s string) dsl.Value {
	switch s {
	case "true":
		return dsl.True
	case "false":
		return dsl.False
	case "nil":
		return dsl.Nil
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		return dsl.Int(n)
	}
	return dsl.NewString(s)
}

// A pathPrinter answers questions for paths.
type pathPrinter struct {
	c     *command
	from  *source
	table *route.Table
	out   *json.Encoder
	// helpersOf gives the helpers of a table.
	helpersOf func(*route.Table) *urls.Helpers
	used      map[*route.Route]bool // the routes whose helpers were asked for
	// directs are those that conditions decide on, by their places.
	directs map[grammar.Pos]bool

	lacking   func() string       // why the table may lack a helper
	framework func() *route.Table // the table with the routes of --framework; nil if there is none
}

// A pathQuery is one question: a helper with its arguments, or url_for.
type pathQuery struct {
	Name   string          `json:"name"`
	Kind   string          `json:"kind"`
	Args   json.RawMessage `json:"args"`
	Params json.RawMessage `json:"params"`
	URLFor json.RawMessage `json:"url_for"`
	Recall json.RawMessage `json:"recall"`

	args   []dsl.Value
	params *dsl.Hash
}

func (p *pathPrinter) lines(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	for number := 1; in.Scan(); number++ {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		q := &pathQuery{}
		if err := p.c.readLine(in.Bytes(), q); err != nil {
			return lineError(number, err)
		}
		if err := q.read(); err != nil {
			return lineError(number, err)
		}
		if err := p.print(p.answer(q)); err != nil {
			return err
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("stdin: a line is longer than %d bytes", maxLine)
	}
	return in.Err()
}

// read turns the JSON of arguments into values, the order of keys kept.
func (q *pathQuery) read() error {
	if q.Kind != "" && q.Kind != "path" && q.Kind != "url" {
		return fmt.Errorf("kind is path or url, not %s", quote(q.Kind))
	}
	args, err := jsonValue(q.Args)
	if err != nil {
		return err
	}
	switch a := args.(type) {
	case *dsl.Array:
		q.args = a.Elems
	default:
		if args != dsl.Nil {
			return errors.New("args must be an array")
		}
	}
	q.params, err = jsonOptions(q.Params, "params")
	return err
}

func (p *pathPrinter) answer(q *pathQuery) (string, error) {
	if len(q.URLFor) > 0 {
		return p.urlFor(q)
	}
	args := make([]any, 0, len(q.args)+1)
	for _, a := range q.args {
		args = append(args, a)
	}
	if q.params.Len() > 0 {
		args = append(args, q.params)
	}
	table, name := p.helpers(q.Name)
	p.use(q.Name, table, name)
	urls := p.helpersOf(table)
	ask := urls.Path
	if q.Kind == "url" {
		ask = urls.URL
	}
	result, err := ask(name, args...)
	return result, p.explained(err, q.Name, table, name)
}

// helpers is the table whose helper a name is: the application's, also as
// `main_app.post`, or, for `shop.product`, that of the engine mounted as shop.
func (p *pathPrinter) helpers(name string) (*route.Table, string) {
	mount, helper, ok := strings.Cut(name, ".")
	if !ok {
		return p.table, name
	}
	if mount == "main_app" && p.table.Engine == "" {
		return p.table, helper
	}
	if engine := p.table.Mounted(mount); engine != nil {
		return engine, helper
	}
	return p.table, name
}

func (p *pathPrinter) urlFor(q *pathQuery) (string, error) {
	options, err := jsonOptions(q.URLFor, "url_for")
	if err != nil {
		return "", err
	}
	recall, err := jsonOptions(q.Recall, "recall")
	if err != nil {
		return "", err
	}
	if options == nil {
		options = dsl.NewHash(1)
	}
	if recall.Len() > 0 {
		options.Set(dsl.Symbol("_recall"), recall)
	}
	return p.helpersOf(p.table).URLFor(options)
}

func (p *pathPrinter) print(result string, err error) error {
	if err == nil {
		return p.out.Encode(struct {
			Result string `json:"result"`
		}{result})
	}
	answer := struct {
		Error   string `json:"error"`
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
	}{"error", err.Error(), ""}
	var u *urls.URLError
	if errors.As(err, &u) {
		answer.Error, answer.Hint = u.Class, u.Hint
	}
	return p.out.Encode(answer)
}

// ---- JSON

// jsonOptions reads an object whose keys become symbols; nil if there is none.
func jsonOptions(raw json.RawMessage, what string) (*dsl.Hash, error) {
	v, err := jsonValue(raw)
	if err != nil || v == dsl.Nil {
		return nil, err
	}
	h, ok := v.(*dsl.Hash)
	if !ok {
		return nil, errors.New(what + " must be an object")
	}
	options := dsl.NewHash(h.Len())
	for i := range h.Len() {
		key, v := h.At(i)
		if s, ok := key.(*dsl.String); ok {
			options.Set(dsl.Symbol(s.String()), v)
		}
	}
	return options, nil
}

// jsonValue reads JSON as Ruby does.
func jsonValue(raw json.RawMessage) (dsl.Value, error) {
	if len(raw) == 0 {
		return dsl.Nil, nil
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	return readValue(d)
}

func readValue(d *json.Decoder) (dsl.Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case string:
		return dsl.NewString(v), nil
	case bool:
		return dsl.Bool(v), nil
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return dsl.Int(n), nil
		}
		if !strings.ContainsAny(v.String(), ".eE") { // an integer that only Ruby can hold
			return dsl.NewString(v.String()), nil
		}
		f, err := v.Float64()
		return dsl.Float(f), err
	case json.Delim:
		if v == '[' {
			return readArray(d)
		}
		return readObject(d)
	}
	return dsl.Nil, nil
}

func readArray(d *json.Decoder) (dsl.Value, error) {
	a := dsl.NewArray()
	for d.More() {
		v, err := readValue(d)
		if err != nil {
			return nil, err
		}
		a.Elems = append(a.Elems, v)
	}
	_, err := d.Token()
	return a, err
}

func readObject(d *json.Decoder) (dsl.Value, error) {
	h := dsl.NewHash(4)
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := readValue(d)
		if err != nil {
			return nil, err
		}
		if name, ok := key.(string); ok {
			h.Set(dsl.NewString(name), v)
		}
	}
	_, err := d.Token()
	return h, err
}
