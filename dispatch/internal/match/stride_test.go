package match

import (
	"slices"
	"strings"
	"testing"

	"signalbox/expand"
)

// strides is a table with every kind of node.
const strides = `
	get "raw/é/:id", to: "c#8"
	get "posts/new", to: "c#1"
	get "posts/:id", to: "c#2"
	match "posts/:id/edit", to: "c#3", via: %i[post head]
	get ":a/:b/edit", to: "c#4"
	get ":a/edit/:c", to: "c#5"
	get "robots.txt", to: "c#6", format: false
	get "v/:major.:minor", to: "c#7"
	get "n/:id", to: "c#9", id: /\d+/
	get "n/:id", to: "c#10"
	get "files/*path/end", to: "c#11"
	get "files/:name(/:part)(/x/:z)", to: "c#12"
	%w[k0 k1 k2 k3 k4 k5 k6 k7 k8 k9].each { |k| get "many/#{k}/:id", to: "c##{k}" }
	get "many/:any/k0", to: "c#13"
	root to: "c#14"
	get "last/*rest", to: "c#15"`

func strider(t testing.TB) *Trie {
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(strides)})
	if err != nil {
		t.Fatal(err)
	}
	trie, unmatchable := Compile(table)
	if len(unmatchable) > 0 {
		t.Fatal(unmatchable)
	}
	return trie
}

// A path that is taken apart on the way leads where one leads that is taken apart before, and
// is in the same pieces; what it gives back needs normalizing.
func compareStride(t *testing.T, trie *Trie, path, verb string) {
	t.Helper()
	quick, known := Search{Trie: trie}, Search{Trie: trie}
	got, ok := quick.Quick(path, verb)
	err := known.Take(path)
	asItCame := err == nil && known.Path == path && PlainPath(path) && verbBit(verb) != bitOther
	if ok != asItCame {
		t.Errorf("%s %q: ok is %v, error of Take is %v", verb, path, ok, err)
	}
	if !ok {
		return
	}
	known.Start(verb)
	want := known.Find(0)
	if got != want || quick.n != known.n || quick.Verb != known.Verb || !slices.Equal(quick.at[:quick.n+1], known.at[:known.n+1]) {
		t.Errorf("%s %q: route %d, pairs %v of verb %s; want %d, %v, %s", verb, path,
			int32(got), quick.at[:quick.n+1], quick.Verb, int32(want), known.at[:known.n+1], known.Verb)
	}
}

func TestStride(t *testing.T) {
	trie := strider(t)
	words := strings.Fields("posts new edit 1 12.json new.json x files end n robots .txt many k0 k7 v 1.2 last raw é %C3%A9 . / // .json a.b. ~ %41 %zz \x00")
	for _, a := range append(words, "") {
		for _, b := range append(words, "") {
			for _, c := range append(words, "") {
				for _, path := range []string{"/" + a + "/" + b + "/" + c, "/" + a + b + c, a + "/" + b, "/" + a + "/" + b, "/" + a + "/" + b + "/" + c + "/edit"} {
					for _, verb := range []string{"GET", "HEAD", "PURGE"} {
						compareStride(t, trie, path, verb)
					}
				}
			}
		}
	}
}

func FuzzStride(f *testing.F) {
	trie := strider(f)
	for _, path := range []string{"/posts/1/edit", "/many/k0/1.json", "/files/a/b/end", "//posts", "/posts/", "/v/1.2", "/%C3%A9/1", "/a..b"} {
		f.Add(path, "HEAD")
	}
	f.Fuzz(func(t *testing.T, path, verb string) { compareStride(t, trie, path, verb) })
}
