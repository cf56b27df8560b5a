package dsl_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"signalbox/dsl"
	"signalbox/grammar"
)

// parse is grammar.Parse for tests whose source is right.
func parse(t testing.TB, src string) *grammar.File {
	t.Helper()
	file, err := grammar.Parse("config/routes.rb", []byte(src))
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return file
}

// A recorder is a host that writes down what it is told.
type recorder struct{ calls []string }

var recorderWords = dsl.Names("get scope boom nowhere")

func (r *recorder) Call(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "boom":
		return nil, dsl.Raise("ArgumentError", "no %s here", c.Name)
	case "nowhere":
		return nil, dsl.ErrNoMethod
	}
	text := c.Name
	for _, a := range c.Args {
		s, err := c.Thread.Inspect(a)
		if err != nil {
			return nil, err
		}
		text += " " + s
	}
	if c.Keywords != nil {
		s, err := c.Thread.Inspect(c.Keywords)
		if err != nil {
			return nil, err
		}
		text += " " + s
	}
	for _, k := range c.Conditions() {
		text += " if " + k.Text
	}
	r.calls = append(r.calls, text)
	if c.Block != nil {
		return c.Exec(c.Self, c.Block, dsl.NewString("yielded")), nil
	}
	return dsl.Nil, nil
}

// record runs src with a recorder as self.
func record(t testing.TB, options dsl.Options, src string) ([]string, error) {
	t.Helper()
	in := dsl.New(options)
	r := &recorder{}
	class := in.NewHostClass("Mapper", nil, func(name string) bool { return recorderWords[name] })
	_, err := in.NewThread().Run(parse(t, src), in.NewObject(class, r))
	return r.calls, err
}

func TestReceiver(t *testing.T) {
	calls, err := record(t, dsl.Options{}, `
def pages(*names) = names.each { |n| get n }
get "a", to: "b#c", "x" => :y
scope :admin do |arg|
  get arg, only: %i[index]
end
pages :p, :q
m = self
m.get({ braces: 1 })
send(:get, "sent")
`)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`get "a" {to: "b#c", "x" => :y}`,
		`scope :admin`,
		`get "yielded" {only: [:index]}`,
		`get :p`,
		`get :q`,
		`get {braces: 1}`,
		`get "sent"`,
	}, "\n")
	if got := strings.Join(calls, "\n"); got != want {
		t.Errorf("calls:\n%s\nwant:\n%s", got, want)
	}
}

func TestErrorsKnowTheirPlace(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"host's error", "get 1\n  boom", "config/routes.rb:2:3: no boom here"},
		{"in a block", "[1].each do |x|\n  x.nope\nend", "config/routes.rb:2:5: undefined method 'nope' for an instance of Integer"},
		{"in a method", "def a\n  raise 'x'\nend\na", "config/routes.rb:2:3: x"},
		{"arity at the definition", "get 1\ndef a(x) = x\na", "config/routes.rb:2:1: wrong number of arguments (given 0, expected 1)"},
		{"built-in arity at the call", "get 1\n'a'.center(1, 2, 3, 4)", "config/routes.rb:2:5: wrong number of arguments (given 4, expected 1..2)"},
		{"columns count characters", `get "äöü", nope`, `config/routes.rb:1:12: undefined local variable or method 'nope' for an instance of Mapper`},
		{"unsupported", "get 1\nx = `ls`", "config/routes.rb:2:5: "},
		{"word without an answer", "nowhere", "config/routes.rb:1:1: undefined method 'nowhere' for an instance of Mapper"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := record(t, dsl.Options{}, tt.src)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	_, err := record(t, dsl.Options{}, `"a".upcsae`)
	var e *dsl.EvalError
	if !errors.As(err, &e) || e.Hint != "did you mean `upcase`?" {
		t.Errorf("got %v", err)
	}
}

