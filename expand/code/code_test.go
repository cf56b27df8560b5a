package code

import (
	"slices"
	"strings"
	"testing"

	_ "signalbox/dsl/core"
	"signalbox/grammar"
)

func parse(t *testing.T, src string) *grammar.Stmts {
	t.Helper()
	file, err := grammar.Parse("a.rb", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return file.Body
}

func TestMayLeave(t *testing.T) {
	for src, want := range map[string]bool{
		"return":                         true,
		"a { next if b? }":               false,
		"b if a?":                        false,
		"a.each { next if b? }":          false,
		"a.each { return if b? }":        true,
		"lambda { return 1 }":            false,
		"define_method(:a) { return 1 }": false,
		"def a = (return 1)":             false,
		"while a? do next end":           false,
	} {
		if got := MayLeave(parse(t, src)); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
}

func TestNested(t *testing.T) {
	for src, want := range map[string]string{
		"a\nb":                            "a\nb",
		"a\nreturn\nb":                    "a",
		"return if a?\nb":                 "if a? then else b end",
		"return unless a?\nb":             "unless a? then else b end",
		"a? and return\nb":                "unless a? then b end",
		"a? or return\nb":                 "if a? then b end",
		"if a? then b; return end\nc\nd":  "if a? then b else c; d end",
		"return if a?\nreturn if b?\nc":   "if a? then else if b? then else c end end",
		"a.each { return if b? }\nc\nd":   "if (a.each { if b? then return end }; true) then c; d end",
		"if a? then b else return end\nc": "if a? then b; c else end",
	} {
		var got []string
		for _, x := range Nested(parse(t, src).List) {
			got = append(got, grammar.String(x))
		}
		if text := join(got); text != want {
			t.Errorf("%s:\n%s\nwant\n%s", src, text, want)
		}
	}
}

func join(lines []string) (text string) {
	for i, line := range lines {
		if i > 0 {
			text += "\n"
		}
		text += line
	}
	return text
}

func TestClosed(t *testing.T) {
	for src, want := range map[string]bool{
		"[1, A]":               true,
		"a.map { |x| x }":      true,
		"a.map { it }":         true,
		"(x = 1; x)":           true,
		"@a":                   false,
		"$a":                   false,
		"->(x) { x + 1 }":      true,
		"a.map { |x| @b + x }": false,
	} {
		if got := Closed(parse(t, src).List[0]); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
	outer := parse(t, "x = 1\n[x]").List[1]
	if Closed(outer) {
		t.Error("a variable of the code around is of the code around")
	}
}

func TestDefinedBy(t *testing.T) {
	for src, want := range map[string][]string{
		"a = 1":            {"a"},
		"a[:x] = 1":        {"a"},
		"@a, b = 1, 2":     {"@a", "b"},
		"def a = (b = 1)":  {"b", "a"},
		"class A; B; end":  {"A"},
		"LIST << 1":        {"LIST"},
		"a.b.push(1)":      {"b"},
		"a.each { |x| x }": nil,
	} {
		if got := DefinedBy(parse(t, src).List[0]); !slices.Equal(got, want) {
			t.Errorf("%s: %v", src, got)
		}
	}
}

func TestTexts(t *testing.T) {
	src := []byte("# ENV\nmodule Shop\n  class Cart::Line < Base\n  LIMIT = 3\n  LIMIT == 4\n  SIZE ||= 2\nend\nENVOY\nx = Shop::Start.new\n")
	if got := OutlineOf(src).Names; !slices.Equal(got, []string{"Shop", "Cart::Line", "LIMIT", "SIZE"}) {
		t.Error(got)
	}
	if got := slices.Collect(Constants([]byte("x = Shop::Start.new if A.b?"))); !slices.Equal(got, []string{"Shop::Start", "A"}) {
		t.Error(got)
	}
	all := func(_, _ []byte) bool { return true }
	if Mentions(src, "ENV", all) || !Mentions(src, "Start", all) {
		t.Error("a name is mentioned as a whole, and outside of comments")
	}
	for text, want := range map[string]bool{"$a = 1": true, "x; $a ||= 1": true, "$a == 1": false, "$ab = 1": false, "$a =~ b": false} {
		if Assigning("$a")([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{" = 1": true, " ||= 1": true, "== 1": false, "=~ 1": false, " => 1": false, "": false} {
		if Assigns([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestNames(t *testing.T) {
	pos := grammar.Pos{Filename: "a.rb", Line: 1, Column: 1}
	for _, name := range []string{"A", "A::B::C", "::A::B"} {
		if got := grammar.String(ConstOf(name, pos)); got != name {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := ConstName(ConstOf("::A::B", pos)); got != "A::B" {
		t.Error(got)
	}
	for _, c := range [][3]string{{"A::B::C", "A::B", "C"}, {"A", "", "A"}} {
		if OuterName(c[0]) != c[1] || LastName(c[0]) != c[2] || JoinName(c[1], c[2]) != c[0] {
			t.Error(c)
		}
	}
}

func TestEachClass(t *testing.T) {
	var got []string
	EachClass(parse(t, "module A\n  class B::C < D\n    module ::E; end\n  end\n  x = 1\nend\nclass F < G; end"), nil, func(around []grammar.Expr, x grammar.Expr) {
		got = append(got, Path(around))
		if c, ok := x.(*grammar.Class); ok && c.Super == nil {
			t.Errorf("%s has lost its superclass", Path(around))
		}
	})
	if want := []string{"A", "A::B::C", "E", "F"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCalls(t *testing.T) {
	call := func(src string) *grammar.Call { return parse(t, src).List[0].(*grammar.Call) }
	if x := Option(call("a :x, b: 1, c: 2").Args, "c"); x == nil || grammar.String(x) != "2" {
		t.Error("c: is 2")
	}
	if Option(call("a :x, b: 1").Args, "c") != nil || Option(nil, "c") != nil {
		t.Error("there is no option c")
	}
	for src, want := range map[string]bool{"require 'a'": true, "load 'a'": true, "x.load 'a'": false, "a 'require'": false} {
		if Requires(call(src)) != want {
			t.Errorf("%s: %v", src, !want)
		}
	}
}

func TestNeeded(t *testing.T) {
	list := parse(t, "a = 1\nb = a\nc = 2\nf(b)").List
	if got := Needed(list[:3], list[3]); !slices.Equal(got, list[:2]) {
		t.Errorf("got %d statements", len(got))
	}
}

func TestFlowOfAFurtherValue(t *testing.T) {
	inFile := func(name, src string) *Index {
		file, err := grammar.Parse(name, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return IndexOf(file)
	}
	named := func(name string) Seeds {
		return Seeds{Words: []string{name}, Is: func(x grammar.Expr) bool { return ConstName(x) == name }}
	}
	never := func(grammar.Expr, string) bool { return false }
	first, second := inFile("a.rb", "$l = LIST\n$m = $n"), inFile("b.rb", "def n\n  return MAP if $x\nend\n$n = n")
	flow := FlowOf(named("LIST"), first)
	further := flow.And(named("MAP"), first, second)
	for src, want := range map[string][2]bool{"LIST << 1": {true, true}, "$l << 1": {true, true}, "MAP << 1": {false, true}, "$m << 1": {false, true}, "$x << 1": {false, false}} {
		code := inFile("c.rb", src)
		if got := [2]bool{flow.MayChangeIn(code.Code, never), further.MayChangeIn(code.Code, never)}; got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
	if len(flow.Code()) != 1 || len(further.Code()) != 2 {
		t.Errorf("followed %d and %d files", len(flow.Code()), len(further.Code()))
	}
}

func TestFlowBeyondAFile(t *testing.T) {
	inFile := func(name, src string) *Index {
		file, err := grammar.Parse(name, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return IndexOf(file)
	}
	is := func(x grammar.Expr) bool { return ConstName(x) == "LIST" }
	never := func(grammar.Expr, string) bool { return false }
	for first, want := range map[string]map[string]bool{
		"$l = LIST":                                        {"$l << 1": true, "$m << 1": false},
		"config.list = LIST":                               {"config.list << 1": true, "l = config.list\nl << 1": true, "config.list.map { |x| x } << 1": false},
		"config.o = { list: LIST }":                        {"config.o << 1": false, "config.o[:list] << 1": true},
		"l = LIST":                                         {"l << 1": false},
		"module A\n  L = LIST\nend":                        {"A::L << 1": true},
		"def a = LIST":                                     {"a.sort!": true, "a.sort << 1": false, "a.first << 1": true},
		"define_method(:a) { LIST }":                       {"a << 1": true},
		"config.list = LIST\nStore.list = LIST":            {"Store.list << 1": true, "Rails.configuration.list << 1": true},
		"class Setup\n  $l = LIST\nend":                    {"$l << 1": true},
		"[[LIST]].map { |x| x.first }.each { |l| l << 1 }": {"": true},
		"[[LIST]].flat_map { |x| x }.each { |l| l << 1 }":  {"": true},
		"[[LIST]].map { |x| x.first } << 1":                {"": false},
	} {
		for second, changes := range want {
			other := inFile("b.rb", second)
			asked := ""
			flow := FlowOf(Seeds{Is: is, Words: []string{"LIST"}, Beyond: func(name, within string) []*Index {
				asked += name + within
				if !strings.Contains(second, strings.TrimLeft(name, "$@")) || !strings.Contains(second, within) {
					return nil
				}
				return []*Index{other}
			}}, inFile("a.rb", first))
			if flow.MayChange(never) != changes || (asked == "") != (first == "l = LIST" || second == "") {
				t.Errorf("%s; %s: %v (asked for %q)", first, second, !changes, asked)
			}
		}
	}
	if FlowOf(Seeds{Is: is, Words: []string{"LIST"}, Beyond: func(name, _ string) (all []*Index) {
		for range maxCode + 1 {
			all = append(all, inFile("b.rb", "x = 1"))
		}
		return all
	}}, inFile("a.rb", "$l = LIST")) != nil {
		t.Error("too many files are followed")
	}
}
