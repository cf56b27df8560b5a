package survey_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"signalbox/dsl"
	_ "signalbox/dsl/core"
	_ "signalbox/dsl/stdlib"
	"signalbox/dsl/survey"
	"signalbox/grammar"
)

// surveyed surveys the lambda that a program leaves in the constant CODE, called with
// a string and a hash.
func surveyed(t *testing.T, src string, options dsl.Options) []string {
	t.Helper()
	file, err := grammar.Parse("a.rb", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	in := dsl.New(options)
	if _, err := in.NewThread().Run(file, nil); err != nil {
		t.Fatal(err)
	}
	code, _ := in.Const("CODE")
	in.Freeze(slices.Values([]dsl.Value{code}))
	h := dsl.NewHash(1)
	h.Set(dsl.Symbol("id"), dsl.NewString("x"))
	var list []string
	gaps, value := survey.Of(in, code, "call", dsl.NewString("x"), h)
	for i, g := range append(gaps, value...) {
		text := []string{"unknown", "method", "syntax", "unset"}[g.Kind] + " " + g.Expr
		if g.Settles != "" && g.Settles != g.Expr {
			text += " by " + g.Settles
		}
		if i >= len(gaps) {
			text = "given " + text
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
		if got := strings.Join(surveyed(t, src, dsl.Options{}), ", "); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// Variables that ENV does not hold are gaps where what a request brings meets their nil,
// or what is made of it, and not where the code asks whether they are there.
func TestSurveyOfUnset(t *testing.T) {
	for src, want := range map[string]string{
		`CODE = ->(s, h) { h[:key] == ENV["K"] }`:                                                        "1:33",
		`CODE = ->(s, h) { ENV["K"] == h[:key] }`:                                                        "1:22",
		`CODE = ->(s, h) { ENV["K"] != s }`:                                                              "1:22",
		`CODE = ->(s, h) { ENV.fetch("K", nil) == h[:key] }`:                                             "1:23",
		`CODE = ->(s, h) { h[:key] == ENV.fetch("K") }`:                                                  "1:34",
		`CODE = ->(s, h) { h[:key].to_s == ENV["K"].to_s }`:                                              "1:38",
		`CODE = ->(s, h) { ENV["K"].split(",").include?(s) }`:                                            "1:22",
		`CODE = ->(s, h) { ENV["K"]&.split(",") == h[:key] }`:                                            "1:22",
		`CODE = ->(s, h) { [ENV["K"], "b"].include?(h[:key]) }`:                                          "1:23",
		`CODE = ->(s, h) { case h[:key] when ENV["K"] then true end }`:                                   "1:40",
		`CODE = ->(s, h) { s.match?(/#{ENV["K"]}/) }`:                                                    "1:34",
		`CODE = ->(s, h) { "#{ENV["K"]}#{s}" == s }`:                                                     "1:25",
		`CODE = ->(s, h) { k = ENV["K"]; k == h[:key] }`:                                                 "1:26",
		`CODE = ->(s, h) { k = s.empty? ? ENV["K"] : "x"; k == h[:key] }`:                                "1:37",
		`CODE = ->(s, h) { k = ENV["K"]; k += "x"; k == s }`:                                             "1:26",
		`CODE = ->(s, h) { @k ||= ENV["K"]; @k == h[:key] }`:                                             "1:29",
		"def key = ENV[\"K\"]\nCODE = ->(s, h) { key == h[:key] }":                                       "1:14",
		"def same?(a, b) = a == b\nCODE = ->(s, h) { same?(h[:key], ENV[\"K\"]) }":                       "2:37",
		"KEY = ENV[\"K\"]\nCODE = ->(s, h) { KEY == h[:key] }":                                           "1:10",
		"key = ENV[\"K\"]\nCODE = ->(s, h) { key == h[:key] }":                                           "1:10",
		"class A; def initialize(k) = @k = k; def call(s, h) = @k == s; end\nCODE = A.new(ENV[\"K\"])":   "2:17",
		`CODE = ->(s, h) { ENV["K"] }`:                                                                   "given 1:22",
		`CODE = ->(s, h) { ENV["K"].to_s + "/x" }`:                                                       "given 1:22",
		`CODE = ->(s, h) { return ENV["K"] if s.empty?; "x" }`:                                           "given 1:29",
		`CODE = ->(s, h) { [200, {}, [ENV["K"]]] }`:                                                      "given 1:33",
		`CODE = ->(s, h) { ENV["K"] + "/x" }`:                                                            "1:22",
		`CODE = ->(s, h) { URI(ENV["K"]) }`:                                                              "1:26",
		`CODE = ->(s, h) { k = ENV["K"]; k.sub("a", "b") }`:                                              "1:26",
		`CODE = ->(s, h) { ENV["K"].then { |k| k == s } }`:                                               "1:22",
		`CODE = ->(s, h) { [1].map { ENV["K"] }.include?(h[:key]) }`:                                     "1:32",
		`CODE = ->(s, h) { ["K"].map { |k| ENV[k] }.join }`:                                              "1:38",
		`CODE = ->(s, h) { %w[K].any? { |k| ENV[k] == s } }`:                                             "1:39",
		`CODE = ->(s, h) { f = ->(k) { ENV[k] }; f.call("K") == s }`:                                     "1:34",
		`CODE = ->(s, h) { ENV.to_h["K"] == h[:key] }`:                                                   "1:23",
		`CODE = ->(s, h) { ENV.to_h.dig("K").to_s + "/x" }`:                                              "given 1:23",
		`CODE = ->(s, h) { ENV.fetch("K") { nil } == h[:key] }`:                                          "1:23",
		`CODE = ->(s, h) { s.end_with?(*ENV["K"]) }`:                                                     "1:35",
		`CODE = ->(s, h) { k, l = ENV["K"], 1; k == s }`:                                                 "1:29",
		`CODE = ->(s, h) { k, l = *ENV.values_at("K", "K"); k == s }`:                                    "1:31",
		`CODE = ->(s, h) { %w[K].all? { |k| ENV[k].nil? } }`:                                             "",
		`CODE = ->(s, h) { f = ->(k) { ENV[k] || f.call(k) }; f.call("K") }`:                             "",
		`CODE = ->(s, h) { (ENV["K"] || "x") == h[:key] }`:                                               "",
		`CODE = ->(s, h) { ENV.fetch("K", "x") == h[:key] || ENV.fetch("K") { "y" } == s }`:              "",
		`CODE = ->(s, h) { (ENV.fetch("K") rescue "x") == s }`:                                           "",
		`CODE = ->(s, h) { ENV["K"].present? && ENV["K"] == h[:key] }`:                                   "",
		`CODE = ->(s, h) { ENV["K"] && ENV["K"].split(",").include?(s) }`:                                "given 1:22",
		`CODE = ->(s, h) { if ENV["K"] then ENV["K"] == s else false end }`:                              "",
		`CODE = ->(s, h) { return false unless ENV["K"]; ENV["K"] == h[:key] }`:                          "",
		`CODE = ->(s, h) { return false if ENV["K"].nil?; ENV["K"] == h[:key] }`:                         "",
		`CODE = ->(s, h) { k = ENV["K"]; next false if k.blank?; k == h[:key] }`:                         "",
		`CODE = ->(s, h) { (k = ENV["K"]) && k == h[:key] }`:                                             "given 1:27",
		`CODE = ->(s, h) { k = ENV["K"]; k ||= "x"; k == h[:key] }`:                                      "",
		`CODE = ->(s, h) { ENV["K"] == "on" || ENV["K"].to_s.empty? || ENV.key?("K") || ENV["K"].nil? }`: "",
		`CODE = ->(s, h) { [ENV["K"], "b"].compact.include?(h[:key]) }`:                                  "",
		"def key = ENV[\"K\"]\nCODE = ->(s, h) { key && key == h[:key] }":                                "given 1:14",
	} {
		if want != "" {
			given, place, ok := strings.Cut(want, " ")
			if !ok {
				given, place = "", want
			}
			want = strings.TrimSpace(given + ` unset ENV["K"] at ` + place)
		}
		if got := strings.Join(surveyed(t, src, dsl.Options{}), ", "); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}

// What the host settles is no gap, and deep recursion of data or code ends.
func TestSurveyEnds(t *testing.T) {
	settle := dsl.Options{Settle: func(text string) (dsl.Value, bool) { return dsl.True, text == "Site.on?" }}
	if got := surveyed(t, "CODE = ->(s, h) { Site.on? && Site.off? }", settle); len(got) != 1 || !strings.HasPrefix(got[0], "unknown Site.off?") {
		t.Errorf("a settled value: %v", got)
	}
	if got := surveyed(t, "CODE = ->(s, h) { ("+strings.Repeat("s.upcase + ", 2_000)+"'').size }", dsl.Options{}); len(got) > 0 {
		t.Errorf("long code: %v", got)
	}
	if got := surveyed(t, "CODE = ->(s, h) { loop { }; [0].cycle { |x| x }; (1..Float::INFINITY).to_a; Site.x }", dsl.Options{}); len(got) != 1 {
		t.Errorf("endless code: %v", got)
	}
}
