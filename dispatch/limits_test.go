package dispatch

import (
	"strings"
	"testing"

	"signalbox/dsl"
)

// A request whose blocks use too much is a 503 that is logged with the route: no
// other route gets it.
func TestBlockLimits(t *testing.T) {
	text := `
		class Endless
			def matches?(request) = loop { }
			def ===(other) = loop { }
		end
		get "steps", to: "c#x", constraints: ->(r) { loop { } }
		get "rescued", to: "c#x", constraints: ->(r) { begin; loop { }; rescue Exception; true; end }
		get "deep", to: "c#x", constraints: ->(r) { f = ->(n) { f.call(n + 1) }; f.call(0) }
		get "memory", to: "c#x", constraints: ->(r) { s = "x" * 100_000; 1000.times { s = s + "y" }; true }
		get "string", to: "c#x", constraints: ->(r) { ("x" * 100_000_000).size > 1 }
		get "list", to: "c#x", constraints: ->(r) { (1..100_000_000).to_a.size > 1 }
		get "to", to: redirect { |p, r| loop { }; "/" }
		get "inline", to: ->(env) { loop { } }
		get "object", to: "c#x", constraints: Endless.new
		get "hash", to: "c#x", constraints: { params: Endless.new }
		get "patterns", to: "c#x", constraints: ->(r) { 1000.times { |i| /#{"[a-z]+" * 500}#{i}/ }; true }
		get "pattern", to: "c#x", constraints: ->(r) { "x".match?("(?:a{1,9}){1,9}" * 1000) }
		get "union", to: "c#x", constraints: ->(r) { 1000.times { |i| Regexp.union("ab" * 1000, i.to_s) }; true }
		get "within", to: "c#x", constraints: ->(r) { 2_000.times { r.path }; true }
		get "*rest", to: "c#rest"`
	var logged logs
	options := []Option{Action("c#x", says("x")), Action("c#rest", says("rest")), WithLogger(logged.logger())}
	h := router(t, text, options...)
	m, err := NewMatcher(h.Table())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/steps", "/rescued", "/deep", "/memory", "/string", "/list", "/to", "/inline", "/object", "/hash", "/patterns", "/pattern", "/union"} {
		if w := get(h, "GET", path); w.Code != 503 || w.Body.String() != "Service Unavailable" {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
		if text := logged.take(); !strings.Contains(text, "GET "+path+"(.:format): ") || !strings.Contains(text, "limit reached: ") || !strings.Contains(text, "dispatch.WithBlockLimits") {
			t.Errorf("%s: logged %q", path, text)
		}
		if found := m.Match(NewRequest("GET", path, "h")); found.Status != 503 || !strings.Contains(found.Err.Error(), "limit reached") {
			t.Errorf("%s: the matcher finds %d, %v", path, found.Status, found.Err)
		}
	}
	if w := get(h, "GET", "/within"); w.Body.String() != "x /within " {
		t.Errorf("within the bounds: %d %q", w.Code, w.Body)
	}
	for name, limits := range map[string]dsl.Limits{"steps": {Steps: 1000}, "memory": {Memory: 1 << 10}} {
		if w := get(router(t, text, append(options, WithBlockLimits(limits))...), "GET", "/within"); w.Code != 503 {
			t.Errorf("fewer %s: %d", name, w.Code)
		}
	}
	if w := get(router(t, text, append(options, WithBlockLimits(dsl.Limits{Memory: 1 << 30, Steps: 1 << 24}))...), "GET", "/memory"); w.Code != 200 {
		t.Errorf("more memory: %d %q", w.Code, logged.take())
	}
	if _, err := New(h.Table(), append(options, WithBlockLimits(dsl.Limits{Steps: -1}))...); err == nil {
		t.Error("negative limits")
	}
}

// All blocks of a request share its bounds, those of routes that pass it on and of
// engines too; another request has its own.
func TestBlockLimitsAreTheRequests(t *testing.T) {
	table := routes(t, `
		module Shop; class Engine < Rails::Engine; end; end
		Shop::Engine.routes.draw { get "a", to: ->(env) { 3_000.times { env }; [404, { "X-Cascade" => "pass" }, []] } }
		Rails.application.routes.draw do
			20.times { get "e/a", to: ->(env) { 3_000.times { env }; [404, { "X-Cascade" => "pass" }, []] } }
			get "e/a", to: "c#x"
			3.times { get "f", to: ->(env) { 3_000.times { env }; [404, { "X-Cascade" => "pass" }, []] } }
			get "f", to: "c#x"
			get "ask", to: "c#x", constraints: ->(r) { 10_000.times { }; [A.a?, B.b?, C.c?, D.d?].all? }
		end`)
	h, err := New(table, Action("c#x", says("x")), WithLogger(new(logs).logger()), NotImplemented())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if w := get(h, "GET", "/e/a"); w.Code != 503 {
			t.Errorf("20 blocks: %d", w.Code)
		}
		if w := get(h, "GET", "/f"); w.Code != 200 {
			t.Errorf("3 blocks: %d", w.Code)
		}
	}
	m, err := NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	if found := m.Match(NewRequest("GET", "/ask", "h")); found.Status == 503 {
		t.Errorf("what is tried counts: %v", found.Err)
	}
}
