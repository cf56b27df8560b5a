package urls

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"signalbox/expand"
)

// FuzzPathHelper calls helpers with whatever there is: they answer with a path
// or with an error, and soon.
func FuzzPathHelper(f *testing.F) {
	table, err := expand.Load("../testdata/urls", expand.Options{})
	if err != nil {
		f.Fatal(err)
	}
	names := append(Names(table), "nothing_like_it")
	for _, q := range questions(f, "../testdata/urls/calls.jsonl")[:200] {
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
		helpers := New(table, Params{"host": "h.example"})
		for _, call := range []func() (string, error){
			func() (string, error) { return helpers.Path(name, args...) },
			func() (string, error) { return helpers.URL(name, args...) },
			func() (string, error) { return New(table, nil).Path(name, args...) },
			func() (string, error) { return helpers.PathFor(Params{"controller": a, "action": b, key: value}) },
			func() (string, error) { return helpers.PathFor(args...) },
		} {
			got, err := call()
			var ue *URLError
			switch {
			case err != nil && (!errors.As(err, &ue) || ue.Class == "InternalError"):
				t.Fatalf("%s%q: %v", name, args, err)
			case err == nil && helpersOf(table).direct(name) == nil && strings.ContainsAny(got, " \n\x00\"<>") && key != "host" && key != "script_name" && key != "protocol":
				t.Fatalf("%s%q: %q is not escaped", name, args, got)
			}
		}
	})
}

// BenchmarkPath makes paths in the forms that programs use most.
func BenchmarkPath(b *testing.B) {
	table := urlsTable(b)
	helpers := New(table, Params{"host": "www.example.com"})
	for _, c := range []struct {
		form string
		call func() (string, error)
	}{
		{"plain", func() (string, error) { return New(table, nil).Path("edit_admin_post_comment", 1, 2) }},
		{"static", func() (string, error) { return New(table, nil).Path("posts") }},
		{"params", func() (string, error) { return New(table, nil).Path("post", 1, Params{"page": 2, "format": "json"}) }},
		{"host", func() (string, error) { return helpers.Path("post", 1) }},
		{"url", func() (string, error) { return helpers.URL("post", 1) }},
		{"requirement", func() (string, error) { return New(table, nil).Path("archive", 2024, 5) }},
		{"record", func() (string, error) { return New(table, nil).PathFor("admin", post{1}, comment{}) }},
		{"url_for", func() (string, error) {
			return New(table, nil).PathFor(Params{"controller": "posts", "action": "show", "id": 1})
		}},
		{"direct", func() (string, error) { return helpers.Path("mixed", 1) }},
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
