package inflect

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/internal/regex"
)

func readLines[T any](t testing.TB, path string, skip int) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	for i := 0; lines.Scan(); i++ {
		if i < skip {
			continue
		}
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// columns are what ActiveSupport said of each word in testdata/inflections.jsonl.
var columns = map[string]func(*Rules, string) string{
	"w":                func(r *Rules, w string) string { return w },
	"plural":           (*Rules).Pluralize,
	"singular":         (*Rules).Singularize,
	"plural_of_plural": func(r *Rules, w string) string { return r.Pluralize(r.Pluralize(w)) },
	"back":             func(r *Rules, w string) string { return r.Singularize(r.Pluralize(w)) },
	"underscore":       (*Rules).Underscore,
	"camelize":         func(r *Rules, w string) string { return r.Camelize(w, true) },
	"classify":         (*Rules).Classify,
	"tableize":         (*Rules).Tableize,
	"dasherize":        (*Rules).Dasherize,
	"humanize":         func(r *Rules, w string) string { return r.Humanize(w, HumanizeOptions{}) },
	"titleize":         func(r *Rules, w string) string { return r.Titleize(w, false) },
	"param":            func(r *Rules, w string) string { return r.Parameterize(w, "-", false) },
	"foreign_key":      func(r *Rules, w string) string { return r.ForeignKey(w, true) },
	"demodulize":       (*Rules).Demodulize,
}

func words(t testing.TB) []map[string]string {
	return readLines[map[string]string](t, "testdata/inflections.jsonl", 0)
}

func TestWords(t *testing.T) {
	rules := New()
	all := words(t)
	if len(all) < 2597 {
		t.Fatalf("%d words, want at least 2597", len(all))
	}
	for _, row := range all {
		got := make(map[string]string)
		for name := range row {
			f, ok := columns[name]
			if !ok {
				t.Fatalf("unknown column %q", name)
			}
			got[name] = f(rules, row["w"])
		}
		if diff := cmp.Diff(row, got); diff != "" {
			t.Errorf("%q (-ActiveSupport +ours):\n%s", row["w"], diff)
		}
	}
}

// A customRow is a row of testdata/custom.jsonl, which testdata/gen.rb wrote.
type customRow struct {
	Rules [][]any
	Call  []any
	Want  any
}

func TestCustomRules(t *testing.T) {
	rows := readLines[customRow](t, "testdata/custom.jsonl", 1)
	if len(rows) < 200 {
		t.Fatalf("%d rows, want at least 200", len(rows))
	}
	for _, row := range rows {
		rules := New()
		for _, rule := range row.Rules {
			addRule(t, rules, rule)
		}
		if got := call(t, rules, row.Call); got != row.Want {
			t.Errorf("%v\nunder %v\n got %q\nwant %q", row.Call, row.Rules, got, row.Want)
		}
	}
}

func addRule(t *testing.T, r *Rules, rule []any) {
	t.Helper()
	text := func(i int) string { return rule[i].(string) }
	find := func() Rule {
		if m, ok := rule[1].(map[string]any); ok {
			var o regex.Options
			if m["i"] == true {
				o = regex.IgnoreCase
			}
			return Regexp(regex.MustCompile(m["re"].(string), o))
		}
		return Text(text(1))
	}
	var err error
	switch rule[0] {
	case "plural":
		r.Plural(find(), text(2))
	case "singular":
		r.Singular(find(), text(2))
	case "human":
		r.Human(find(), text(2))
	case "irregular":
		err = r.Irregular(text(1), text(2))
	case "acronym":
		err = r.Acronym(text(1))
	case "uncountable":
		for _, a := range rule[1:] {
			if list, ok := a.([]any); ok {
				for _, w := range list {
					r.Uncountable(w.(string))
				}
				continue
			}
			r.Uncountable(a.(string))
		}
	case "clear":
		scope := All
		if len(rule) > 1 {
			scope = Scope(text(1))
		}
		r.Clear(scope)
	default:
		t.Fatalf("unknown rule %v", rule)
	}
	if err != nil {
		t.Fatal(rule, err)
	}
}

func call(t *testing.T, r *Rules, c []any) string {
	t.Helper()
	opts := map[string]any{}
	if m, ok := c[len(c)-1].(map[string]any); ok {
		opts = m
	}
	flag := func(i int, otherwise bool) bool {
		if i < len(c) {
			if b, ok := c[i].(bool); ok {
				return b
			}
		}
		return otherwise
	}
	w, _ := c[1].(string)
	switch c[0] {
	case "pluralize":
		return r.Pluralize(w)
	case "singularize":
		return r.Singularize(w)
	case "underscore", "classify", "tableize", "dasherize", "demodulize":
		return columns[c[0].(string)](r, w)
	case "camelize":
		return r.Camelize(w, flag(2, true))
	case "humanize":
		return r.Humanize(w, HumanizeOptions{KeepCase: opts["capitalize"] == false, KeepIDSuffix: opts["keep_id_suffix"] == true})
	case "titleize":
		return r.Titleize(w, opts["keep_id_suffix"] == true)
	case "foreign_key":
		return r.ForeignKey(w, flag(2, true))
	case "deconstantize":
		return r.Deconstantize(w)
	case "upcase_first":
		return r.UpcaseFirst(w)
	case "downcase_first":
		return r.DowncaseFirst(w)
	case "ordinal":
		return r.Ordinal(int(c[1].(float64)))
	case "ordinalize":
		return r.Ordinalize(int(c[1].(float64)))
	case "transliterate":
		if len(c) > 2 {
			return r.Transliterate(w, c[2].(string))
		}
		return r.Transliterate(w)
	case "parameterize":
		separator := "-"
		if s, ok := opts["separator"].(string); ok {
			separator = s
		}
		return r.Parameterize(w, separator, opts["preserve_case"] == true)
	}
	t.Fatalf("unknown call %v", c)
	return ""
}

// viaRegexps is what Rails does: every rule as a regular expression.
func viaRegexps(d *defaultRules, word string) string {
	for _, rule := range d.regexps() {
		if out, ok := rule.rule.sub(word, rule.with); ok {
			return out
		}
	}
	return word
}

// slowRules takes the short cuts out of irregular words.
func slowRules(rules []replacement) []replacement {
	out := make([]replacement, len(rules))
	for i, r := range rules {
		if s, ok := r.rule.(suffixRule); ok {
			r.rule = s.regexpRule
		}
		out[i] = r
	}
	return out
}

// TestSuffixTables compares the tables of suffixes with the regular expressions they stand for: on the words, on every suffix with every
// letter before and after it, and on words put together at random.
func TestSuffixTables(t *testing.T) {
	for name, d := range map[string]*defaultRules{"plural": defaultPlurals, "singular": defaultSingulars} {
		rules := slowRules(d.regexps())
		slow := &defaultRules{regexps: func() []replacement { return rules }}
		n := 0
		check := func(word string) {
			n++
			if got, want := d.suffixes().apply(word), viaRegexps(slow, word); plain(word) && got != want {
				t.Errorf("%s of %q: the table gives %q, the regular expressions %q", name, word, got, want)
			}
		}
		for i, row := range words(t) {
			if check(row["plural"]); row["w"] != row["plural"] {
				check(row["w"])
			}
			if i%4 == 0 {
				check(strings.ToUpper(row["w"]))
			}
		}
		for _, s := range fragments() {
			check(s)
			for _, c := range "acefhinostuyzS_ " {
				check(string(c) + s)
				check(s + string(c))
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		parts := append(fragments(), "a", "e", "i", "o", "u", "y", "s", "f", "t", "x", "Q", " ", "-", "_")
		for range 5_000 {
			var b strings.Builder
			for range 1 + random.IntN(4) {
				p := parts[random.IntN(len(parts))]
				if random.IntN(5) == 0 {
					p = strings.ToUpper(p)
				}
				b.WriteString(p[random.IntN(len(p)):])
			}
			check(b.String())
		}
		t.Logf("%s: %d words", name, n)
	}
}

// fragments are the suffixes of both tables.
func fragments() []string {
	var out []string
	for line := range strings.Lines(pluralSuffixes + singularSuffixes) {
		if f := strings.Fields(line); len(f) > 1 {
			out = append(out, parseEntry(f).suffix)
		}
	}
	return out
}

func TestUncountableShortCut(t *testing.T) {
	for _, row := range words(t) {
		for _, prefix := range []string{"", "x", "_", "-", " ", "9"} {
			for _, w := range []string{prefix + row["w"], prefix + "fish", prefix + "SERIES"} {
				if got, want := defaultUncountables.match(w), defaultUncountables.matchRegexp(w); got != want {
					t.Fatalf("%q: short cut says %v, regular expression %v", w, got, want)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	rules := New()
	for _, err := range []error{rules.Irregular("", "x"), rules.Irregular("x", ""), rules.Irregular("a(", "b"), rules.Acronym("(")} {
		if err == nil {
			t.Error("no error for a word that is no pattern")
		}
	}
	if got := rules.Pluralize("cat") + rules.Camelize("a_b", true); got != "catsAB" {
		t.Errorf("after errors: %q", got)
	}
}

// TestIndependence shows that the shared default rules are not changed by one user.
func TestIndependence(t *testing.T) {
	changed := New()
	changed.Uncountable("cat")
	changed.Plural(Text("fish"), "fishies")
	if err := changed.Acronym("API"); err != nil {
		t.Fatal(err)
	}
	changed.Clear(Singulars)
	if got := New(); got.Pluralize("cat") != "cats" || got.Pluralize("fish") != "fish" || got.Singularize("cats") != "cat" || got.Camelize("api", true) != "Api" {
		t.Error("changing one set of rules changed the default ones")
	}
}

func TestConcurrentReads(t *testing.T) {
	rules := New()
	rules.Uncountable("naïveté", "x y")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, w := range []string{"cat", "café", "naïveté", "X Y", "ox\n"} {
				if rules.Singularize(rules.Pluralize(w)) != w {
					t.Errorf("%q does not come back", w)
				}
			}
		})
	}
	wg.Wait()
}

func TestNewIsCheap(t *testing.T) {
	const n = 1000
	start := time.Now()
	for range n {
		_ = New()
	}
	if d := time.Since(start) / n; d > 10*time.Microsecond {
		t.Errorf("New takes %v, want at most 10µs", d)
	}
}

func FuzzWords(f *testing.F) {
	for _, w := range []string{"cat", "API::V1", "été", "a\nb", "\xff", "buß"} {
		f.Add(w)
	}
	rules := New()
	if err := rules.Acronym("API"); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, w string) {
		for _, column := range columns {
			column(rules, w)
		}
		if w == "" || !plain(w) {
			return
		}
		for _, d := range []*defaultRules{defaultPlurals, defaultSingulars} {
			if got, want := d.suffixes().apply(w), viaRegexps(d, w); got != want {
				t.Errorf("%q: the table gives %q, the regular expressions %q", w, got, want)
			}
		}
	})
}

func ExampleRules() {
	rules := New()
	_ = rules.Irregular("octopus", "octopodes")
	_ = rules.Acronym("API")
	fmt.Println(rules.Pluralize("octopus"), rules.Camelize("api/v1/people", true), rules.Underscore("API::V1"))
	// Output: octopodes API::V1::People api/v1
}

func BenchmarkInflect(b *testing.B) {
	custom := New()
	_ = custom.Acronym("API")
	_ = custom.Irregular("goose", "geese")
	custom.Uncountable("staff")
	for _, c := range []struct {
		name string
		f    func() string
	}{
		{"pluralize/post", func() string { return New().Pluralize("post") }},
		{"pluralize/category", func() string { return New().Pluralize("category") }},
		{"pluralize/person", func() string { return New().Pluralize("person") }},
		{"pluralize/custom", func() string { return custom.Pluralize("category") }},
		{"pluralize/non-ascii", func() string { return custom.Pluralize("café") }},
		{"singularize/posts", func() string { return New().Singularize("posts") }},
		{"singularize/categories", func() string { return New().Singularize("categories") }},
		{"singularize/statuses", func() string { return New().Singularize("statuses") }},
		{"camelize", func() string { return New().Camelize("admin/blog_posts", true) }},
		{"camelize/acronym", func() string { return custom.Camelize("admin/api_posts", true) }},
		{"underscore", func() string { return New().Underscore("Admin::BlogPosts") }},
		{"underscore/acronym", func() string { return custom.Underscore("Admin::APIPosts") }},
		{"humanize", func() string { return New().Humanize("author_id", HumanizeOptions{}) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if c.f() == "" {
					b.Fatal("empty")
				}
			}
		})
	}
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if New().uncountables == nil {
				b.Fatal("empty")
			}
		}
	})
}
