package erb

import (
	"testing"

	"signalbox/dsl"
	_ "signalbox/dsl/core"
)

// run runs a template; ok is false for a text that is none.
func run(t *testing.T, in *dsl.Interp, src string) (made *Template, ok bool) {
	t.Helper()
	made, err := Parse("a.yml", []byte(src))
	if err != nil || made == nil {
		return nil, false
	}
	if _, err := in.NewThread().Run(made.Program, made.Self(in, func() {})); err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return made, true
}

func TestText(t *testing.T) {
	in := dsl.New(dsl.Options{})
	for src, want := range map[string]string{
		"a: 1":               "a: 1",
		"a: <%= 1 + 1 %>\nb": "a: 2\nb",
		"<% [1, 2].each do |n| %>- <%= n %>\n<% end %>end": "- 1\n- 2\nend",
		"a <%# no %>b <%% c %%> d":                         "a b <% c %> d",
	} {
		made, ok := run(t, in, src)
		if !ok || made.Text.String() != want {
			t.Errorf("%q: %q", src, made.Text.String())
		}
	}
	if _, ok := run(t, in, "a: <%= 1"); ok {
		t.Error("a tag that does not end")
	}
}

// Values that text can't keep stand in it as marks.
func TestValue(t *testing.T) {
	in := dsl.New(dsl.Options{ConstMissing: nil})
	made, _ := run(t, in, "<%= ENV.fetch('HOST', nil) || Settings.host %>")
	text := made.Text.String()
	if !HasValue(text) {
		t.Fatalf("%q", text)
	}
	for _, c := range []struct {
		text  string
		plain bool
	}{{text, true}, {text, false}, {"http://" + text, true}} {
		v, err := made.Value(in, c.text, c.plain)
		if u := dsl.UnknownIn(v); err != nil || u == nil || u.Text() != "Settings.host" {
			t.Errorf("%q: %v, %v", c.text, v, err)
		}
	}
}

// FuzzParse parses any text: no panic.
func FuzzParse(f *testing.F) {
	f.Add([]byte("a: <%= 1 %>\n<% if x %>b<% end %>"))
	f.Add([]byte("<%%<%#\n%><%"))
	f.Fuzz(func(t *testing.T, src []byte) {
		made, err := Parse("a.yml", src)
		if made != nil && (err != nil || made.Program == nil) {
			t.Error(err)
		}
	})
}
