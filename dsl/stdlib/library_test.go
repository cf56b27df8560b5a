package stdlib_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"signalbox/dsl"
	"signalbox/dsl/internal/embedded"
	"signalbox/dsl/internal/rubytest"
	"signalbox/dsl/stdlib"
	"signalbox/grammar"
)

// TestUnknown shows what calls of the library give with values that only the application
// knows, and what of the library itself only a run knows.
func TestUnknown(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{`URI.parse(S.x)`, `URI.parse(S.x)`},
		{`URI.parse(S.x).host`, `URI.parse(S.x).host`},
		{`URI(S.x).path`, `URI(S.x).path`},
		{`URI.join("http://a/b", S.x).to_s`, `URI.join("http://a/b", S.x).to_s`},
		{`u = URI.parse("http://a/b"); u.host = "c"; u.to_s`, `"http://c/b"`},
		{`u = URI.parse("http://a/b"); u.host = S.x; u.path`, `URI.parse("http://a/b").host=(S.x)`},
		{`u = URI.parse("http://a/b"); u.host = S.x; u.instance_variables.include?(:@unknown)`, `false`},
		{`URI.encode_www_form(a: S.x)`, `URI.encode_www_form(a: S.x)`},
		{`Rack::Utils.build_query("a" => S.x)`, `Rack::Utils.build_query("a" => S.x)`},
		{`Digest::MD5.hexdigest(S.x)`, `Digest::MD5.hexdigest(S.x)`},
		{`Digest::SHA256.file("x")`, `Digest::SHA256.file("x")`},
		{`IPAddr.new("10.0.0.0/8").include?(S.x)`, `IPAddr.new("10.0.0.0/8").include?(S.x)`},
		{`IPAddr.new(S.range) === "10.0.0.1"`, `IPAddr.new(S.range) === "10.0.0.1"`},
		{`Base64.decode64(S.x)`, `Base64.decode64(S.x)`},
		{`URI.extract("http://a")`, `URI.extract("http://a")`},
		{`OpenSSL::PKey::RSA.new(512)`, `OpenSSL::PKey::RSA.new(512)`},
		{`defined?(OpenSSL::SSL)`, `defined?(OpenSSL::SSL)`},
		{`defined?(URI::HTTP)`, `"constant"`},
		{`Rack::Builder.new`, `Rack::Builder.new`},
		{`JSON.pretty_generate([])`, `JSON.pretty_generate([])`},
		{`ActiveSupport::Notifications.instrument(S.x, a: S.y) { |p| [p, 1] }`, `[{a: S.y}, 1]`},
		{`ActiveSupport::Notifications.subscribed(S.x, "a") { 1 }`, `1`},
		{`ActiveSupport::Notifications.subscribe("a") { 1 }`, `ActiveSupport::Notifications.subscribe("a")`},
		{`class K; include Singleton; def initialize = $made = [*$made, 1]; end; K.instance if S.a; K.instance; $made`, `[1]`},
		{`class K; include Singleton; end; K.instance.lacks`, `routes.rb:1:45: undefined method 'lacks' for an instance of K`},
		{`OpenStruct.new(a: S.x).a`, `S.x`},
		{`o = OpenStruct.new(a: S.x, b: 1); o.c = S.y; [o.b, o.c, o[:a], o.d]`, `[1, S.y, S.x, nil]`},
		{`o = OpenStruct.new(a: 1); o.a = 2 if S.y?; o.a`, `(S.y? ? 2 : 1)`},
		{`o = OpenStruct.new(a: 1); o.b = 2 if S.y?; [o.b, o.to_h]`, `[(S.y? ? 2 : nil), {a: 1, b: (2 if S.y?)}]`},
		{`OpenStruct.new(h: { k: S.k }).dup.dig(:h, :k)`, `S.k`},
		{`OpenStruct.new(class: S.c).class`, `S.c`},
		{`OpenStruct.new(a: S.x) == OpenStruct.new(a: S.x)`, `true`},
		{`CGI.escape(S.x)`, `CGI.escape(S.x)`},
		{`CGI.escape(S.a? ? "a b" : "c")`, `(S.a? ? "a+b" : "c")`},
		{`CGI.new.accept`, `CGI.new.accept`},
		{`CGI::Cookie`, `CGI::Cookie`},
		{`JSON.parse(S.x)["a"]`, `JSON.parse(S.x)["a"]`},
		{`JSON.parse("{}", object_class: Set)`, `JSON.parse("{}", object_class: Set)`},
		{`JSON.parse("{\"a\":1}", { symbolize_names: true })`, `{a: 1}`},
		{`JSON.generate([], indent: " ")`, `JSON.generate([], indent: " ")`},
		{`JSON.generate([S.x])`, `JSON.generate([S.x])`},
		{`JSON::Ext`, `JSON::Ext`},
		{`[1, *(2 if S.a?)].to_json`, `(S.a? ? "[1,2]" : "[1]")`},
		{`I18n.locale`, `I18n.locale`},
		{`I18n.t("a")`, `I18n.t("a")`},
		{`I18n.with_locale(:de) { I18n.locale }`, `:de`},
		{`I18n.with_locale("de") { |l| [l, I18n.with_locale(:fr) { I18n.locale }, I18n.locale] }`, `["de", :fr, :de]`},
		{`I18n.with_locale(S.x) { I18n.locale }`, `S.x`},
		{`I18n.with_locale(nil) { I18n.locale }`, `I18n.locale`},
		{`begin; I18n.with_locale(:de) { raise "x" }; rescue; I18n.locale; end`, `I18n.locale`},
		{`I18n.locale = "it"; I18n.locale`, `:it`},
		{`Time.now > Time.new(2030, 1, 1)`, `Time.now > Time.new(2030, 1, 1)`},
		{`Time.now.to_i - 5`, `Time.now.to_i - 5`},
		{`(Time.now..Time.now + 5).cover?(Time.current)`, `(Time.now..(Time.now + 5)).cover?(Time.current)`},
		{`Time.zone.now.hour`, `Time.zone.now.hour`},
		{`Date.today.saturday?`, `Date.today.saturday?`},
		{`Date.current >= Date.new(2024, 1, 1)`, `Date.current >= Date.new(2024, 1, 1)`},
		{`2.days.ago < Time.now`, `2.days.ago < Time.now`},
		{`SecureRandom.hex(8)`, `SecureRandom.hex(8)`},
		{`SecureRandom.uuid.first(8)`, `SecureRandom.uuid.first(8)`},
	} {
		got, err := outcome(dsl.New(dsl.Options{Library: stdlib.Library}), tt.expr)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\n\tis   %s\n\twant %s", tt.expr, got, tt.want)
		}
	}
}