func TestBacktrace(t *testing.T) {
	_, err := record(t, dsl.Options{}, "def outer\n  inner\nend\ndef inner\n  raise 'x'\nend\nouter")
	var e *dsl.EvalError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	want := "[config/routes.rb:5:in 'raise' config/routes.rb:5:in 'inner' config/routes.rb:2:in 'outer' config/routes.rb:7:in '<main>']"
	if got := fmt.Sprint(e.Stack); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLimits(t *testing.T) {
	small := dsl.Limits{Steps: 300_000, Depth: 500, StringSize: 10_000, Elements: 10_000, Memory: 1 << 20}
	for _, tt := range []struct{ src, limit string }{
		{`loop { }`, "steps"},
		{`1000000000.times { }`, "steps"},
		{`i = 0; i += 1 while true`, "steps"},
		{`begin; raise "x"; rescue; retry; end`, "memory"},
		{`def f = f; f`, "call depth: stack level too deep"},
		{`l = ->(x) { l.(x) }; l.(1)`, "call depth: stack level too deep"},
		{`a = []; b = [a]; a << b; def m(x) = m([x]); m(a)`, "call depth: stack level too deep"},
		{`s = "a" * 100; loop { s = s + s }`, "string size"},
		{`s = "a"; loop { s << s }`, "string size"},
		{`"a" * 1000000000`, "string size"},
		{`"%1000000000d" % 1`, "string size"},
		{`s = "a" * 9000; loop { s.upcase }`, "memory"},
		{`a = (1..9000).to_a; loop { b, *c = a }`, "memory"},
		{`a = (1..9000).to_a; loop { [*a] }`, "memory"},
		{`a = (1..9000).to_a; loop { a.dup }`, "memory"},
		{`s = "a" * 9000; loop { s.size }`, "steps"},
		{`a = []; 9000.times { |i| a << Array.new(9000, i) }`, "memory"},
		{`a = []; s = "x" * 9000; 9000.times { |i| a << s + i.to_s }`, "memory"},
		{`a = []; s = "x" * 9000; 9000.times { |i| a << "#{s}#{i}" }`, "memory"},
		{`a = [1]; loop { a += a }`, "collection size"},
		{`a = [1]; loop { a.concat(a) }`, "collection size"},
		{`[1] * 1000000000`, "collection size"},
		{`(1..1000000000).to_a`, "collection size"},
		{`"a".ljust(1000000000)`, "string size"},
		{`Array.new(1000000000)`, "collection size"},
		{`h = {}; i = 0; loop { h[i += 1] = i }`, "collection size"},
	} {
		t.Run(tt.src, func(t *testing.T) {
			_, err := record(t, dsl.Options{Limits: small}, tt.src)
			var limit *dsl.LimitError
			if !errors.As(err, &limit) || limit.Limit != tt.limit {
				t.Errorf("got %v, want the limit %q", err, tt.limit)
			}
		})
	}
}

// Conditions that pile up cost what it takes to look through them, and the
// texts of unknown values what it takes to write them.
func TestUnknownValuesCostSteps(t *testing.T) {
	for src, limit := range map[string]string{
		`u = Foo.a; loop { u = [u, "x" * 900, u] }`: "steps",
	} {
		_, err := record(t, dsl.Options{Limits: dsl.Limits{Steps: 20_000, Depth: 5000}}, src)
		var le *dsl.LimitError
		if !errors.As(err, &le) || le.Limit != limit {
			t.Errorf("%s: got %v, want the limit %q", src, err, limit)
		}
	}
}

// What runs aside ends before the program that can do without it.
func TestAside(t *testing.T) {
	thread := dsl.New(dsl.Options{Limits: dsl.Limits{Steps: 10_000}}).NewThread()
	run := func(t2 *dsl.Thread, src string) error {
		file, err := grammar.Parse("a.rb", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		_, err = t2.Run(file, nil)
		return err
	}
	for range 5 {
		thread.Aside(func(aside *dsl.Thread) {
			var limit *dsl.LimitError
			if err := run(aside, "loop { }"); !errors.As(err, &limit) {
				t.Errorf("got %v, want a limit", err)
			}
		})
	}
	if err := run(thread, "1000.times { |i| i + 1 }"); err != nil {
		t.Error(err)
	}
}

func TestLimitsCannotBeRescued(t *testing.T) {
	_, err := record(t, dsl.Options{Limits: dsl.Limits{Steps: 1000}}, `begin; loop { }; rescue Exception; get "rescued"; end`)
	var limit *dsl.LimitError
	if !errors.As(err, &limit) {
		t.Errorf("got %v", err)
	}
}

func TestUnknown(t *testing.T) {
	for _, tt := range []struct{ name, src, unknownAs, want string }{
		{"both sides", `if Settings.sso?
  get 1
else
  get 2
end
get 3`, "", "get 1 if Settings.sso?|get 2 if !Settings.sso?|get 3"},
		{"modifier", `get 1 if Foo.bar(1, a: 2)`, "", "get 1 if Foo.bar(1, a: 2)"},
		{"unless", `get 1 unless Foo.on?`, "", "get 1 if !Foo.on?"},
		{"picked true", `Foo.on? ? get(1) : get(2)`, "true", "get 1"},
		{"picked false", `Foo.on? ? get(1) : get(2)`, "false", "get 2"},
		{"and", `get 1 if Foo.a? && Foo.b?`, "", "get 1 if Foo.a? && Foo.b?"},
		{"known and unknown", `get 1 if false && Foo.b?
get 2 if true || Foo.b?`, "", "get 2"},
		{"case", `case Foo.kind
when :a then get 1
when :b then get 2
else get 3
end`, "", "get 1 if :a === Foo.kind|get 2 if !(:a === Foo.kind) if :b === Foo.kind|get 3 if !(:a === Foo.kind) if !(:b === Foo.kind)"},
		{"block of an unknown method", `Gitlab.ee do
  get 1
end`, "", "get 1 if Gitlab.ee"},
		{"defined?", `get 1 if defined?(Sidekiq::Web)`, "", "get 1 if defined?(Sidekiq::Web)"},
		{"early return", `return unless Foo.on?
get 1`, "", "get 1 if Foo.on?"},
		{"raise", `raise "x" if Foo.on?
get 1`, "", "get 1"},
		{"argument", `get Foo::BAR, to: Foo.app`, "", "get Foo::BAR {to: Foo.app}"},
		{"interpolated", `get "a/#{Foo.b}"`, "", `get "a/:Foo.b"`},
		{"through a variable", `x = Foo.config
get x.path`, "", "get Foo.config.path"},
		{"variable of one side", `prefix = "a"
prefix = "b" if Settings.v2?
get prefix`, "", `get (Settings.v2? ? "b" : "a")`},
		{"variable of both sides", `if S.x? then c = "x" else c = "z" end
get c`, "", `get (S.x? ? "x" : "z")`},
		{"decided before", `if S.x?
  get 1 if S.x?
  get 2 unless S.x?
end`, "", "get 1 if S.x?"},
		{"and next", `%w[a].each { |n| S.skip? and next; get n }`, "", `get "a" if !S.skip?`},
		{"conditions of a when", `case "a"
when Foo, "a" then get 1
else get 2
end`, "", `get 1 if Foo === "a"|get 1 if !(Foo === "a")`},
		{"converted", `get Regexp.new(Foo.a), Integer(Foo.b), format("%s", Foo.c)`, "", "get Regexp.new(Foo.a) Integer(Foo.b) format(\"%s\", Foo.c)"},
		{"inside a regexp", `get "a", id: /#{Foo.list.join("|")}/`, "", "get \"a\" {id: /#{Foo.list.join(\"|\")}/}"},
		{"inside a text that is compared", `get 1 if "x#{Foo.a}" == "y"`, "", `get 1 if "x#{Foo.a}" == "y"`},
		{"recursion", `def draw(n) = (get n.path; n.kids.each { |k| draw(k) })
draw(Foo.root)
get 2`, "", "get Foo.root.path|get 2"},
		{"recursion by another method", `def page(n) = n.kids.each { |k| part(k) }
def part(n) = (get n.path; page(n))
page(Foo.root)`, "", "get Foo.root.kids.each(0).path if Foo.root.kids.each"},
		{"recursion of a lambda", `draw = ->(n) { get n.path; n.kids.each { |k| draw.(k) } }
draw.(Foo.root)`, "", "get Foo.root.path"},
		{"recursion of a block that is a method", `self.class.define_method(:draw) { |n| get n.path; n.kids.each { |k| draw(k) } }
draw(Foo.root)`, "", "get Foo.root.path"},
		{"recursion by a method object", `def draw(n) = (get n.path; n.kids.each(&method(:draw)))
draw(Foo.root)`, "", "get Foo.root.path"},
		{"what deeper calls change", `@n, acc = 0, []
def draw(n, acc) = (@n += 1; acc << :k; n.kids.each { |k| draw(k, acc) })
draw(Foo.root, acc)
get @n`, "", "get (Foo.root.kids.each ? #<Mapper>.draw(Foo.root.kids.each(0), [:k]) : 1)"},
		{"what deeper calls change of globals, classes and attributes", `class A
  LIST, @@n = [], 0
  attr_accessor :n
  def draw(x) = ($n = $n.to_i + 1; @@n += 1; self.n = n.to_i + 1; LIST << :k; x.kids.each { |k| draw(k) })
end
a = A.new
a.draw(Foo.root)
get $n
get A.class_variable_get(:@@n)
get a.n
get 1 if A::LIST.size == 50`, "", "get (Foo.root.kids.each ? #<A>.draw(Foo.root.kids.each(0)) : 1)|get (Foo.root.kids.each ? #<A>.draw(Foo.root.kids.each(0)) : 1)|get (Foo.root.kids.each ? #<A>.draw(Foo.root.kids.each(0)) : 1)|get 1 if [*([:k] if Foo.root.kids.each && (:k stays: #<A>.draw(Foo.root.kids.each(0)))), (#<A>.draw(Foo.root.kids.each(0)).each(0) if Foo.root.kids.each && #<A>.draw(Foo.root.kids.each(0))), *([:k] if !Foo.root.kids.each)].size == 50"},
		{"what deeper calls of another object change", `class A; def page(n, b) = n.kids.each { |k| b.section(k, self) }; end
class B
  attr_reader :n
  def section(k, a) = (@n = @n.to_i + 1; a.page(k, self))
end
b = B.new
A.new.page(Foo.root, b)
get b.n`, "", "get (Foo.root.kids.each ? #<A>.page(Foo.root.kids.each(0), #<B>) : nil)"},
		{"a helper within itself", `def feature(flag) = (yield if flag)
feature(Foo.a) { get 1; feature(Foo.b) { get 2 } }`, "", "get 1 if Foo.a|get 2 if Foo.a if Foo.b"},
		{"recursion beside known values", `def tree(list, page) = list.each { |k, v| get k; tree(v, page) if Foo.deep? }
tree({ a: { b: { c: {} } } }, Foo.page)`, "", "get :a|get :b if Foo.deep?|get :c if Foo.deep?"},
		{"methods of one body", `{ a: :b, b: :c, c: nil }.each { |n, nxt| define_singleton_method(n) { get n; send(nxt) if nxt && Foo.q?(n) } }
a`, "", "get :a|get :b if Foo.q?(:a)|get :c if Foo.q?(:a) if Foo.q?(:b)"},
		{"recursion that state may end", `@n = 3
def step = (@n -= 1; step if @n > 0 && Foo.more?)
step
get @n`, "", "get (Foo.more? ? 0 : 2)"},
		{"recursion that known values end", `def draw(list, n) = list.each { |x| get x, n; draw(list.drop(1), n - 1) if n > 0 && Foo.deep? }
draw %i[a b], 1`, "", "get :a 1|get :b 0 if Foo.deep?|get :b 1|get :b 0 if Foo.deep?"},
		{"recursion that goes on with unknown values", `def draw(list) = list.each { |x| get x; draw(Foo.more(x)) if Foo.deep? }
draw %i[a b]`, "", "get :a|get Foo.more(:a).each(0) if Foo.deep? if Foo.more(:a).each|get :b|get Foo.more(:b).each(0) if Foo.deep? if Foo.more(:b).each"},
		{"recursion of other objects", `class N < Struct.new(:kid); def draw(m) = (m.get 1; kid.draw(m) if kid && Foo.deep?); end
N.new(N.new(nil)).draw(self)`, "", "get 1|get 1 if Foo.deep?"},
		{"depends on an argument", `get "a" + Foo.b
get 2 if %w[a b].include?(Foo.c)`, "", `get "a:Foo.b"|get 2 if ["a", "b"].include?(Foo.c)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			calls, err := record(t, dsl.Options{UnknownAs: tt.unknownAs}, tt.src)
			if got := strings.Join(calls, "|"); err != nil || got != tt.want {
				t.Errorf("got  %s (%v)\nwant %s", got, err, tt.want)
			}
		})
	}
}

// TestUnknownIsNoted tells of what one side of an undecided condition leaves
// behind.
func TestUnknownIsNoted(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`while S.more?; get "a"; end`, "unknown loop condition S.more?: the loop body is listed once; set the condition"},
		{"def draw(n) = n.kids.each { |k| draw(k) }\ndraw(S.root)", "unknown condition S.root.kids.each for the recursion of `draw`: calls further in are left out; set the condition"},
		{`load "x/#{S.name}.rb"`, "unknown file name S.name in `load`: the file's routes are missing; set the name"},
		{`if S.x?; get "a"; end`, ""},
		{"class P; def b; end; def a; end; end\nP.instance_methods(false).each { |m| get m }", "the order of these method names"},
		{"class P; def b; end; def a; end; end\n(P.new.public_methods - Object.new.public_methods).reject { |m| m == :c }.map { |m| get m }", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nP.instance_methods(false).sort.each { |m| get m }\nget P.instance_methods(false).include?(:a)", ""},
		{"class P; def b; end; end\nP.instance_methods(false).each { |m| get m }", ""},
		{"class P; def b; end; def a; end; end\n[:c].+(P.instance_methods(false)).each { |m| get m }", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nlist = []; list.concat(P.instance_methods(false)); list.each { |m| get m }", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nget(*P.instance_methods(false))", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nget P.instance_methods(false)", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nget \"#{P.instance_methods(false)}\"", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nfor m in P.instance_methods(false) do get m end", "the order of these method names"},
		{"class P; def b; end; def a; end; end\na, b = P.instance_methods(false); get a, b", "the order of these method names"},
		{"class P; def b; end; def a; end; end\n[*P.instance_methods(false)].each { |m| get m }", "the order of these method names"},
		{"class P; def b; end; def a; end; end\nget(([:a, :c] - P.instance_methods(false)).first) if [[:a]].push(P.instance_methods(false)).size == 2", ""},
	} {
		var noted string
		options := dsl.Options{Note: func(n dsl.Notice) { noted += n.Text }}
		if _, err := record(t, options, tt.src); err != nil {
			t.Errorf("%s: %v", tt.src, err)
		}
		if !strings.HasPrefix(noted, tt.want) || tt.want == "" && noted != "" {
			t.Errorf("%s: noted %q, want %q", tt.src, noted, tt.want)
		}
	}
}

// TestFailingSides tells of the side of an undecided condition that ends in an
// error.
func TestFailingSides(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`if S.x?; nil.foo; end; get "z"`, "S.x? true: undefined method 'foo' for nil"},
		{`unless S.x?; nil.foo; end; get "z"`, "S.x? false: undefined method 'foo' for nil"},
		{`raise "no" if !S.x?; get "z"`, "S.x? false: no"},
		{`S.x? ? get("a") : raise("no")`, "S.x? false: no"},
		{`if S.x?; get "a"; else get "b"; end`, ""},
	} {
		var told []string
		options := dsl.Options{Fails: func(when *dsl.Unknown, side bool, err *dsl.EvalError) {
			told = append(told, fmt.Sprintf("%s %t: %s", when.Text(), side, err.Message))
		}}
		if _, err := record(t, options, tt.src); err != nil || strings.Join(told, "|") != tt.want {
			t.Errorf("%s: told %q (%v), want %q", tt.src, told, err, tt.want)
		}
	}
}

func TestConstMissing(t *testing.T) {
	calls, err := record(t, dsl.Options{ConstMissing: func(name string, pos grammar.Pos) (dsl.Value, error) {
		if name == "Settings" {
			return dsl.Symbol("known"), nil
		}
		return nil, nil
	}}, "get Settings\nget Other::Thing")
	if err != nil || strings.Join(calls, "|") != "get :known|get Other::Thing" {
		t.Errorf("got %v, %v", calls, err)
	}
}

func TestRequireStaysInside(t *testing.T) {
	load := func(path string) ([]byte, string, bool) {
		if path == "config/extra.rb" {
			return []byte(`def extra = "from extra"` + "\n$runs = ($runs || 0) + 1"), path, true
		}
		return nil, "", false
	}
	calls, err := record(t, dsl.Options{Load: load}, `
require "json"
require_relative "extra"
require_relative "extra"
get extra, $runs
`)
	if err != nil || strings.Join(calls, "|") != `get "from extra" 1` {
		t.Errorf("got %v, %v", calls, err)
	}
}

// TestLambdasRunConcurrently calls a lambda that the program left behind from
// several goroutines: each sees its own variables.
func TestLambdasRunConcurrently(t *testing.T) {
	in := dsl.New(dsl.Options{})
	v, err := in.NewThread().Run(parse(t, `
prefix = "p"
count = 0
->(x) { count = count + 1; y = x * 2; prefix += y.to_s; [count, prefix] }
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Freeze(slices.Values([]dsl.Value{v}))
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			thread := in.NewThread()
			got, err := thread.CallProc(v.(*dsl.Proc), dsl.Int(i))
			if err != nil {
				t.Error(err)
				return
			}
			text, _ := thread.Inspect(got)
			if want := fmt.Sprintf(`[1, "p%d"]`, 2*i); text != want {
				t.Errorf("got %s, want %s", text, want)
			}
		})
	}
	wg.Wait()
}

// TestFreeze calls what a program left behind from many goroutines; run with
// -race it shows that they share nothing they change.
func TestFreeze(t *testing.T) {
	in := dsl.New(dsl.Options{})
	v, err := in.NewThread().Run(parse(t, `
class Gate
  LIST = %w[a b]
  def initialize = @hits = 0
  def matches?(x)
    @hits += 1
    @memo ||= x
    $last = x
    [@hits, @memo, LIST.include?(x), $last, self.class.limit, x =~ /(?<n>.)/ && $~[:n]]
  end
  ENUM = [1, 2, 3].each.tap(&:next)
  MADE = Enumerator.new { |y| y << 1; y << 2 }
  seen = []
  NOTE = ->(x) { seen << x } >> ->(l) { l.size }
  FETCH = { list: [] }.to_proc
  LAZY = seen.lazy.map { |x| seen << x }
  @@count = 0
  def read = [ENUM.next, ENUM.next, MADE.peek, MADE.next, MADE.next, ENUM.rewind.next, @@count += 1]
  def note = NOTE.call(1)
  def fetch = FETCH.call(:list) << 1
  def singleton = instance_exec { self.class.instance_exec { 1 } } + [Object.new.extend(Comparable)].size
  def self.limit = @limit ||= 5
  def grow = LIST << "c"
  def define = self.class.define_method(:x) { 1 }
end
Gate.new
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Freeze(slices.Values([]dsl.Value{v}))
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			thread := in.NewThread()
			x := string(rune('a' + i%3))
			got, err := thread.Call(v, "matches?", dsl.NewString(x))
			if err != nil {
				t.Error(err)
				return
			}
			text, _ := thread.Inspect(got)
			if want := fmt.Sprintf("[1, %q, %t, %[1]q, 5, %[1]q]", x, x != "c"); text != want {
				t.Errorf("got %s, want %s", text, want)
			}
			if got, err := thread.Call(v, "read"); err != nil || mustInspect(thread, got) != "[2, 3, 1, 1, 2, 1, 1]" {
				t.Errorf("what enumerators gave: %v %v", got, err)
			}
			if got, err := thread.Call(v, "singleton"); err != nil || got != dsl.Int(2) {
				t.Errorf("singleton: %v %v", got, err)
			}
		})
	}
	wg.Wait()
	for name, message := range map[string]string{
		"grow":   `can't modify frozen Array: ["a", "b"]`,
		"note":   `can't modify frozen Array: []`,
		"fetch":  `can't modify frozen Array: []`,
		"define": "can't change classes after the routes are drawn",
	} {
		var e *dsl.EvalError
		if _, err := in.NewThread().Call(v, name); !errors.As(err, &e) || e.Class != "FrozenError" || e.Message != message {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, p := range []string{"blocks", "classes", "control", "errors", "app"} {
		for _, row := range readSeeds("testdata/programs/" + p + ".rb") {
			f.Add(row)
		}
	}
	limits := dsl.Limits{Steps: 20_000, Depth: 200, StringSize: 1 << 16, Elements: 10_000}
	f.Fuzz(func(t *testing.T, src string) {
		file, err := grammar.Parse("fuzz.rb", []byte(src))
		if err != nil {
			return
		}
		thread := dsl.New(dsl.Options{Limits: limits}).NewThread()
		v, err := thread.Run(file, nil)
		if err == nil {
			_, _ = thread.Inspect(v)
		}
	})
}

func mustInspect(t *dsl.Thread, v dsl.Value) string {
	text, err := t.Inspect(v)
	if err != nil {
		return err.Error()
	}
	return text
}

// A value is shown without the program only if it is small, however often it holds
// itself.
func TestInspectLiteral(t *testing.T) {
	in := dsl.New(dsl.Options{})
	small := dsl.NewArray(dsl.Symbol("a"), dsl.NewArray(dsl.Int(1), dsl.NewString("b")))
	if text, ok, err := in.InspectLiteral(small); !ok || err != nil || text != `[:a, [1, "b"]]` {
		t.Errorf("got %q, %v, %v", text, ok, err)
	}
	large, round := small, dsl.NewArray()
	for range 60 {
		large = dsl.NewArray(large, large)
	}
	round.Elems = []dsl.Value{round}
	for _, v := range []dsl.Value{large, round, dsl.NewArray(in.NewObject(in.Type("Object"), nil))} {
		if _, ok, _ := in.InspectLiteral(v); ok {
			t.Errorf("%T is taken for a literal", v)
		}
	}
}
