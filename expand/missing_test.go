package expand

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/expand/settings"
)

// fill gives the entries of a skeleton values.
func fill(t *testing.T, missing []check.Missing, yes bool, from int) (text string) {
	t.Helper()
	skeleton := check.Template(missing)
	if _, err := settings.Parse([]byte(skeleton)); err != nil {
		t.Fatalf("%v\n%s", err, skeleton)
	}
	i := 0
	for line := range strings.Lines(skeleton) {
		if key, comment, ok := strings.Cut(line, ": # "); ok && !strings.HasPrefix(line, "#") && i < len(missing) {
			line = fmt.Sprintf("%s: %s # %s", key, missing[i].Wants.SampleFor(fmt.Sprintf("v%d", from+i), yes), comment)
			i++
		}
		text += line
	}
	if i != len(missing) {
		t.Fatalf("%d of %d entries:\n%s", i, len(missing), skeleton)
	}
	return text
}

// A settling is what came of filling in skeletons.
type settling struct {
	rounds  int
	missing []check.Missing // of the first round
	left    []string        // what is still doubtful
	text    string
}

// settle fills in what is missing until nothing is.
func settle(t *testing.T, path string, options Options, yes bool) (s settling) {
	t.Helper()
	options.Set, options.Env = map[string]string{}, map[string]string{}
	n := 0
	for ; s.rounds < 5; s.rounds++ {
		missing, err := FindMissing(path, options)
		if err != nil {
			s.left = []string{"error: " + err.Error()}
			return s
		}
		missing = slices.DeleteFunc(missing, func(m check.Missing) bool { return options.Set[m.Expr] != "" })
		if s.rounds == 0 {
			s.missing = missing
		}
		if len(missing) == 0 {
			break
		}
		text := fill(t, missing, yes, n)
		n += len(missing)
		s.text += text
		set, err := settings.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		maps.Copy(options.Set, set.Set)
		maps.Copy(options.Env, set.Env)
	}
	table, err := Load(path, options)
	if err != nil {
		s.left = []string{"error: " + err.Error()}
		return s
	}
	for _, f := range check.Findings(table) {
		if isOpen(f) || f.Kind == "setting" {
			s.left = append(s.left, f.Kind+" "+f.String())
		}
	}
	return s
}

// TestMissingSettlesApplications fills in what is missing of applications: of
// the cases here, or of all folders with a config below $CORPUS ($ONLY names
// one). The values are made up; where Rails refuses them, other ones must do.
func TestMissingSettlesApplications(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	roots, dir := casesWithRoutes(t), "../testdata"
	if given := os.Getenv("CORPUS"); given != "" {
		roots, dir = nil, given
		for _, depth := range []string{"*", "*/*", "*/*/*"} {
			found, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(depth), "config"))
			for _, config := range found {
				roots = append(roots, filepath.Dir(config))
			}
		}
	}
	if len(roots) == 0 {
		t.Fatal("no applications")
	}
	figures := map[string]int{}
	for _, root := range roots {
		name, _ := filepath.Rel(dir, root)
		if only := os.Getenv("ONLY"); only != "" && name != only {
			continue
		}
		figures[settleApplication(t, name, root)]++
	}
	for _, k := range slices.Sorted(maps.Keys(figures)) {
		t.Logf("%s: %d", k, figures[k])
	}
}

// casesWithRoutes are the applications of testdata.
func casesWithRoutes(t *testing.T) (roots []string) {
	t.Helper()
	for _, pattern := range []string{"../testdata/golden/*/*/config/routes.rb", "../testdata/golden/*/*/*/config/routes.rb", "../testdata/unknown/*.rb", "../testdata/settled/*/config/routes.rb"} {
		found, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			if filepath.Base(file) == "routes.rb" {
				file = filepath.Dir(filepath.Dir(file))
			}
			roots = append(roots, file)
		}
	}
	return roots
}