// TestErrorsOfCalls shows that what the library raises has the place of the program's
// call.
func TestErrorsOfCalls(t *testing.T) {
	for _, src := range []string{
		"1\nURI.parse('http://[')", "1\nIPAddr.new('x')", "1\nDigest::MD5.hexdigest(5)", "1\nBase64.urlsafe_decode64('!')", "1\nURI('http://a').port = 'x'", "1\nURI(5)",
		"1\nURI.parse", "1\nJSON.parse('x')", "1\n[1, \"\\xff\"].to_json", "1\nRack::Utils.parse_nested_query('a=1&a[b]=2')", "1\nIPAddr.new('10.0.0.0/8', 5, 6)",
	} {
		_, err := outcome(dsl.New(dsl.Options{Library: stdlib.Library}), src)
		var e *dsl.EvalError
		if !errors.As(err, &e) || e.Pos.Filename != "routes.rb" || e.Pos.Line != 2 || strings.Contains(fmt.Sprint(e.Stack), "internal") {
			t.Errorf("%q: %v", src, err)
		}
	}
}

// TestBounds shows that the library's work and memory are charged to the program.
func TestBounds(t *testing.T) {
	limits := dsl.Limits{Steps: 50_000, Depth: 200, StringSize: 1 << 20, Elements: 10_000, Memory: 4 << 20}
	for _, expr := range []string{
		`s = "a" * 100_000; 100.times { Digest::SHA256.digest(s) }`,
		`s = "a" * 100_000; 100.times { OpenSSL::HMAC.digest("SHA512", "k", s) }`,
		`s = "a" * 100_000; 1_000.times { Base64.encode64(s) }`,
		`s = "!" * 100_000; 1_000.times { Base64.decode64(s) }`,
		`s = "&" * 100_000; 10.times { CGI.unescapeHTML(s) }`,
		`s = "&" * 100_000; 10.times { CGI.parse(s) }`,
		`s = "http://a/" + "a" * 100_000; 100.times { URI.parse(s) }`,
		`s = "%" * 100_000; 100.times { URI.encode_www_form_component(s) }`,
		`s = "a=b&" * 10_000; 100.times { URI.decode_www_form(s) }`,
		`s = "a[]=1&" * 4_000; 100.times { Rack::Utils.parse_nested_query(s) }`,
		`a = IPAddr.new("10.0.0.0/8"); loop { a.include?("10.1.1.1") }`,
		`s = "x" * 100_000; 1_000.times { JSON.generate(s) }`,
		`a = [1] * 10_000; 1_000.times { a.pack("U*") }`,
		`[1].pack("x1000000000")`,
		`d = Digest::MD5.new; loop { d << "a" * 1_000 }`,
		`I18n.with_locale(:de) { loop { } }`,
	} {
		_, err := outcome(dsl.New(dsl.Options{Library: stdlib.Library, Limits: limits}), expr)
		var limit *dsl.LimitError
		if !errors.As(err, &limit) || limit.Pos.Filename != "routes.rb" {
			t.Errorf("%s: %v", expr, err)
		}
	}
}

