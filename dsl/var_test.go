package dsl_test

import (
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A variable of the host has its own value on each side of a condition, as one of the
// program has.
func TestVar(t *testing.T) {
	for src, want := range map[string]string{
		"get":                                            "nil",
		"set 1\nget":                                     "1",
		"set 1 if S.a?\nget":                             "(S.a? ? 1 : nil)",
		"set 1\nset 2 if S.a?\nget":                      "(S.a? ? 2 : 1)",
		"if S.a?\nset 1\nelse\nset 2\nget\nend":          "(S.a? ? 1 : 2)",
		"if S.a?\nset 1\nelse\nget\nend":                 "(S.a? ? 1 : nil)",
		"x = S.a? ? set(1) : get\nget":                   "(S.a? ? 1 : nil)",
		"set true if S.a?\nget ? 1 : 2":                  "(S.a? ? 1 : 2)",
		"loop do\nbreak if S.a?\nset 1\nbreak\nend\nget": "(S.a? ? nil : 1)",
	} {
		in := dsl.New(dsl.Options{})
		var v dsl.Var
		self := in.NewObject(in.NewHostClass("Host", nil, func(name string) bool { return name == "set" || name == "get" }), hostFunc(func(c *dsl.Call) (dsl.Value, error) {
			if c.Name == "set" {
				v.Set(c.Thread, c.Args[0])
			}
			return v.Get(), nil
		}))
		file, err := grammar.Parse("x.rb", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		thread := in.NewThread()
		result, err := thread.Run(file, self)
		if err != nil {
			t.Fatal(err)
		}
		got, err := thread.Inspect(result)
		if u, ok := result.(*dsl.Unknown); ok {
			got = u.Text()
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, want %s; %v", strings.ReplaceAll(src, "\n", "; "), got, want, err)
		}
	}
}

// A hostFunc answers the words of a host.
type hostFunc func(*dsl.Call) (dsl.Value, error)

func (f hostFunc) Call(c *dsl.Call) (dsl.Value, error) { return f(c) }

// The other branch of a condition sees none of the variables that this one has made: its journal
// leaves them out, whichever conditions within change them.
func TestJournalLeavesOutOwnVariables(t *testing.T) {
	for src, want := range map[string]int{
		"a = 1\nif S.a?\na = 2\nsaved\nend":                                 1,
		"if S.a?\n[1].each { |x| y = x\nsaved }\nend":                       0,
		"if S.a?\n[1].each { |x| y = x\ny = 2 if S.b?\nsaved }\nend":        0,
		"if S.a?\n[1].each { |x| y = x\nS.b? ? y = 2 : y = 3\nsaved }\nend": 0,
	} {
		in := dsl.New(dsl.Options{})
		got := -1
		self := in.NewObject(in.NewHostClass("Host", nil, func(name string) bool { return name == "saved" }), hostFunc(func(c *dsl.Call) (dsl.Value, error) {
			got = c.Thread.Saved()
			return dsl.Nil, nil
		}))
		file, err := grammar.Parse("x.rb", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.NewThread().Run(file, self); err != nil || got != want {
			t.Errorf("%s: %d variables, want %d; %v", strings.ReplaceAll(src, "\n", "; "), got, want, err)
		}
	}
}
