package grammar

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func parse(t *testing.T, src string) *File {
	t.Helper()
	f, err := Parse("a.rb", []byte(src))
	if err != nil {
		t.Fatal(Frame([]byte(src), err))
	}
	return f
}

// TestErrors compares what Frame shows for each file with a golden beside it.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/syntax_errors/*.rb")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(filepath.Base(name), src)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if f == nil {
			t.Errorf("%s: no file", name)
		}
		got := Frame(src, err)
		golden := strings.TrimSuffix(name, ".rb") + ".txt"
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\ngot\n%swant\n%s", name, got, want)
		}
	}
}

func TestErrorTypes(t *testing.T) {
	_, err := Parse("a.rb", []byte("get \"x\" to: 1\nok\n]\n"))
	var list Errors
	if !errors.As(err, &list) || len(list) != 2 {
		t.Fatalf("got %v", err)
	}
	var se *SyntaxError
	if !errors.As(err, &se) || se.Error() != "a.rb:1:9: expected `,` or end of line, found `to:`" {
		t.Errorf("got %v", se)
	}
	_, err = Parse("a.rb", []byte(`a "\M-a"`))
	var ue *UnsupportedError
	if !errors.As(err, &ue) || ue.Error() != "a.rb:1:4: the escape `\\M-a` is not supported" {
		t.Errorf("got %v", err)
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name, src, want string
		opt             Option
	}{
		{"size", strings.Repeat("a\n", 100), "too large", MaxSize(100)},
		{"blocks", strings.Repeat("a do\n", 200) + strings.Repeat("end\n", 200), "nested too deep", MaxDepth(100)},
		{"brackets", strings.Repeat("[", 200) + strings.Repeat("]", 200), "nested too deep", MaxDepth(100)},
		{"unary", strings.Repeat("!", 200) + "a", "nested too deep", MaxDepth(100)},
		{"binary", "a" + strings.Repeat(" + a", 200), "nested too deep", MaxDepth(100)},
		{"assign", strings.Repeat("a = ", 200) + "1", "nested too deep", MaxDepth(100)},
		{"ternary", strings.Repeat("a ? b : ", 200) + "c", "nested too deep", MaxDepth(100)},
		{"elsif", "if a\n" + strings.Repeat("elsif b\nc\n", 200) + "end", "nested too deep", MaxDepth(100)},
		{"commands", strings.Repeat("a 1, ", 200) + "2", "nested too deep", MaxDepth(100)},
		{"interpolation", strings.Repeat(`"#{`, 200) + strings.Repeat(`}"`, 200), "nested too deep", MaxDepth(100)},
		{"errors", strings.Repeat("a 1 2\n", 50), "", MaxErrors(3)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("a.rb", []byte(test.src), test.opt)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v", err)
			}
			var list Errors
			if errors.As(err, &list) && test.name == "errors" && len(list) != 3 {
				t.Errorf("%d errors", len(list))
			}
		})
	}
}

// TestDeep: what people may nest, and what only an attacker does, both end well.
func TestDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	n := 1000
	parse(t, strings.Repeat("resources :a, only: [:b], constraints: { id: /x/ } do |x|\n", n)+strings.Repeat("end\n", n))
	parse(t, strings.Repeat("if a\n", n)+strings.Repeat("end\n", n))
	parse(t, strings.Repeat("[{ a: (", n)+"1"+strings.Repeat(") }]", n))
	for _, s := range []string{"(", "[", "{a: ", "!", "a do\n", "if a\n", "a b: ", "->{", `"#{`, "a ? ", "a = ", "def a(b = ", "case a when ", "- ", "<<A\n#{", "a.b c do "} {
		if f, _ := Parse("a.rb", []byte(strings.Repeat(s, 200_000))); f == nil {
			t.Errorf("%q: no file", s)
		}
	}
}

func TestPositions(t *testing.T) {
	src := "\ufeff# x\r\né.foo(\"ü\",\tbar: 1)\r\n  a + b[0]\r\n"
	f := parse(t, src)
	var got []string
	Walk(f.Body, func(n Node) {
		if e, ok := n.(Expr); ok {
			got = append(got, place(e.Start())+String(e))
		}
	})
	want := []string{
		`a.rb:2:3: é.foo("ü", bar: 1)`, "a.rb:2:1: é", `a.rb:2:7: "ü"`, "a.rb:2:12: bar: 1", "a.rb:2:12: :bar", "a.rb:2:17: 1",
		"a.rb:3:5: a + b[0]", "a.rb:3:3: a", "a.rb:3:8: b[0]", "a.rb:3:7: b", "a.rb:3:9: 0",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(f.Comments) != 1 || f.Comments[0].Text != "# x" || f.Comments[0].Pos.Line != 1 {
		t.Errorf("comments %+v", f.Comments)
	}
}

// TestString: the printed form of a tree parses to the same printed form.
func TestString(t *testing.T) {
	tests := []struct{ src, want string }{
		{"Settings.sso.enabled?", "Settings.sso.enabled?"},
		{"foo 1, :a => 2 do |x| x end", "foo(1, a: 2) { |x| x }"},
		{"a  &&  !b", "a && (!b)"},
		{"x ? 'y' : z[1]", `x ? "y" : z[1]`},
		{"-> (a, b = 1) do a end", "->(a, b = 1) { a }"},
		{`%w[a b]`, `["a", "b"]`},
		{`"a#{ b }c\n"`, `"a#{b}c\n"`},
		{"a.b = 1", "a.b = 1"},
		{"ENV['A'] || :b", `ENV["A"] || :b`},
		{"foo&.bar(*a, **b, &c)", "foo&.bar(*a, **b, &c)"},
		{"Foo::Bar.new(/a\\/b/i)", `Foo::Bar.new(/a\/b/i)`},
		{"begin; a; rescue B => e; c; ensure; d; end", "begin a; rescue B => e then c; ensure d; end"},
	}
	for _, test := range tests {
		got := String(parse(t, test.src).Body.List[0])
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.src, got, test.want)
		}
	}
	for _, src := range snippets(t) {
		f, err := Parse("", []byte(src))
		if err != nil || strings.Contains(src, "__") || unsupported(f) {
			continue
		}
		for _, e := range f.Body.List {
			once := String(e)
			g, err := Parse("", []byte(once))
			if err != nil || len(g.Body.List) != 1 {
				t.Errorf("%s\nprinted %s\n%v", src, once, err)
				continue
			}
			if twice := String(g.Body.List[0]); twice != once {
				t.Errorf("%s\nonce  %s\ntwice %s", src, once, twice)
			}
		}
	}
}

