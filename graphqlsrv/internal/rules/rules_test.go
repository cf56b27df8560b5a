package rules

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	library "github.com/vektah/gqlparser/v2/validator/rules"

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
	documents, refused, likewise := 0, 0, 0
	for _, file := range files {
		replay(t, file, string(root), func(c conformanceCase, schema *ast.Schema) {
			documents++
			if c.Stage == "parse" || c.Stage == "validate" {
				refused++
			}
			if slices.Equal(c.errors(), judgedByGqlparser(schema, c.Query)) {
				likewise++
			}
			if c.Stage == "parse" { // package language has these
				return
			}
			doc, err := language.Parse(c.Query, 0)
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				return
			}
			if diff := cmp.Diff(c.errors(), texts(Document(schema, doc, Options{Suggest: true}))); diff != "" {
				t.Errorf("%s: (-graphql-js +ours)\n%s%s", c.Name, diff, c.Query)
			}
		})
	}
	if t.Logf("%d documents, %d refused; gqlparser has the same errors for %d", documents, refused, likewise); refused < 500 {
		t.Errorf("only %d documents were refused", refused)
	}
	if likewise == documents {
		t.Error("gqlparser does as well: docs/decisions/0003 has no reason any more")
	}
}

// judgedByGqlparser are the errors of the library that could do without this package.
func judgedByGqlparser(schema *ast.Schema, query string) (list []string) {
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	var errs gqlerror.List
	if err != nil {
		errs = gqlerror.List{gqlerror.WrapIfUnwrapped(err)}
	} else {
		errs = validator.ValidateWithRules(schema, doc, library.NewDefaultRules())
	}
	for _, e := range errs {
		text := e.Message
		for _, l := range e.Locations {
			text += fmt.Sprintf(" %d:%d", l.Line, l.Column)
		}
		list = append(list, text)
	}
	return list
}

// A conformanceCase is a schema, or a query with what graphql-js answers.
type conformanceCase struct {
	SDL, Name, Stage, Query string
	Result                  struct {
		Errors []struct {
			Message   string
			Locations []struct{ Line, Column int }
		}
	}
}

// errors are those of a document that graphql-js refuses.
func (c conformanceCase) errors() (list []string) {
	if c.Stage != "parse" && c.Stage != "validate" {
		return nil
	}
	for _, e := range c.Result.Errors {
		text := e.Message
		for _, l := range e.Locations {
			text += fmt.Sprintf(" %d:%d", l.Line, l.Column)
		}
		list = append(list, text)
	}
	return list
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

func replay(t *testing.T, file, root string, f func(c conformanceCase, schema *ast.Schema)) {
	t.Helper()
	r, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var schema *ast.Schema
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c conformanceCase
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
		f(c, schema)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
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
