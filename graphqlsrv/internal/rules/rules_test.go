package rules

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// TestConformance holds the errors to those that graphql-js reports on the
// conformance corpus, with their places and their order.
func TestConformance(t *testing.T) {
	root, err := os.ReadFile("../../testdata/conformance/root.graphql")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../testdata/conformance/*.jsonl")
	if other := os.Getenv("GRAPHQL_CASES"); other != "" {
		files = []string{other}
	}
	if err != nil || len(files) == 0 {
		t.Fatal("no conformance cases", err)
	}
	refused := 0
	for _, file := range files {
		refused += replay(t, file, string(root))
	}
	if refused < 500 {
		t.Errorf("only %d documents were refused", refused)
	}
}

// dropUnused takes the scalars out of a schema that nothing in it refers to, as package typesystem does.
func dropUnused(s *ast.Schema) {
	used := map[string]bool{}
	note := func(args ast.ArgumentDefinitionList) {
		for _, a := range args {
			used[a.Type.Name()] = true
		}
	}
	for _, d := range s.Directives {
		note(d.Arguments)
	}
	for _, d := range s.Types {
		for _, f := range d.Fields {
			used[f.Type.Name()] = true
			note(f.Arguments)
		}
	}
	maps.DeleteFunc(s.Types, func(name string, _ *ast.Definition) bool { return Builtin(name) && !used[name] })
}

func replay(t *testing.T, file, root string) (refused int) {
	r, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var schema *ast.Schema
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct {
			SDL, Name, Stage, Query string
			Result                  struct {
				Errors []struct {
					Message   string
					Locations []struct{ Line, Column int }
				}
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.SDL != "" {
			if schema, err = gqlparser.LoadSchema(&ast.Source{Input: root}, &ast.Source{Input: c.SDL}); err != nil {
				t.Fatal(err)
			}
			dropUnused(schema)
			continue
		}
		if c.Stage == "parse" {
			continue
		}
		doc, err := language.Parse(c.Query, 0)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		var want []string
		if c.Stage == "validate" {
			refused++
			for _, e := range c.Result.Errors {
				text := e.Message
				for _, l := range e.Locations {
					text += fmt.Sprintf(" %d:%d", l.Line, l.Column)
				}
				want = append(want, text)
			}
		}
		if diff := cmp.Diff(want, texts(Document(schema, doc, Options{Suggest: true}))); diff != "" {
			t.Errorf("%s: (-graphql-js +ours)\n%s%s", c.Name, diff, c.Query)
		}
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return refused
}

func texts(errs []*Error) (list []string) {
	for _, e := range errs {
		text := e.Message
		for _, p := range e.Positions {
			text += fmt.Sprintf(" %d:%d", p.Line, p.Column)
		}
		list = append(list, text)
	}
	return list
}

// TestNoSuggestions: who guesses learns nothing of the schema.
func TestNoSuggestions(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
		enum Color { RED }
		input Filter { size: Int }
		interface Named { name: String }
		type User implements Named { name: String email(color: Color, filter: Filter): String }
		type Query { user: User named: Named }`})
	for _, query := range []string{
		"{ usr { name } }", "{ user { email(colr: RED) } }", "{ user { email(color: REDD) } }", `{ user { email(color: "RED") } }`,
		"{ user { email(filter: {sise: 1}) } }", "{ named { email } }", "{ ... on Usr { name } }", "{ user @skp(if: true) { name } }",
		"{ user @skip(iff: true, if: true) { name } }", "query ($x: Colr) { user { email(color: $x) } }",
	} {
		doc, err := language.Parse(query, 0)
		if err != nil {
			t.Fatal(err)
		}
		errs := Document(schema, doc, Options{})
		if len(errs) == 0 {
			t.Errorf("%s is taken", query)
		}
		for _, e := range errs {
			if strings.Contains(e.Message, "Did you mean") {
				t.Errorf("%s: %s", query, e.Message)
			}
		}
	}
}
