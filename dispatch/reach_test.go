package dispatch_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/reach"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

func drawn(t testing.TB, src string) *route.Table {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte("Rails.application.routes.draw do\n" + src + "\nend")})
	if err != nil {
		t.Fatalf("%v of\n%s", err, src)
	}
	return table
}

var (
	segments = []string{
		"/a", "/b", "/5", "/new", "/:id", "/:x", "/:d", "/:w", "/:o", "/:n", "/*g", "/a-:x", "/:d-b", "/a.b", "/:x.:y", "(/:l)", "(/a)", "/:t", "/:u",
		"/:d(/:x)", "/:v",
	}
	words    = []string{"a", "b", "5", "12", "new", "old", "a-5", "5-b", "x_y", "ab", "Z", "A9", "-", "%41", "ä"}
	ends     = []string{"", ".json", ".b", ".5", ".json.xml"}
	verbs    = []string{"GET", "POST", "PATCH", "HEAD", "DELETE"}
	require  = `d: /\d+/, w: /[a-z]+/, o: /a|b|5/, n: /(?!new)[^\/]+/, t: /[^\/]+/, u: /[a-z]+|\d+|[^a-z\d].*/, v: /\d+|[^0-9\/.][^\/.]*|[^\/.]*[^0-9\/.]/`
	toTarget = []string{`"x#y"`, `"x#z"`, `redirect("/")`}
)

// randomTable draws a few routes over the same few segments.
func randomTable(random *rand.Rand) string {
	var src strings.Builder
	for i := range 14 {
		var path strings.Builder
		used := map[string]bool{}
		for range 1 + random.IntN(3) {
			s := segments[random.IntN(len(segments))]
			if name := regexp.MustCompile(`[:*]\w`).FindString(s); name != "" && used[name] {
				continue
			} else if used[name] = true; true {
				path.WriteString(s)
			}
		}
		if path.Len() == 0 {
			path.WriteString("/a")
		}
		var options []string
		for part := range strings.SplitSeq(require, ", ") {
			if strings.Contains(path.String(), ":"+part[:1]) {
				options = append(options, ", "+part)
			}
		}
		via := []string{":get", ":get", ":get", ":post", "[:get, :post]", ":all", "[:get, :head]", ":head"}[random.IntN(8)]
		if random.IntN(3) == 0 {
			options = append(options, ", format: false")
		}
		if random.IntN(6) == 0 {
			options = append(options, `, constraints: { subdomain: "`+[]string{"s", "t"}[random.IntN(2)]+`" }`)
		}
		fmt.Fprintf(&src, "match %q, to: %s, as: :r%d, via: %s%s\n", path.String(), toTarget[random.IntN(3)], i, via, strings.Join(options, ""))
	}
	return src.String()
}

// paths are all of up to two words, with a few ends, and some of three.
func paths(random *rand.Rand) []string {
	all := []string{"/"}
	level := []string{""}
	for range 3 {
		var next []string
		for _, p := range level {
			for _, w := range words {
				next = append(next, p+"/"+w)
			}
		}
		for _, p := range next {
			for _, e := range ends {
				if strings.Count(p, "/") < 3 || random.IntN(40) == 0 {
					all = append(all, p+e)
				}
			}
		}
		level = next
	}
	return all
}

type reached struct{ verb, path string }

// brute finds for each route the requests that match it, and whether it answers one.
func brute(t *testing.T, table *route.Table, all []string) (matched map[*route.Route]int, answered map[*route.Route]reached) {
	t.Helper()
	m, err := dispatch.NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	hosts := []string{"www.example.com"}
	if slices.ContainsFunc(table.Routes, func(r *route.Route) bool { return r.Constraints.Len() > 0 }) {
		hosts = append(hosts, "s.example.com", "t.example.com")
	}
	matched, answered = map[*route.Route]int{}, map[*route.Route]reached{}
	automata := make([]*regex.Automaton, len(table.Routes))
	for i, r := range table.Routes {
		automata[i] = reach.Paths(r)
	}
	for _, path := range all {
		var fits []*route.Route
		for i, r := range table.Routes {
			if a := automata[i]; a != nil && a.Match(path) {
				fits = append(fits, r)
			}
		}
		if fits == nil {
			continue
		}
		for _, verb := range verbs {
			for _, host := range hosts {
				found := m.Match(dispatch.NewRequest(verb, path, host))
				if found.Route != nil {
					if _, ok := answered[found.Route]; !ok {
						answered[found.Route] = reached{verb, path}
					}
				}
				for _, r := range fits {
					if len(r.Verbs) == 0 || slices.Contains(r.Verbs, verb) {
						matched[r]++
					}
				}
			}
		}
	}
	return matched, answered
}

// What is said to be unreachable answers no request, and what sampling finds unreachable is
// said to be, unless a request is known that the samples have not.
func TestRandomTablesAgainstAllRequests(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	random := rand.New(rand.NewPCG(7, 11))
	all := paths(random)
	reported, unions, sampled, beyond, missed := 0, 0, 0, 0, 0
	tables := 20
	for range tables {
		src := randomTable(random)
		table := drawn(t, src)
		matched, answered := brute(t, table, all)
		m, _ := dispatch.NewMatcher(table)
		said := map[*route.Route]reach.Verdict{}
		for _, v := range reach.Of(table.Routes).Found {
			if v.Kind == reach.Unreachable || v.Kind == reach.Never {
				said[v.Route] = v
			}
		}
		ways := reach.Ways(table.Routes)
		for _, r := range table.Routes {
			if r.Internal {
				continue
			}
			v, ok := said[r]
			by, reaches := answered[r]
			switch {
			case ok && reaches:
				t.Errorf("%s is said to be unreachable, but %s %s leads there; of\n%s", r.Path, by.verb, by.path, src)
			case ok:
				reported++
				if len(v.By) > 1 {
					unions++
				}
				if v.First != nil && v.Route.Constraints.Len() == 0 {
					if got := m.Match(dispatch.NewRequest(v.Method, v.Path, "www.example.com")).Route; got != v.First {
						t.Errorf("the witness %s %s of %s leads to %v, not to %s; of\n%s", v.Method, v.Path, r.Path, got, v.First.Path, src)
					}
				}
			}
			if !reaches && matched[r] > 0 {
				sampled++
				if ok {
					continue
				}
				way, known := ways[r]
				host := "www.example.com"
				if sub, ok := r.Constraints.Sym("subdomain"); ok {
					host = fmt.Sprint(sub) + ".example.com"
				}
				if got := m.Match(dispatch.NewRequest(way.Method, way.Path, host)).Route; known && got == r {
					beyond++
					continue
				}
				missed++
				t.Logf("missed: %s %s (%v) of\n%s", r.Verb(), r.Path, way, src)
			}
		}
	}
	t.Logf("%d tables: %d routes reported, %d of them behind several together; sampling finds %d, of which a request beyond the samples reaches %d; missed %d", tables, reported, unions, sampled, beyond, missed)
	if missed*20 > sampled-beyond {
		t.Errorf("%d of %d are missed", missed, sampled-beyond)
	}
	if reported < 20 || unions < 3 {
		t.Errorf("only %d are reported, %d of them unions", reported, unions)
	}
}
