package expand

import (
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"signalbox/dsl"
)

// TestGeneratedPathsAreRecognised: of every named route of every golden case,
// the path that its helper gives leads back to the route, with the same
// parameters, unless an earlier route takes it.
func TestGeneratedPathsAreRecognised(t *testing.T) {
	roots, _ := filepath.Glob(filepath.Join(goldenDir, "*", "*", "routes.json"))
	checked, shadowed := 0, 0
	for _, file := range roots {
		table, err := Load(filepath.Dir(file), Options{})
		if err != nil || table.Engine != "" {
			continue
		}
		for name, r := range table.named {
			values, path := somePath(table, name, r)
			if path == "" {
				continue
			}
			spans, first := recognise(t, table, path, r)
			switch {
			case spans == nil:
				t.Errorf("%s: %s gives %s, which %s does not match", file, name, path, r.Path)
				continue
			case first < r.Index:
				shadowed++
			}
			checked++
			for i, p := range r.Path.Params() {
				want, ok := values[p.Name]
				got := ""
				if 2*i+3 < len(spans) && spans[2*i+2] >= 0 {
					got = path[spans[2*i+2]:spans[2*i+3]]
				}
				if plain, err := url.PathUnescape(got); ok && !groups(r) && !gluedGroup.MatchString(r.Path.String()) && (err != nil || plain != want) {
					t.Errorf("%s: %s gives %s, whose %s is %q, not %q", file, name, path, p.Name, got, want)
				}
			}
		}
	}
	if checked < 1000 || shadowed > checked/4 {
		t.Errorf("%d paths were checked, %d of them belong to an earlier route", checked, shadowed)
	}
}

// somePath fills the required parts of a route with values that it takes.
func somePath(table *Table, name string, r *Route) (map[string]string, string) {
	for _, v := range []string{"42", "2024", "a b", "en", "v1", "abc", "AB12", "json"} {
		params, values := Params{}, map[string]string{}
		for _, part := range r.RequiredParts() {
			params[part], values[part] = v, v
		}
		path, err := table.Path(name, params)
		path, _, _ = strings.Cut(path, "?")
		if err == nil && table.direct(name) == nil {
			return values, path
		}
	}
	return nil, ""
}

// groups tells that a requirement has groups of its own, which shift the others.
func groups(r *Route) bool {
	for i := range r.Requirements.Len() {
		if _, v := r.Requirements.At(i); strings.Contains(unionRegexp(v), "(") {
			re, ok := v.(*dsl.Regexp)
			return !ok || strings.Contains(re.Source, "(")
		}
	}
	return false
}

// gluedGroup is an optional text right behind a part, which then takes the text
// itself.
var gluedGroup = regexp.MustCompile(`:\w+\(\w`)

// recognise matches a path with the route, and finds the first of the table
// with the same verb that matches it too.
func recognise(t *testing.T, table *Table, path string, r *Route) (spans []int, first int) {
	t.Helper()
	spans, err := r.Regexp().Match(normalizePath(path), 0)
	if err != nil {
		return []int{0, 0}, r.Index // a pattern that no request matches either
	}
	for _, other := range table.Routes[:r.Index] {
		if other.Verb() != r.Verb() || other.Constraints != nil || len(other.Callables) > 0 {
			continue
		}
		if m, err := other.Regexp().Match(normalizePath(path), 0); err == nil && m != nil {
			return spans, other.Index
		}
	}
	return spans, r.Index
}

// FuzzPathHelper calls helpers with whatever there is: they answer with a path
// or with an error, and soon.
func FuzzPathHelper(f *testing.F) {
	table, err := Load("testdata/urls", Options{})
	if err != nil {
		f.Fatal(err)
	}
	names := append(table.HelperNames(), "nothing_like_it")
	for _, q := range questions(f, "testdata/urls/calls.jsonl")[:200] {
		if i := slices.Index(names, q.Name); i >= 0 {
			f.Add(i, "1", "x", "q", "a b", uint8(len(q.Args)))
		}
	}
	f.Add(3, "%", "\xff", "host", "[::1]:80", uint8(2))
	f.Add(5, "a/b", "\x00", "protocol", "://", uint8(1))
	f.Add(7, "", "?#", "script_name", "/x", uint8(3))
	f.Fuzz(func(t *testing.T, i int, a, b, key, value string, form uint8) {
		name := names[uint(i)%uint(len(names))]
		args := [][]any{{}, {a}, {a, b}, {a, b, a}, {[]string{a, b}}, {map[string]any{a: b}}}[form%6]
		if form >= 64 {
			args = append(args, Params{key: value, "anchor": a})
		}
		if form >= 128 {
			args = append(args[:len(args)-1:len(args)-1], Params{key: map[string]any{value: []any{a, map[string]string{b: a}}}})
		}
		urls := table.URLs(Params{"host": "h.example"})
		for _, call := range []func() (string, error){
			func() (string, error) { return urls.Path(name, args...) },
			func() (string, error) { return urls.URL(name, args...) },
			func() (string, error) { return table.Path(name, args...) },
			func() (string, error) { return urls.PathFor(Params{"controller": a, "action": b, key: value}) },
			func() (string, error) { return urls.PathFor(args...) },
		} {
			got, err := call()
			var ue *URLError
			switch {
			case err != nil && (!errors.As(err, &ue) || ue.Class == internalError):
				t.Fatalf("%s%q: %v", name, args, err)
			case err == nil && table.direct(name) == nil && strings.ContainsAny(got, " \n\x00\"<>") && key != "host" && key != "script_name" && key != "protocol":
				t.Fatalf("%s%q: %q is not escaped", name, args, got)
			}
		}
	})
}

// BenchmarkPath makes paths in the forms that programs use most.
func BenchmarkPath(b *testing.B) {
	table := urlsTable(b)
	urls := table.URLs(Params{"host": "www.example.com"})
	for _, c := range []struct {
		form string
		call func() (string, error)
	}{
		{"plain", func() (string, error) { return table.Path("edit_admin_post_comment", 1, 2) }},
		{"static", func() (string, error) { return table.Path("posts") }},
		{"params", func() (string, error) { return table.Path("post", 1, Params{"page": 2, "format": "json"}) }},
		{"host", func() (string, error) { return urls.Path("post", 1) }},
		{"url", func() (string, error) { return urls.URL("post", 1) }},
		{"requirement", func() (string, error) { return table.Path("archive", 2024, 5) }},
		{"record", func() (string, error) { return table.PathFor("admin", post{1}, comment{}) }},
		{"url_for", func() (string, error) {
			return table.PathFor(Params{"controller": "posts", "action": "show", "id": 1})
		}},
		{"direct", func() (string, error) { return urls.Path("mixed", 1) }},
	} {
		b.Run(c.form, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
