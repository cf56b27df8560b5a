package lint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"signalbox/expand"
	"signalbox/expand/controllers"
	"signalbox/expand/route"
	"signalbox/lint"
)

func load(t testing.TB, routes string) *route.Table {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(routes)})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func draw(t testing.TB, routes string) *route.Table {
	t.Helper()
	return load(t, "Rails.application.routes.draw do\n"+routes+"\nend\n")
}

// Each code's example has the finding, and nothing graver.
func TestExamplesOfCodes(t *testing.T) {
	app := fstest.MapFS{"app/controllers/posts_controller.rb": {Data: []byte("class PostsController < ActionController::Base\ndef index; end\ndef show; end\nend")}}
	elsewhere := map[string]bool{"unread-file": true, "gem": true, "unused-setting": true, "unused-disable": true, "unlisted-engine": true, "orphan-action": true, "unused-draw-file": true, "invalid-routes": true} // need more than a routes file
	for _, c := range lint.Codes {
		if elsewhere[c.Name] {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			table := draw(t, c.Example)
			var index *controllers.Index
			if strings.HasPrefix(c.Name, "missing-") {
				table.ClassFolders = []string{"app/controllers"}
				index = controllers.New(app, table)
			}
			found := lint.Check(table, index)
			if len(found) == 0 {
				t.Fatal("nothing is found")
			}
			for _, f := range found {
				if f.Name == c.Name && f.Severity == c.Severity {
					return
				}
			}
			t.Errorf("found %s %s: %s", found[0].Severity, found[0].Name, found[0].Message)
		})
	}
}

func TestCodesAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range lint.Codes {
		if seen[c.Name] || strings.ToLower(c.Name) != c.Name || !strings.HasSuffix(c.What, ".") || !strings.HasSuffix(c.Why, ".") || c.Remedy == "" || strings.HasSuffix(c.Remedy, ".") {
			t.Errorf("%+v", c)
		}
		seen[c.Name] = true
	}
}

func codes(all []*lint.Finding) []string {
	var list []string
	for _, f := range all {
		list = append(list, fmt.Sprintf("%d %s", f.Pos.Line, f.Name))
	}
	return list
}

func TestDisable(t *testing.T) {
	for _, test := range []struct {
		name, routes string
		want         []string
	}{
		{"at the line", "get 'posts/:id', to: 'p#s'\nget 'posts/new', to: 'p#n' # routes:disable unreachable kept", nil},
		{"above", "get 'posts/:id', to: 'p#s'\n# routes:disable unreachable kept\nget 'posts/new', to: 'p#n'", nil},
		{"two lines above", "get 'posts/:id', to: 'p#s'\n# routes:disable unreachable kept\n\nget 'posts/new', to: 'p#n'", []string{"3 unused-disable", "5 unreachable"}},
		{"another code", "get 'posts/:id', to: 'p#s'\n# routes:disable duplicate kept\nget 'posts/new', to: 'p#n'", []string{"3 unused-disable", "4 unreachable"}},
		{"a block", "get 'posts/:id', to: 'p#s'\nscope 'posts' do # routes:disable unreachable kept\n get 'new', to: 'p#n'\n scope('x') { }\n get 'old', to: 'p#o'\nend\nget 'posts/x', to: 'p#x'", []string{"8 unreachable"}},
		{"above a block", "get 'posts/:id', to: 'p#s'\n# routes:disable unreachable kept\nscope 'posts' do\n get 'new', to: 'p#n'\nend", nil},
		{"two codes", "get('posts/:id', to: 'p#s') if A.b? # routes:disable unknown-condition,duplicate kept", []string{"2 unused-disable"}},
		{"two codes with spaces", "get('posts/:id', to: 'p#s') if A.b? # routes:disable unknown-condition , duplicate kept", []string{"2 unused-disable"}},
		{"behind arguments of several lines", "get 'posts/:id', to: 'p#s'\nget 'posts/new',\n  to: 'p#n' # routes:disable unreachable kept", nil},
		{"a reason of several lines", "get 'posts/:id', to: 'p#s'\n# routes:disable unreachable kept, because\n# links lead there\nget 'posts/new', to: 'p#n'", nil},
		{"without a code", "get 'posts/:id', to: 'p#s'\nget 'posts/new', to: 'p#n' # routes:disable", []string{"3 unreachable", "3 unused-disable"}},
		{"no code", "# routes:disable nothing", []string{"2 unused-disable"}},
		{"in a text", "get 'a', to: 'a#b', as: '# routes:disable'.size.to_s.tr('0-9', 'a')", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := draw(t, test.routes)
			if d := cmp.Diff(test.want, codes(lint.Disable(table, lint.Check(table, nil)))); d != "" {
				t.Error(d)
			}
		})
	}
}