func unsupported(n Node) (found bool) {
	Walk(n, func(n Node) {
		if _, ok := n.(*Unsupported); ok {
			found = true
		}
	})
	return found
}

// TestNewer are forms that Ruby 3.1, which wrote the other trees, lacks.
func TestNewer(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a { it }", "(iter (call _ a) (it) (var it))"},
		{"a { it.b + it }", "(iter (call _ a) (it) (call (call (var it) b) + (var it)))"},
		{"a { |b| it }", "(iter (call _ a) (b) (call _ it))"},
		{"a { it(1) }", "(iter (call _ a) () (call _ it 1))"},
		{"it 'does' do end", `(iter (call _ it "does") () nil)`},
		{"a { it = 1; it }", "(iter (call _ a) () (do (asgn (var it) 1) (var it)))"},
		{"-> { it }", "(lambda (it) (var it))"},
		{"a { b { it } }", "(iter (call _ a) () (iter (call _ b) (it) (var it)))"},
		{"def a(*) = b(*)", "(def _ a () (call _ b (* (var *))))"},
		{"def a(**) = b(**)", "(def _ a () (call _ b (hash (** (var **)))))"},
		{"def a(&) = b(&)", "(def _ a () (call _ b (& (var &))))"},
		{"BEGIN { a }", "(unsupported)"},
		{"1r", "(unsupported)"},
	}
	for _, test := range tests {
		f := parse(t, test.src)
		v := newer{}
		if got := v.stmts(f.Body); got != test.want {
			t.Errorf("%s: got %s, want %s", test.src, got, test.want)
		}
	}
}

// newer is normal for Ruby 3.4.
type newer struct{}

func (newer) stmts(s *Stmts) string {
	list := s.List
	if u, ok := list[0].(*Unsupported); ok {
		return normal{}.x(u)
	}
	return normal{newer: true}.stmts(s)
}

func TestConcurrent(t *testing.T) {
	src := routesFile(20)
	want := String(parse(t, string(src)).Body.List[0])
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			f, err := Parse("a.rb", src)
			if err != nil || String(f.Body.List[0]) != want {
				t.Error("different", err)
			}
		})
	}
	wg.Wait()
}

// TestGoldenErrors: the goldens that Ruby itself cannot parse are reported on a
// line that they accept.
func TestGoldenErrors(t *testing.T) {
	files, _ := filepath.Glob("../testdata/golden/refused/*.txt")
	for _, name := range files {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(want), "class: SyntaxError\n") {
			continue
		}
		src, err := os.ReadFile(strings.TrimSuffix(name, ".txt") + ".rb")
		if err != nil {
			t.Fatal(err)
		}
		_, at, _ := strings.Cut(string(want), "\nat: config/routes.rb:")
		at, _, _ = strings.Cut(at, "\n")
		_, err = Parse("config/routes.rb", src)
		var list Errors
		if !errors.As(err, &list) {
			t.Errorf("%s: no error", name)
			continue
		}
		line := strconv.Itoa(list[0].(positioned).Position().Line)
		if !slices.Contains(strings.Split(at, "|"), line) {
			t.Errorf("%s: line %s, want %s\n%s", name, line, at, Frame(src, err))
		}
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 200) + "b" + strings.Repeat("c", 200)
	tests := []struct {
		src  string
		pos  Pos
		want string
	}{
		{"get\n\tto x\n", Pos{Line: 2, Column: 5}, "    2 | \tto x\n      | \t   ^"},
		{"get\n", Pos{Line: 2, Column: 1}, "    2 | \n      | ^"},
		{"get", Pos{Line: 2, Column: 1}, ""},
		{"", Pos{Line: 1, Column: 1}, ""},
		{long, Pos{Line: 1, Column: 201}, "    1 | " + long[120:280] + "\n      | " + strings.Repeat(" ", 80) + "^"},
	}
	for _, tt := range tests {
		if got := Excerpt(tt.src, tt.pos); got != tt.want {
			t.Errorf("%q at %d:%d:\n%s\nwant\n%s", tt.src, tt.pos.Line, tt.pos.Column, got, tt.want)
		}
	}
}
