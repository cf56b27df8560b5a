package graphqlsrv_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"signalbox/graphqlsrv"
)

// A conformanceLine is a schema or a case of testdata/conformance, with what
// graphql-js answered. scripts/judge/run graphql cases writes them and tells what the
// markers of root mean.
type conformanceLine struct {
	Schema string          `json:"schema"`
	SDL    string          `json:"sdl"`
	Name   string          `json:"name"`
	Stage  string          `json:"stage"` // parse, validate, execute or subscribe: where graphql-js's answer came from
	Query  string          `json:"query"`
	Op     string          `json:"operationName"`
	Vars   json.RawMessage `json:"variables"`
	Root   json.RawMessage `json:"root"`
	Result json.RawMessage `json:"result"`
}

// TestConformance replays what graphql-js answered: data, and the messages,
// locations and paths of errors, in their order. GRAPHQL_CASES names another
// file of cases.
func TestConformance(t *testing.T) {
	for _, style := range []string{"resolvers", "defaults", "batches", "sequential"} {
		t.Run(style, func(t *testing.T) {
			if testing.Short() && style == "sequential" {
				t.Skip("it is long, and on one goroutine")
			}
			t.Parallel()
			replayAll(t, style)
		})
	}
}

func replayAll(t *testing.T, style string) {
	excepted := exceptions(t)
	for _, file := range conformanceFiles(t) {
		handlers := map[string]http.Handler{}
		counts := map[string][2]int{} // equal, of all
		eachLine(t, file, func(c *conformanceLine) {
			if c.SDL != "" {
				handlers[c.Schema] = conformanceHandler(t, c.SDL, style)
				return
			}
			if style == "defaults" && bytes.Contains(bytes.ReplaceAll(c.Root, []byte(`{"$events`), nil), []byte(`{"$`)) {
				return // markers need resolvers
			}
			if testing.Short() && (c.Stage == "parse" || c.Stage == "validate") {
				return // on one goroutine
			}
			got, want := replay(t, handlers[c.Schema], c), canonicalResponses(t, c.Result)
			n := counts[c.Stage]
			n[1]++
			if got == want {
				n[0]++
			}
			counts[c.Stage] = n
			reason, known := excepted[c.Name]
			switch {
			case got == want && known:
				t.Errorf("%s: equal to graphql-js now: take it out of exceptions.tsv (%s)", c.Name, reason)
			case got != want && !known:
				t.Errorf("%s: (-graphql-js +graphqlsrv)\n%s\nquery: %s\nvariables: %s\nroot: %s", c.Name, cmp.Diff(want, got), c.Query, c.Vars, c.Root)
			}
		})
		t.Logf("%s: equal, of all: %v", filepath.Base(file), counts)
	}
}

func conformanceFiles(t testing.TB) []string {
	if f := os.Getenv("GRAPHQL_CASES"); f != "" {
		return []string{f}
	}
	files, err := filepath.Glob("testdata/conformance/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no conformance cases", err)
	}
	return files
}

func eachLine(t testing.TB, file string, f func(*conformanceLine)) {
	t.Helper()
	r, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var c conformanceLine
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %v: %.200s", file, err, line)
			}
			f(&c)
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// exceptions are the cases in which graphqlsrv answers otherwise on purpose,
// with the reason.
func exceptions(t *testing.T) map[string]string {
	if os.Getenv("GRAPHQL_CASES") != "" {
		return nil
	}
	text, err := os.ReadFile("testdata/conformance/exceptions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, reason, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("exceptions.tsv: %q has no reason", line)
		}
		known[name] = reason
	}
	return known
}

// conformanceHandler serves a schema with resolvers that answer from the
// root value of the case, in one of the styles of resolvers.
func conformanceHandler(t testing.TB, sdl, style string) http.Handler {
	t.Helper()
	options := []graphqlsrv.Option{
		graphqlsrv.WithServices(conformanceServices(t, sdl, style)),
		graphqlsrv.WithArmor(graphqlsrv.Armor{}),
		graphqlsrv.WithDevelopment(true),
		graphqlsrv.WithoutMasking(),
		graphqlsrv.WithLogger(nil),
	}
	if style == "sequential" {
		options = append(options, graphqlsrv.WithConcurrency(0), graphqlsrv.WithPlanCache(0))
	}
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}}, options...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func conformanceServices(t testing.TB, sdl, style string) map[string]graphqlsrv.Resolver {
	t.Helper()
	doc, err := parser.ParseSchema(&ast.Source{Input: sdl})
	if err != nil {
		t.Fatal(err)
	}
	roots := map[string]bool{"Query": true, "Mutation": true, "Subscription": true}
	for _, s := range doc.Schema {
		for _, o := range s.OperationTypes {
			roots[o.Type] = true
		}
	}
	services := map[string]graphqlsrv.Resolver{}
	for _, d := range doc.Definitions {
		if d.Kind != ast.Object {
			continue
		}
		for _, f := range d.Fields {
			switch {
			case roots[d.Name]:
				services[d.Name+"."+f.Name] = graphqlsrv.Field(resolveRoot)
			case style == "defaults":
			case style == "batches":
				services[d.Name+"."+f.Name] = graphqlsrv.Batch(batchOf(f.Name, f.Type.String()))
			default:
				services[d.Name+"."+f.Name] = graphqlsrv.Field(resolveField)
			}
		}
	}
	return services
}

