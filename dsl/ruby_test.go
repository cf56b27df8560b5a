package dsl_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytest"
	"signalbox/grammar"
)

// spelled is a parameter of each kind.
var spelled = map[grammar.ParamKind]string{
	grammar.Required: "a", grammar.Optional: "a = b", grammar.Rest: "*a", grammar.RequiredKey: "a:", grammar.OptionalKey: "a: b",
	grammar.KeyRest: "**a", grammar.BlockParam: "&a",
}

// The rows of core are made without parsing its methods: each takes what its method does.
func TestCoreRowsTakeWhatTheirMethodsDo(t *testing.T) {
	files, err := filepath.Glob("core/*.rb")
	dsl.Check(err)
	for _, file := range files {
		src, err := os.ReadFile(file)
		dsl.Check(err)
		tree, err := grammar.Parse(file, src)
		if err != nil {
			t.Fatal(err)
		}
		rows := dsl.RubyMethods(os.DirFS("core"), ".", strings.TrimSuffix(filepath.Base(file), ".rb"))
		grammar.Inspect(tree.Body, func(n grammar.Node) bool {
			def, ok := n.(*grammar.Def)
			if !ok {
				return true
			}
			row := rows[def.Name]
			if row == nil {
				t.Errorf("%s %s has no row", file, def.Name)
				return false
			}
			want := dsl.FnOpt(0, 0, nil)
			if def.Params != nil {
				for _, p := range def.Params.List {
					want.Spelled(spelled[p.Kind])
				}
			}
			least, most, keywords := row.Takes()
			if l, m, k := want.Takes(); least != l || most != m || keywords != k {
				t.Errorf("%s %s: the row takes %d to %d arguments, keywords %t; the method %d to %d, %t", file, def.Name, least, most, keywords, l, m, k)
			}
			return false
		})
	}
}

// What Ruby would take and the reader of core leaves out is refused, not left out.
func TestRubyMethodsRefuseOtherLines(t *testing.T) {
	for _, body := range []string{"  private\n", "  attr_reader :a\n", "    def a = 1\n", "  A = 1\n", "  alias b a\n", "  protected def a = 1\n"} {
		t.Run(body, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("taken")
				}
			}()
			dsl.RubyMethods(fstest.MapFS{"a.rb": {Data: []byte("class A\n" + body + "\n  # more\n  private def c = 1\nend\n")}}, ".", "A")
		})
	}
}

// What fails in a proc that core makes fails where the program calls it.
func TestProcsOfCoreFailWhereTheyAreCalled(t *testing.T) {
	for src, want := range map[string]string{
		"f = ->(x) { x } >> 5.method(:+)\nf.call('a')":           "routes.rb:2:3: String can't be coerced into Integer",
		"f = :nope.to_proc << ->(x) { x }\n[1].each(&f)":         "routes.rb:2:5: undefined method 'nope' for an instance of Integer",
		"f = ->(a, b) { a.nope }.curry\nf[1][2]":                 "routes.rb:1:18: undefined method 'nope' for an instance of Integer",
		"f = proc { |x| x } >> 5.method(:+)\nf.yield(1, 2).nope": "routes.rb:2:15: undefined method 'nope' for an instance of Integer",
		"f = ->(x) { x }\nf >> S.n":                              "routes.rb:2:3: callable object is expected",
	} {
		_, _, err := rubytest.Run(dsl.New(dsl.Options{}), src)
		if got := fmt.Sprint(err); got != want {
			t.Errorf("%s\n%s, want %s", src, got, want)
		}
	}
}