// settleApplication fills in what is missing of one, with two sets of values. It
// tells how many rounds that took.
func settleApplication(t *testing.T, name, root string) string {
	t.Helper()
	table, err := Load(root, Options{Framework: true})
	if _, _, missing := missingVariable(err); err != nil && !missing {
		return "without a table"
	}
	if err == nil && !slices.ContainsFunc(check.Findings(table), isOpen) {
		return "without unknown values"
	}
	best, refused := 0, ""
	for _, yes := range []bool{true, false} {
		s := settle(t, root, Options{Framework: true}, yes)
		if os.Getenv("ONLY") != "" {
			t.Logf("%v\n%s", yes, s.text)
		}
		switch {
		case len(s.left) == 0 && (best == 0 || s.rounds < best):
			best = s.rounds
		case len(s.left) == 0:
		case strings.HasPrefix(s.left[0], "error: "):
			refused += fmt.Sprintf("\n  %v: %s", yes, s.left[0])
		default:
			t.Errorf("%s (%v): %d missing, %d rounds, %d left:\n  %s", name, yes, len(s.missing), s.rounds, len(s.left), strings.Join(s.left[:min(6, len(s.left))], "\n  "))
		}
	}
	if refused != "" {
		t.Logf("%s: made-up values are refused:%s", name, refused)
	}
	if best == 0 || best > 3 {
		t.Errorf("%s is not settled by any values, or not within 3 rounds", name)
		return "not settled"
	}
	return fmt.Sprintf("settled in %d rounds", best)
}

func isOpen(f check.Finding) bool {
	return f.Severity != route.Note && check.Group([]check.Finding{f})[0].Unresolved()
}

// The kind of a value follows from all of its uses.
func TestKindsOfMissing(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{`get "x/:y", to: "a#b", y: /#{YEARS.join("|")}/; YEARS.each { |y| get y, to: "a#c" }`, "YEARS: a list of text"},
		{`get "x/:y", to: "a#b", y: /#{S.years}/`, "S.years: text"},
		{`get "x/:y", to: "a#b", y: S.years; get :x, to: "a#b" if S.years =~ /1/`, "S.years: text, or a pattern, !ruby/regexp /a|b/"},
		{`get :x, to: "a#b" if S.kind =~ /x/`, "S.kind: text"},
		{`get :x, to: "a#b" if "abc" =~ S.kind`, "S.kind: a pattern, !ruby/regexp /a|b/"},
		{`get :x, to: "a#b" if S.name.include?("x") && S.name.start_with?("y")`, "S.name: text"},
		{`get :x, to: "a#b" if S.names.include?("x")`, "S.names: [a, list]"},
		{`get :x, to: "a#b" if Site.count > 1`, "Site.count: a number"},
		{`S.moved.each { |from, to| get from, to: redirect(to) }`, "S.moved: {name: text, ...}, or with keys that are no symbols [[text, text], ...]"},
		{`get S.locales.map(&:code).join("-"), to: "a#b"`, "S.locales: a list of {code: text}"},
		{`S.run(1) { |m| get m.path, to: "a#b" if m.on? }`, "S.run(1): a list of {path: text, \"on?\": true or false}"},
		{`S.models.each { |m| get m.try(:path), to: "a#b" if m.dig(:on) }`, "S.models: a list of {path: text, on: true or false}"},
		{`S.all.each { |m| get m.path, to: "a#b" }; S.all.draw(self)`, "S.all.each: a list of {path: text}\nS.all.draw(self): true if it draws no routes, else define it in a file of words:"},
		{`S.all.each { |m| instance_eval(m.read) }`, "S.all: a list of {read: the Ruby that is run as text, \"\" for none}"},
		{`S.all.each { |m| instance_exec(&m.routes) if m.routes }`, "S.all: a list of {routes: false if it draws no routes}"},
		{`get(S.path.presence || "x", to: "a#b")`, "S.path: text, or ~ for none"},
		{`get "x", to: "a#b", constraints: { host: S.host }`, "S.host: text"},
		{`concern :c, A::B.new; resources :a, only: [], concerns: :c`, "A::B.new.call: false if it draws no routes, else the name of a method in a file of words:"},
		{`get "#{Site.pre}_x", to: "a#b"; get "#{A.x}_#{I18n.t("b")}s", to: "a#c"`, "Site.pre: text\nA.x: text\nI18n.t(\"b\"): text"},
		{`max = Keys.max; re = /[a-z]{1,#{max}}/; scope(":s", constraints: { s: re }) { get "y", to: "a#d" }`, "Keys.max: text"},
		{`one = 1; get ":s", to: "a#d", s: /[a-z]{#{one},#{"#{Keys.max}0"}}/`, "Keys.max: text"},
		{`S.all.each { |k, v| get k.camelize, to: "a##{v}" }`, "S.all: [[text, value], ...]"},
		{`S.concerns.each { |c| instance_exec(&c) }`, "S.concerns: [] if it draws no routes"},
		{`get "x", to: "a#b" if Conf.a.send(:to_sym) == :x`, "Conf.a: text, as :x"},
		{`resources :r, except: [:index, S.act]`, "S.act: text, as :create or :new or :edit or :show or :update or :destroy"},
		{`resources :r, except: S.acts`, "S.acts: [a, list]"},
		{`match "q", to: "a#q", via: S.verbs`, "S.verbs: text, such as get, or [get, post]"},
		{`match "q", to: "a#q", via: [:get, S.verb]`, "S.verb: text, such as get"},
		{`mount Foo.build => "/x" if Foo.build`, "Foo.build: value, such as !ruby/class Some::App, or !ruby/object Some::App for an object of it"},
	} {
		var got []string
		for _, m := range check.MissingIn(load(t, head+tt.body+"\nend")) {
			got = append(got, m.Expr+": "+m.Wants.String())
		}
		if all := strings.Join(got, "\n"); all != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.body, all, tt.want)
		}
	}
}

