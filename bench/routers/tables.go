package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
)

// A scenario is one routes file and the requests that are timed on it.
type scenario struct {
	name     string
	text     string // of config/routes.rb
	requests []request
	sum      bool     // the requests are one cell, not one each
	without  []string // peers that can't hold the table, or take minutes
}

type request struct{ name, verb, path string }

// A row is a route as Go's routers know it: what is made of it here is no work of theirs.
type row struct {
	verb, path string            // "GET", "/posts/:id", "/files/*path"
	patterns   map[string]string // of the path's parameters, without anchors
	target     string            // "posts#show"
	colons     string            // the path with one name for all parameters at one place, as the routers that are trees of names want it
	braces     string            // the same as ServeMux and chi write it
}

func scenarios(githubFile string) ([]scenario, error) {
	github, all, err := github(githubFile)
	if err != nil {
		return nil, err
	}
	list := []scenario{
		{name: "GitHub's API, 203 routes", text: github, requests: []request{
			{"static", "GET", "/user/repos"},
			{"param", "GET", "/repos/julienschmidt/httprouter/stargazers"},
			{"miss", "GET", "/repos/julienschmidt/httprouter/nothing/here"},
		}},
		{name: "GitHub's API, every route once", text: github, requests: all, sum: true},
	}
	for _, n := range []int{10, 100, 1000, 10_000} {
		list = append(list, resources(n))
	}
	return append(list, everyResource(500), gitlab(), adversarial()), nil
}

// github reads lines like `GET /user/repos`.
func github(file string) (string, []request, error) {
	lines, err := os.ReadFile(file)
	if err != nil {
		return "", nil, err
	}
	var text strings.Builder
	var all []request
	for line := range strings.Lines(string(lines)) {
		verb, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		fmt.Fprintf(&text, "match %q, to: 'c#a%d', via: :%s\n", path, len(all), strings.ToLower(verb))
		all = append(all, request{"all", verb, strings.ReplaceAll(path, ":", "")})
	}
	return text.String(), all, nil
}

func resourceName(i int) string {
	return fmt.Sprintf("%s%05d", []string{"posts", "users", "orders", "admin_items"}[i%4], i)
}

// resources has n resources, every second one nested in the one before.
func resources(n int) scenario {
	var text strings.Builder
	for i := 0; i < n; i += 2 {
		fmt.Fprintf(&text, "resources(:%s) { resources :%s }\n", resourceName(i), resourceName(i+1))
	}
	outer, inner := resourceName(n/2&^1), resourceName(n/2&^1+1)
	s := scenario{name: fmt.Sprintf("%d resources, %d routes", n, 8*n), text: text.String(), requests: []request{
		{"static", "GET", "/" + outer},
		{"param", "GET", "/" + outer + "/12/" + inner + "/34/edit"},
		{"last", "DELETE", "/" + resourceName(n-2) + "/12"},
		{"miss", "GET", "/nothing/here/at/all"},
	}}
	if n > 1000 {
		s.without = []string{"gorilla/mux", "bunrouter", "Journey"} // bunrouter takes minutes to build it
	}
	return s
}

// everyResource is resources with a request for each of their routes.
func everyResource(n int) scenario {
	s := resources(n)
	s.name, s.requests, s.sum, s.without = fmt.Sprintf("%d routes, every one once", 8*n), nil, true, []string{"httprouter", "gorilla/mux", "Journey"}
	for i := range n {
		base := "/" + resourceName(i)
		if i%2 == 1 {
			base = "/" + resourceName(i-1) + "/12" + base
		}
		for _, r := range [][2]string{
			{"GET", ""}, {"POST", ""}, {"GET", "/new"}, {"GET", "/34/edit"}, {"GET", "/34"}, {"PATCH", "/34"}, {"PUT", "/34"}, {"DELETE", "/34"},
		} {
			s.requests = append(s.requests, request{"all", r[0], base + r[1]})
		}
	}
	return s
}

