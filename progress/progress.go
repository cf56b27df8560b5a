// Package progress shows how far an application has moved from Rails to Go: which routes a router
// answers, which it leaves to its fallback, and how often either was asked for.
//
//	page := &progress.Page{}
//	router, err := dispatch.New(table, dispatch.Fallback(rails), dispatch.Observe(page.Observe), ...)
//	page.Router = router
//	serve.Run(ctx, router, serve.Handle("GET "+progress.Path, page), serve.Development())
package progress

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"signalbox/dispatch"
	"signalbox/expand/route"
)

// Path is where a [Page] is at home, beside Rails' /rails/info/routes.
const Path = "/rails/info/progress"

// A Page is the page; with Accept: application/json it is JSON. It names every route, so that it
// is for development.
type Page struct {
	// Router is the router that is shown.
	Router *dispatch.Router

	mu       sync.Mutex
	seen     map[string]*requests // by key
	unrouted int
}

// requests are the requests that were seen of a route.
type requests struct{ inGo, inRails int }

// key is what a row keeps when routes change around it.
func key(r *route.Route) string { return r.Verb() + " " + r.Path.String() + " " + endpoint(r) }

// endpoint is what a row leads to: posts#index.
func endpoint(r *route.Route) string {
	if r.Controller() != "" {
		return r.Controller() + "#" + r.Action()
	}
	return r.EndpointText()
}

// Observe counts a request, for [dispatch.Observe].
func (p *Page) Observe(o *dispatch.Observed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if o.Route == nil {
		if o.By == dispatch.ByFallback {
			p.unrouted++
		}
		return
	}
	if p.seen == nil {
		p.seen = map[string]*requests{}
	}
	n := p.seen[key(o.Route)]
	if n == nil {
		n = &requests{}
		p.seen[key(o.Route)] = n
	}
	switch {
	case o.By == dispatch.ByFallback:
		n.inRails++
	case isGo(o.By):
		n.inGo++
	}
}

func isGo(by dispatch.Answerer) bool {
	return by == dispatch.ByAction || by == dispatch.ByMount || by == dispatch.ByRedirect || by == dispatch.ByInline
}

// A Progress is how far the move is.
type Progress struct {
	Routes   int `json:"routes"`
	InGo     int `json:"inGo"`     // of the routes
	Go       int `json:"go"`       // requests that Go answered
	Rails    int `json:"rails"`    // requests that Rails answered
	Unrouted int `json:"unrouted"` // of these, those that were for no route
	// Rows are the routes in their order.
	Rows []Row `json:"rows"`
	// Open is what only Rails can decide, so that its routes stay there.
	Open []string `json:"open"`
}

// A Row is a route.
type Row struct {
	Verb   string `json:"verb"`
	Path   string `json:"path"`
	To     string `json:"to"` // posts#index
	Source string `json:"source"`
	InGo   bool   `json:"inGo"`
	Go     int    `json:"go"`    // requests that Go answered
	Rails  int    `json:"rails"` // requests that Rails answered

	Controller string `json:"-"`
}

// Requests are those that anyone answered.
func (r Row) Requests() int { return r.Go + r.Rails }

// Share is the part of the routes that Go answers, in percent.
func (p Progress) Share() int { return 100 * p.InGo / max(p.Routes, 1) }

// Left is the number of routes that Rails answers.
func (p Progress) Left() int { return p.Routes - p.InGo }

// Progress returns how far the move is now.
func (p *Page) Progress() Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := Progress{Unrouted: p.unrouted, Rails: p.unrouted, Rows: []Row{}, Open: []string{}}
	for r, by := range p.Router.Answers() {
		if r.Internal {
			continue
		}
		row := Row{Verb: r.Verb(), Path: r.Path.String(), To: endpoint(r), Source: r.Source(), InGo: isGo(by), Controller: cmp.Or(r.Controller(), "without a controller")}
		if n := p.seen[key(r)]; n != nil {
			row.Go, row.Rails = n.inGo, n.inRails
		}
		now.Routes++
		if row.InGo {
			now.InGo++
		}
		now.Rows = append(now.Rows, row)
	}
	for _, n := range p.seen { // also of routes that are gone
		now.Go += n.inGo
		now.Rails += n.inRails
	}
	for _, gap := range p.Router.Gaps() {
		now.Open = append(now.Open, gap.Error())
	}
	return now
}

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("progress").Parse(page))

// A view is what the page shows of it.
type view struct {
	Progress
	By, Sort string
	Groups   []group
}

// A group are the rows of a controller.
type group struct {
	Name        string
	Rows        []Row
	Total, InGo int
}

// ServeHTTP answers with the page.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := p.Progress()
	w.Header().Set("Cache-Control", "no-store")
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(now) // the client may be gone
		return
	}
	v := view{Progress: now, By: r.FormValue("by"), Sort: r.FormValue("sort")}
	v.group()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = pageTemplate.Execute(w, v)
}

// group puts the rows that are asked for in groups: by controller, or by how often they are asked
// for in one.
func (v *view) group() {
	at := map[string]int{}
	for _, r := range v.Rows {
		name := r.Controller
		if v.Sort == "requests" {
			name = "by requests"
		}
		i, ok := at[name]
		if !ok {
			i = len(v.Groups)
			at[name] = i
			v.Groups = append(v.Groups, group{Name: name})
		}
		g := &v.Groups[i]
		g.Total++
		if r.InGo {
			g.InGo++
		}
		if v.By == "" || (v.By == "go") == r.InGo {
			g.Rows = append(g.Rows, r)
		}
	}
	v.Groups = slices.DeleteFunc(v.Groups, func(g group) bool { return len(g.Rows) == 0 })
	if v.Sort == "requests" {
		for _, g := range v.Groups {
			slices.SortStableFunc(g.Rows, func(a, b Row) int { return cmp.Compare(b.Requests(), a.Requests()) })
		}
	}
}