// One edit is enough: what is missing once more is known is there too, but for
// what a made-up value would be in.
func TestMissingAtOnce(t *testing.T) {
	for _, tt := range []struct {
		files map[string]string
		want  string
	}{
		{
			map[string]string{
				"config/routes.rb":   head + "devise_for :users\nend",
				"app/models/user.rb": "class User < ApplicationRecord\n  modules = []\n  modules += %i[odd] if Settings.odd\n  if Settings.db\n    modules += %i[database_authenticatable]\n  end\n  devise(*modules)\nend",
			},
			"Settings.db Devise::ROUTES[:odd] Settings.odd",
		},
		{
			map[string]string{
				"config/routes.rb": head + "Kind.labels(false).each { |k| get k, to: \"a#b\" }\nend",
				"app/lib/kind.rb":  "class Kind\n  def self.labels(all)\n    found = []\n    Registry.each_kind(all) { |k| found << k.label if k.label? }\n    found.flatten\n  end\nend",
			},
			"Registry.each_kind(false)",
		},
		{
			map[string]string{"config/routes.rb": head + "Site.names.each { |n| get n, to: \"a#b\" if Flags.on?(n) }\nraise \"no\" unless Settings.fine\nend"},
			"Site.names Settings.fine",
		},
	} {
		missing, err := FindMissing(application(t, tt.files), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range missing {
			got = append(got, m.Expr)
		}
		if all := strings.Join(got, " "); all != tt.want {
			t.Errorf("got  %s\nwant %s", all, tt.want)
		}
	}
}

// A value of a deep shape is no longer than the shape is deep; it must not double
// with each level.
func TestSampleOfDeepShape(t *testing.T) {
	list, mapping := &check.Shape{}, &check.Shape{}
	for range 60 {
		list, mapping = &check.Shape{Kind: route.ListShape, Elem: list}, &check.Shape{Kind: route.MappingShape, Elem: mapping}
	}
	for _, s := range []*check.Shape{list, mapping} {
		if n := len(s.SampleFor("v", true)); n > 100_000 {
			t.Errorf("%d bytes", n)
		}
	}
}

// Long expressions of elements that nothing settles take no more time than others.
func TestLongExpressions(t *testing.T) {
	if all := check.SettingsFor(load(t, head+"end"), "x.each(0)"+strings.Repeat(".first", 200)); len(all) > 0 {
		t.Errorf("%v", all)
	}
}