// A finding keeps its fingerprint when lines come and go, and no two findings share one.
func TestFingerprints(t *testing.T) {
	routes := "get 'posts/:id', to: 'p#s'\nget 'posts/new', to: 'p#n'\nget 'posts/old', to: 'p#o'\nget 'a', to: 'a#b' if A.b?\nconcern(:x) { }\nconcern(:y) { }"
	before, after := lint.Check(draw(t, routes), nil), lint.Check(draw(t, "# one\n\n# two\n"+routes), nil)
	if len(before) != len(after) || len(before) < 5 {
		t.Fatalf("%d and %d findings", len(before), len(after))
	}
	seen := map[string]bool{}
	for i, f := range before {
		if f.Fingerprint() != after[i].Fingerprint() || f.Pos.Line == after[i].Pos.Line || seen[f.Fingerprint()] {
			t.Errorf("%s: %s and %s", f.Message, f.Fingerprint(), after[i].Fingerprint())
		}
		seen[f.Fingerprint()] = true
	}
}

func TestBaseline(t *testing.T) {
	old := lint.Check(draw(t, "get 'a/:id', to: 'p#s'\nget 'a/b', to: 'p#n'"), nil)
	var b bytes.Buffer
	if err := lint.NewBaseline(old).Write(&b); err != nil {
		t.Fatal(err)
	}
	known, err := lint.ReadBaseline(&b)
	if err != nil {
		t.Fatal(err)
	}
	if rest := known.Without(old); len(rest) != 0 {
		t.Errorf("%q are left", codes(rest))
	}
	now := lint.Check(draw(t, "get 'a/:id', to: 'p#s'\nget 'a/c', to: 'p#n'\nget 'a/b', to: 'p#n'"), nil)
	if d := cmp.Diff([]string{"3 unreachable"}, codes(known.Without(now))); d != "" {
		t.Error(d)
	}
	for _, text := range []string{"", "{}", "[]", `{"schema":"x"}`} {
		if _, err := lint.ReadBaseline(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as a baseline", text)
		}
	}
}

// What is written is SARIF by its schema, and GitHub's commands end where they should.
func TestForms(t *testing.T) {
	all := lint.Check(draw(t, "get 'a/:id', to: 'p#s'\nget 'a/%25,:b', to: 'p#n'\nget('x', to: 'a#b') if A.b?(%q(\n))\n concern(:y) { }"), nil)
	var b bytes.Buffer
	if err := lint.WriteSARIF(&b, "1.0", "services/shop", all); err != nil {
		t.Fatal(err)
	}
	report, err := sarif.FromBytes(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	run := report.Runs[0] // the library writes what is left out as empty, where the schema has defaults
	run.NewlineSequences, run.Language, run.Tool.Driver.Language = []string{"\n"}, "en-US", "en-US"
	if err := report.Validate(); err != nil {
		t.Error(err)
	}
	if n := len(report.Runs[0].Results); n != len(all) {
		t.Errorf("%d results of %d findings", n, len(all))
	}
	b.Reset()
	if err := lint.WriteGitHub(&b, "services/shop", all); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(b.String()), "\n"); len(lines) != len(all) {
		t.Errorf("%d commands of %d findings:\n%s", len(lines), len(all), &b)
	}
	b.Reset()
	if err := lint.WriteJSON(&b, draw(t, ""), all, 0); err != nil || !json.Valid(b.Bytes()) {
		t.Errorf("%v\n%s", err, &b)
	}
}
