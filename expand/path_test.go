package expand

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"signalbox/expand/route"
	"signalbox/internal/uri"

	"github.com/google/go-cmp/cmp"
)

// A journeyPath is one line of testdata/paths.jsonl, which Rails wrote.
type journeyPath struct {
	Path, Normalized, Escaped, Spec, Regexp, Error, Message string
	Format, Glob                                            bool
	Names, Required, Optional                               []string
}

func journeyPaths(t testing.TB) (all []journeyPath) {
	f, err := os.Open("testdata/paths.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var p journeyPath
		if err := json.Unmarshal(s.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func TestPathsAsJourney(t *testing.T) {
	for _, want := range journeyPaths(t) {
		got := journeyPath{
			Path: want.Path, Normalized: mapperPath(want.Path), Escaped: uri.EscapeUnsafe(want.Path),
		}
		got.Format = !hasFormat(got.Normalized)
		p, err := route.ParsePath(want.Path)
		var pe *route.PathError
		if errors.As(err, &pe) {
			got.Error, got.Message = pe.Class, pe.Message
		} else {
			got.Spec, got.Names, got.Required, got.Optional, got.Glob = p.String(), p.Names(), p.Required(), p.Optional(), p.Glob()
			got.Regexp = (&route.Route{Path: p, Anchored: true}).Regexp().Source
			if tree := p.Tree().String(); tree != p.String() {
				t.Errorf("%q: the tree prints %q, the path %q", want.Path, tree, p)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: (-Rails +signalbox)\n%s", want.Path, diff)
		}
	}
}

// The quick scan and the tree must agree on what they both accept.
func FuzzPath(f *testing.F) {
	for _, p := range journeyPaths(f) {
		f.Add(p.Path)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := route.ParsePath(text)
		if err != nil {
			return
		}
		if p.Tree().String() != p.String() {
			t.Fatalf("%q: the tree prints %q, the path %q", text, p.Tree(), p)
		}
		if diff := cmp.Diff(treeParams(nil, p.Tree(), false), p.Params()); diff != "" && len(p.Params()) > 0 {
			t.Fatalf("%q: tree and scan differ:\n%s", text, diff)
		}
		mapperPath(text)
		normalName(text + "x")
	})
}

// treeParams adds the parameters of a node to a list.
func treeParams(list []route.Param, n *route.Node, optional bool) []route.Param {
	if n.Kind == route.Segment || n.Kind == route.Glob {
		return append(list, route.Param{Name: n.Name(), Optional: optional, Glob: n.Kind == route.Glob})
	}
	for _, c := range n.Children {
		list = treeParams(list, c, optional || n.Kind == route.Group)
	}
	return list
}

func BenchmarkParsePath(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := route.ParsePath("/posts/:post_id/comments/:id/edit(.:format)"); err != nil {
			b.Fatal(err)
		}
	}
}

func TestDeepPaths(t *testing.T) {
	deep := strings.Repeat("/(a", 100_000)
	if _, err := route.ParsePath(deep); err == nil {
		t.Error("100,000 groups were accepted")
	}
}