type conformanceKey struct{}

// A conformanceRoot is the data of a case, in the context of its request.
type conformanceRoot struct {
	root    map[string]any
	counter int
}

func resolveRoot(ctx context.Context, args map[string]any, r graphqlsrv.Resolve[any]) (any, error) {
	c := ctx.Value(conformanceKey{}).(*conformanceRoot)
	value := c.root[r.Info.Field]
	if m, ok := value.(map[string]any); ok {
		if by, ok := m["$add"].(string); ok {
			n, err := asInt(args[by])
			c.counter += n
			return c.counter, err
		}
		if m["$counter"] != nil {
			return c.counter, nil
		}
	}
	if m, ok := value.(map[string]any); ok && m["$events"] != nil {
		return iter.Seq[any](func(yield func(any) bool) {
			for _, event := range m["$events"].([]any) {
				out, err := answerOf(event, args, r.Info.Type)
				if err != nil {
					out = err
				}
				if !yield(out) {
					return
				}
			}
		}), nil
	}
	return answerOf(value, args, r.Info.Type)
}

func resolveField(_ context.Context, args map[string]any, r graphqlsrv.Resolve[any]) (any, error) {
	return answerOf(propertyOf(r.Root, r.Info.Field), args, r.Info.Type)
}

func batchOf(field, typ string) func(context.Context, map[string]any, []any) ([]any, error) {
	return func(_ context.Context, args map[string]any, roots []any) ([]any, error) {
		out := make([]any, len(roots))
		errs := make(graphqlsrv.Errors, len(roots))
		for i, r := range roots {
			out[i], errs[i] = answerOf(propertyOf(r, field), args, typ)
		}
		return out, errs
	}
}

func propertyOf(parent any, name string) any {
	m, _ := parent.(map[string]any)
	return m[name]
}

func asInt(v any) (int, error) {
	return strconv.Atoi(fmt.Sprint(v))
}

// answerOf is what a resolver returns for a value of the case's data.
func answerOf(value any, args map[string]any, typ string) (any, error) {
	if m, ok := value.(map[string]any); ok && m["$args"] != nil {
		if strings.Contains(typ, "Any") {
			return args, nil
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		err := e.Encode(finite(args))
		return strings.TrimSuffix(b.String(), "\n"), err
	}
	out := reveal(value)
	if err, ok := out.(error); ok {
		return nil, err
	}
	return out, nil
}

// reveal turns markers into what they mean.
func reveal(value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = reveal(v[i])
		}
		return out
	case map[string]any:
		if message, ok := v["$error"].(string); ok {
			return errors.New(message)
		}
		switch v["$number"] {
		case "NaN":
			return math.NaN()
		case "Infinity":
			return math.Inf(1)
		case "-Infinity":
			return math.Inf(-1)
		}
	}
	return value
}

func replay(t *testing.T, h http.Handler, c *conformanceLine) string {
	t.Helper()
	root, _ := natural(t, c.Root).(map[string]any)
	body, err := json.Marshal(map[string]any{"query": c.Query, "operationName": optional(c.Op), "variables": c.Vars})
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/graphql-response+json")
	if c.Stage == "subscribe" {
		req.Header.Set("Accept", "text/event-stream")
	}
	req = req.WithContext(context.WithValue(req.Context(), conformanceKey{}, &conformanceRoot{root: root}))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	if c.Stage != "subscribe" {
		return canonicalResponse(t, w.Body.Bytes())
	}
	var responses []string
	for line := range strings.Lines(w.Body.String()) {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			responses = append(responses, canonicalResponse(t, []byte(data)))
		}
	}
	return strings.Join(responses, "\n")
}

// canonicalResponses are those of a subscription, or the one response.
func canonicalResponses(t testing.TB, result json.RawMessage) string {
	var all struct{ Responses []json.RawMessage }
	if err := json.Unmarshal(result, &all); err != nil || all.Responses == nil {
		return canonicalResponse(t, result)
	}
	responses := make([]string, len(all.Responses))
	for i, response := range all.Responses {
		responses[i] = canonicalResponse(t, response)
	}
	return strings.Join(responses, "\n")
}

func optional(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// natural is JSON as Go values, with int for whole numbers.
func natural(t testing.TB, text json.RawMessage) any {
	t.Helper()
	if len(text) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return naturalNumbers(v)
}

func naturalNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = naturalNumbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = naturalNumbers(v[k])
		}
	}
	return v
}
