package dsl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"signalbox/grammar"
)

// surveyed surveys the lambda that a program leaves in the constant CODE, called with
// a string and a hash.
func surveyed(t *testing.T, src string, options Options) []string {
	t.Helper()
	file, err := grammar.Parse("a.rb", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	in := New(options)
	if _, err := in.NewThread().Run(file, nil); err != nil {
		t.Fatal(err)
	}
	code, _ := in.Const("CODE")
	in.Freeze(slices.Values([]Value{code}))
	h := NewHash(1)
	h.Set(Symbol("id"), NewString("x"))
	var list []string
	for _, g := range in.Survey(code, "call", NewString("x"), h) {
		text := []string{"unknown", "method", "syntax"}[g.Kind] + " " + g.Expr
		if g.Settles != "" && g.Settles != g.Expr {
			text += " by " + g.Settles
		}
		list = append(list, fmt.Sprintf("%s at %d:%d", text, g.Pos.Line, g.Pos.Column))
	}
	return list
}

func TestSurvey(t *testing.T) {
	for src, want := range map[string]string{
		"CODE = ->(s, h) { s.upcase == h[:id] }":                                                              "",
		"CODE = ->(s, h) { Site.on? }":                                                                        "unknown Site.on? at 1:24",
		"CODE = ->(s, h) { Site.on? && Site.off? }":                                                           "unknown Site.on? at 1:24, unknown Site.off? at 1:36",
		"CODE = ->(s, h) { Site.on?(s) }":                                                                     "unknown Site.on?(s) at 1:24",
		"CODE = ->(s, h) { Site.list.include?(s) }":                                                           "unknown Site.list.include?(s) by Site.list at 1:29",
		"CODE = ->(s, h) { Site.find(s).name.size > 3 }":                                                      "unknown Site.find(s).name.size > 3 at 1:42",
		"CODE = ->(s, h) { u = Site.find(s); u.a; u.b && u.c }":                                               "unknown Site.find(s).b at 1:44, unknown Site.find(s).c at 1:51",
		"CODE = ->(s, h) { Site.log(s); true }":                                                               "",
		"CODE = ->(s, h) { s == 'a' ? Site.a : 1 }":                                                           "unknown Site.a at 1:35",
		"CODE = ->(s, h) { 1 == 2 ? Site.a : 1 }":                                                             "",
		"CODE = ->(s, h) { false && Site.a }":                                                                 "",
		"CODE = ->(s, h) { x ||= Site.a; x ||= 1; x.nothing_at_all }":                                         "unknown Site.a at 1:30",
		"CODE = ->(s, h) { @x ||= Site.a; @x.b }":                                                             "unknown Site.a at 1:31",
		"CODE = ->(s, h) { s.nothing_at_all }":                                                                "method s.nothing_at_all at 1:21",
		"CODE = ->(s, h) { h[:id].nothing_at_all }":                                                           "method h[:id].nothing_at_all at 1:26",
		"CODE = ->(s, h) { h[:no].nothing_at_all.more }":                                                      "method h[:no].nothing_at_all at 1:26",
		"CODE = ->(s, h) { h[:no].upcase }":                                                                   "",
		"CODE = ->(s, h) { s.try(:nothing_at_all); s.send(:nothing_at_all) }":                                 "method s.send(:nothing_at_all) at 1:45",
		"CODE = ->(s, h) { s.each_char { |c| c.nothing_at_all } }":                                            "method c.nothing_at_all at 1:39",
		"CODE = ->(s, h) { `ls` }":                                                                            "syntax a shell command at 1:19",
		"CODE = ->(s, h) { [s, *Site.list].size }":                                                            "unknown Site.list at 1:29",
		"CODE = ->(s, h) { \"a#{Site.x}\" }":                                                                  "unknown Site.x at 1:28",
		"CODE = ->(s, h) { case s when Site.x then 1 else Site.y end }":                                       "unknown Site.x at 1:36, unknown Site.y at 1:55",
		"CODE = ->(s, h) { begin; s.upcase; rescue; Site.x; ensure; Site.z; end }":                            "unknown Site.x at 1:49",
		"CODE = ->(s, h) { return Site.x if s == 'a'; true }":                                                 "unknown Site.x at 1:31",
		"CODE = ->(s, h) { Site.each { |x| x == s } }":                                                        "unknown Site.each at 1:24",
		"CODE = ->(s, h) { defined?(Site) ? 1 : 2 }":                                                          "unknown defined?(Site) at 1:19",
		"LIST = [Site.a]; CODE = ->(s, h) { LIST.include?(s) }":                                               "unknown LIST.include?(s) at 1:41",
		"x = Site.x; CODE = ->(s, h) { x == s }":                                                              "unknown Site.x == s by Site.x at 1:33",
		"x = Site.on? ? 'a' : 'b'; CODE = ->(s, h) { x == s }":                                                "unknown Site.on? at 1:10",
		"def f(s) = g(s)\ndef g(s) = f(s) || Site.x\nCODE = ->(s, h) { f(s) }":                                "unknown Site.x at 2:25",
		"class A; def call(s, h) = @x == s && more(s); def more(s) = Site.x; end\nCODE = A.new":               "unknown Site.x at 1:66",
		"class A < Missing; end\nCODE = A.new":                                                                "unknown #<A>.call at 0:0",
		"class A; def initialize(x) = @x = x; def y = @x.nothing_at_all; end\nCODE = ->(s, h) { A.new(s).y }": "method @x.nothing_at_all at 1:49",
		"class A; def method_missing(n, *a) = Site.x; end\nCODE = ->(s, h) { A.new.foo }":                     "unknown Site.x at 1:43",
		"CODE = ->(s, h) { f = ->(x) { x.nothing_at_all }; f.(s) }":                                           "method x.nothing_at_all at 1:33",
	} {
		if got := strings.Join(surveyed(t, src, Options{}), ", "); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// What the host settles is no gap, and deep recursion of data or code ends.
func TestSurveyEnds(t *testing.T) {
	settle := Options{Settle: func(text string) (Value, bool) { return True, text == "Site.on?" }}
	if got := surveyed(t, "CODE = ->(s, h) { Site.on? && Site.off? }", settle); len(got) != 1 || !strings.HasPrefix(got[0], "unknown Site.off?") {
		t.Errorf("a settled value: %v", got)
	}
	if got := surveyed(t, "CODE = ->(s, h) { ("+strings.Repeat("s.upcase + ", 2_000)+"'').size }", Options{}); len(got) > 0 {
		t.Errorf("long code: %v", got)
	}
	if got := surveyed(t, "CODE = ->(s, h) { loop { }; [0].cycle { |x| x }; (1..Float::INFINITY).to_a; Site.x }", Options{}); len(got) != 1 {
		t.Errorf("endless code: %v", got)
	}
}