// countingFS counts the files that are read.
type countingFS struct {
	fs.FS
	mu   sync.Mutex
	read []string
}

func (c *countingFS) Open(name string) (fs.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read = append(c.read, name)
	return c.FS.Open(name)
}

func init() {
	dsl.Register(dsl.Type{Name: "Primitive", Functions: dsl.Methods{"five": dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.Int(5) })}})
}

// TestReadOnFirstUse shows that a file is read when a program first names a constant of
// it, and once for all interpreters.
func TestReadOnFirstUse(t *testing.T) {
	files := &countingFS{FS: fstest.MapFS{
		"a.rb":       {Data: []byte("module A; def self.b = Outer::B.new.x; end")},
		"b.rb":       {Data: []byte("module Outer; class B; def x = Primitive.five; end; end")},
		"unused.rb":  {Data: []byte("raise 'never'")},
		"refused.rb": {Data: []byte("class")},
	}}
	library := embedded.NewLibrary(files, map[string]string{"A": "a.rb", "Outer::B": "b.rb", "Unused": "unused.rb", "Refused": "refused.rb"})
	for _, tt := range []struct{ expr, want, read string }{
		{`1 + 1`, `2`, ``},
		{`Outer.name`, `"Outer"`, ``},
		{`A.b`, `5`, `a.rb b.rb`},
		{`[A.b, Outer::B.new.x, Object.const_get("A").b]`, `[5, 5, 5]`, `a.rb b.rb`},
		{`begin; Primitive.five; rescue NoMethodError; "none"; end`, `Primitive.five`, `a.rb b.rb`},
		{`module Outer; B.new.x; end`, `5`, `a.rb b.rb`},
		{`class A2 < Outer::B; end; A2.new.x`, `5`, `a.rb b.rb`},
		{`module A; def self.c = 6; end; [A.b, A.c]`, `[5, 6]`, `a.rb b.rb`},
		{`Refused.x`, `Refused.x`, `a.rb b.rb refused.rb`},
	} {
		got, err := outcome(dsl.New(dsl.Options{Library: library}), tt.expr)
		if read := strings.Join(files.read, " "); err != nil || got != tt.want || read != tt.read {
			t.Errorf("%s: %s, %v with %s; want %s with %s", tt.expr, got, err, read, tt.want, tt.read)
		}
	}
}

// TestReadWhileRequestsAreAnswered names constants of the library for the first time
// when the program has ended, from several goroutines.
func TestReadWhileRequestsAreAnswered(t *testing.T) {
	file, err := grammar.Parse("routes.rb", []byte(`->(x) { [Rack::Utils.build_query("a" => x), URI(x).host, IPAddr.new("::1").to_s, I18n.with_locale(:de) { I18n.locale }].join(" ") }`))
	if err != nil {
		t.Fatal(err)
	}
	in := dsl.New(dsl.Options{Library: stdlib.Library})
	proc, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Freeze(slices.Values([]dsl.Value{proc}))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			v, err := in.NewThread().Call(proc, "call", dsl.NewString("http://h/"))
			if want := "a=http%3A%2F%2Fh%2F h ::1 de"; err != nil || fmt.Sprint(v) != want {
				t.Errorf("got %v, %v; want %s", v, err, want)
			}
		})
	}
	wg.Wait()
}

func FuzzLibrary(f *testing.F) {
	for _, file := range []string{"base64", "digest", "erb", "ipaddr", "rack", "uri"} {
		for _, r := range rubytest.Rows(f, "testdata/"+file+".jsonl") {
			f.Add(r.Expr)
		}
	}
	limits := dsl.Limits{Steps: 20_000, Depth: 200, StringSize: 1 << 16, Elements: 10_000}
	f.Fuzz(func(t *testing.T, src string) {
		_, _ = outcome(dsl.New(dsl.Options{Library: stdlib.Library, Limits: limits, Note: func(n dsl.Notice) {
			if strings.Contains(n.Text, "internal error") {
				t.Errorf("%s: %s", n.Pos, n.Text)
			}
		}}), src)
	})
}