// gitlab has globs with requirements in front of everything, as GitLab does;
// of Go's routers only gorilla/mux can say that.
func gitlab() scenario {
	const segment = `[a-zA-Z0-9_.][a-zA-Z0-9_.-]*`
	var text strings.Builder
	text.WriteString("scope('admin') do\n")
	for i := range 20 {
		fmt.Fprintf(&text, "resources :%s\n", resourceName(i))
	}
	fmt.Fprintf(&text, "end\nscope('*namespace_id/:project_id/-', namespace_id: %%r{%s(?:/%s)*}, project_id: /%s/) do\n", segment, segment, segment)
	for i := range 60 {
		fmt.Fprintf(&text, "resources :%s, id: /\\d+/\n", resourceName(i))
	}
	for _, g := range []string{"tree", "blob", "raw", "blame", "commits"} {
		fmt.Fprintf(&text, "get '%s/*ref', to: 'git#%s'\n", g, g)
	}
	fmt.Fprintf(&text, "end\nget '*namespace_id/:id', to: 'projects#show', namespace_id: %%r{%s(?:/%s)*}, id: /%s/\n", segment, segment, segment)
	text.WriteString("get ':username', to: 'users#show', username: %r{[^/]+?}\n")
	return scenario{name: "like GitLab, 648 routes", text: text.String(), without: noGlobs, requests: []request{
		{"static", "GET", "/admin/" + resourceName(7)},
		{"issue", "GET", "/gitlab-org/build/gitlab-ce/-/" + resourceName(30) + "/123"},
		{"blob", "GET", "/gitlab-org/gitlab/-/blob/master/app/models/user.rb"},
		{"last", "GET", "/root"},
		{"miss", "GET", "/gitlab-org/gitlab/-/nope/1/2"},
	}}
}

var noGlobs = []string{"httprouter", "chi", "gin", "echo", "ServeMux", "bunrouter"}

// adversarial has paths that backtracking would try in very many ways.
func adversarial() scenario {
	var text strings.Builder
	for i := range 20 {
		fmt.Fprintf(&text, "get '*a/x/*b/x/*c/y%d', to: 'c#a%d', format: false\n", i, i)
	}
	return scenario{name: "globs that never fit, 20 routes", text: text.String(), without: noGlobs, requests: []request{
		{"32 bytes", "GET", strings.Repeat("/x", 16)},
		{"128 bytes", "GET", strings.Repeat("/x", 64)},
	}}
}

// load expands the routes file of a scenario.
func (s *scenario) load(dir string) (*route.Table, error) {
	file := filepath.Join(dir, "routes.rb")
	if err := os.WriteFile(file, []byte(s.text), 0o666); err != nil {
		return nil, err
	}
	return expand.Load(file, expand.Options{})
}

// rowsOf are the routes of a table without Rails' optional format.
func rowsOf(t *route.Table) (rows []row) {
	for _, r := range t.Routes {
		path := strings.TrimSuffix(r.Path.String(), "(.:format)")
		patterns := map[string]string{}
		for i := range r.Requirements.Len() {
			key, v := r.Requirements.At(i)
			if re, ok := v.(*dsl.Regexp); ok {
				patterns[fmt.Sprint(key)] = strings.ReplaceAll(re.Source, "?:", "")
			}
		}
		colons := colonsOf(path)
		braces := parameter.ReplaceAllString(colons, "{$1}")
		for _, verb := range r.Verbs {
			rows = append(rows, row{verb, path, patterns, r.Controller() + "#" + r.Action(), colons, braces})
		}
	}
	return rows
}

var parameter = regexp.MustCompile(`[:*](\w+)`)

func colonsOf(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, ":") {
			segments[i] = fmt.Sprintf(":p%d", i)
		}
	}
	return strings.Join(segments, "/")
}

// gorilla is the path with its patterns, which may hold no groups that capture.
func (r row) gorilla() string {
	return parameter.ReplaceAllStringFunc(r.path, func(p string) string {
		pattern, name := r.patterns[p[1:]], p[1:]
		switch {
		case pattern == "" && p[0] == '*':
			pattern = ".+"
		case pattern == "":
			return "{" + name + "}"
		}
		return "{" + name + ":" + strings.ReplaceAll(pattern, "(", "(?:") + "}"
	})
}
