package urls

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A urlQuestion is one line of testdata/urls/calls.jsonl or of a paths.jsonl:
// a call of a helper, and what Rails answers.
type urlQuestion struct {
	Table, On, Call, Name, Kind       string
	Args                              []any
	Params, Defaults, Request, Recall map[string]any
	Result                            *string
	Error, Message                    string
	Expect                            *urlQuestion
}

func questions(t testing.TB, file string) (all []urlQuestion) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		return nil // not every case has all
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		all = append(all, question(t, s.Bytes()))
	}
	return all
}

func question(t testing.TB, line []byte) (q urlQuestion) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&q); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return q
}

// rubyRecord is a record of a model that the test does not declare.
type rubyRecord struct {
	model string
	ID    any
}

func (r rubyRecord) ModelName() string { return r.model }

// goValue gives what JSON stands for, see testdata/urls/calls.rb.
func goValue(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		f, _ := v.Float64()
		return f
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = goValue(e)
		}
		return list
	case map[string]any:
		if name, ok := v["record"].(string); ok {
			return rubyRecord{name, goValue(v["id"])}
		}
		if name, ok := v["class"].(string); ok {
			return dsl.NewUnknown(name, grammar.Pos{})
		}
		if name, ok := v["sym"].(string); ok {
			return name
		}
		return map[string]any(goParams(v))
	}
	return v
}

func goParams(m map[string]any) Params {
	p := Params{}
	for key, v := range m {
		p[key] = goValue(v)
	}
	return p
}

// answer asks the question.
func (q urlQuestion) answer(table *route.Table) (string, error) {
	helpers := New(table, goParams(q.Defaults))
	if q.On == "request" {
		helpers = helpers.ForRequest(goParams(q.Request), goParams(q.Recall))
	}
	var args []any
	for _, a := range q.Args {
		if s, ok := a.(string); ok && strings.HasSuffix(q.Call, "_for") {
			args = append(args, dsl.NewString(s)) // in Ruby no symbol
			continue
		}
		args = append(args, goValue(a))
	}
	if len(q.Params) > 0 || q.Name == "" && len(args) == 0 {
		args = append(args, goParams(q.Params))
	}
	switch q.Call + q.Kind {
	case "path":
		return helpers.Path(q.Name, args...)
	case "url":
		return helpers.URL(q.Name, args...)
	case "path_for":
		return helpers.PathFor(args...)
	}
	return helpers.URLFor(args...)
}

func (q urlQuestion) check(t *testing.T, table *route.Table) {
	t.Helper()
	if diff := q.difference(table); diff != "" {
		t.Error(diff)
	}
}

// difference tells the call, our answer and Rails' where they differ.
func (q urlQuestion) difference(table *route.Table) string {
	got, err := q.answer(table)
	want := q
	if q.Expect != nil {
		want = *q.Expect
	}
	q.Expect = nil
	shown, _ := json.Marshal(q)
	switch {
	case want.Result != nil && (err != nil || got != *want.Result):
		return fmt.Sprintf("%s\ngot  %q %v\nwant %q", shown, got, err, *want.Result)
	case want.Result == nil:
		var ue *URLError
		first, _, _ := strings.Cut(want.Message, "\n")
		if !errors.As(err, &ue) || ue.Class != want.Error || !strings.Contains(plainQuotes(ue.Message), plainQuotes(first)) {
			return fmt.Sprintf("%s\ngot  %q %v\nwant %s: %s", shown, got, err, want.Error, want.Message)
		}
	}
	return ""
}

func plainQuotes(s string) string { return strings.ReplaceAll(s, "`", "'") }

// TestURLsAsRails compares calls of all forms with the answers of real Rails.
func TestURLsAsRails(t *testing.T) {
	app := urlsTable(t)
	tables := map[string]*route.Table{"app": app, "blog": app.Named("blog").Endpoint.Table}
	for _, name := range []string{"optional", "defaults"} {
		table, err := expand.Load("../testdata/urls/config/"+name+".rb", expand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tables[name] = table
	}
	all := questions(t, "../testdata/urls/calls.jsonl")
	if len(all) < 1000 {
		t.Fatalf("only %d calls", len(all))
	}
	for _, q := range all {
		q.check(t, tables[q.Table])
	}
}

func urlsTable(t testing.TB) *route.Table {
	t.Helper()
	table, err := expand.Load("../testdata/urls", expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestGoldenPaths compares the helper calls of every golden case with Rails'
// answers.
func TestGoldenPaths(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("../../testdata/golden", "*", "*", "paths.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		root := filepath.Dir(file)
		t.Run(filepath.Base(filepath.Dir(root))+"/"+filepath.Base(root), func(t *testing.T) {
			table, err := expand.Load(root, expand.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range questions(t, file) {
				q.Defaults = map[string]any{"host": "www.example.com"}
				q.check(t, table)
			}
		})
	}
}
