package survey_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/survey"
	"signalbox/grammar"
)

// reached lists the methods that a proc can reach.
func reached(t *testing.T, program string) string {
	t.Helper()
	in := dsl.New(dsl.Options{})
	file, err := grammar.Parse("a.rb", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := survey.NewReach(in)
	r.Value(v)
	names := map[string]bool{}
	for {
		code, ok := r.Next()
		if !ok {
			return strings.Join(slices.Sorted(maps.Keys(names)), " ")
		}
		if def, ok := code.Node.(*grammar.Def); ok {
			names[def.Name] = true
		}
		grammar.Walk(code.Node, func(n grammar.Node) {
			switch n := n.(type) {
			case *grammar.Call:
				r.Mention(n.Name)
				if on, ok := n.Recv.(*grammar.Const); n.Name == "new" && ok {
					class, _ := code.Eval(in.NewThread(), on)
					r.Instances(class)
				} else if n.Name == "new" && n.Recv == nil {
					r.Instances(code.Class())
				}
			case *grammar.Sym:
				r.Mention(n.Name)
			case *grammar.Const:
				if v, err := code.Eval(in.NewThread(), n); err == nil {
					r.Value(v)
				}
			}
		})
	}
}

// What is reached is what the code may call: by the names that it mentions, of the
// values that it can get hold of.
func TestReach(t *testing.T) {
	const classes = `
		module Named; def name = suffix; def suffix = 1; end
		class Gate
			include Named
			def self.open? = check(1)
			def self.check(x) = x
			def self.made = new.inner
			def inner = 2
			def other = 3
			define_method(:defined) { helper }
		end
		class Wide < Gate; def inner = wide; def wide = 4; end
		class Far; def self.open? = 5; def inner = 6; end
		class Shop; attr_reader :gate; delegate :inner, to: :gate; def initialize(gate) = @gate = gate; end
		def helper = 7
		def idle = 8
	`
	for _, tt := range []struct{ name, program, want string }{
		{"a class method, and what it calls", `->(r) { Gate.open? }`, "check open?"},
		{"a method of all objects", `->(r) { helper }`, "helper"},
		{"objects are made", `->(r) { Gate.new.inner }`, "inner"},
		{"none are", `->(r) { Gate.inner }`, ""},
		{"of the class itself", `->(r) { Gate.made }`, "inner made"},
		{"of a class below", `->(r) { Wide.made }`, "inner made wide"},
		{"a module", `->(r) { Gate.new.name }`, "name suffix"},
		{"a name in a symbol", `->(r) { Gate.new.send(:name) }`, "name suffix"},
		{"define_method", `->(r) { Gate.new.defined }`, "helper"},
		{"a variable holds an object", "gate = Gate.new\n->(r) { gate.other }", "other"},
		{"a list in an object does", "shop = Shop.new([Gate.new])\n->(r) { shop.gate.first.other }", "other"},
		{"delegate", "shop = Shop.new(nil)\n->(r) { shop.inner; Gate.new }", "inner"},
		{"a proc in a variable", "inside = ->(r) { helper }\n->(r) { inside.call(r) }", "helper"},
		{"a method object", "method(:helper)", "helper"},
		{"a symbol's proc", ":helper.to_proc", "helper"},
		{"defined on both sides", "if Unknown.thing?\n def two = helper\nelse\n def two = idle\nend\n->(r) { two }", "helper idle two"},
	} {
		if got := reached(t, classes+tt.program); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
