package lint

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"signalbox/dispatch"
	"signalbox/expand/controllers"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// redirectFindings are the redirects that lead nowhere or in a circle, one for a declaration.
func redirectFindings(src *sourceMap, index *controllers.Index) []*Finding {
	var all []*Finding
	seen := map[grammar.Pos]*Finding{}
	partial := hasPartsUnread(src.table) || src.table.Engine != ""
	for _, d := range dispatch.DeadRedirects(src.table) {
		code, message := deadRedirect(d, index, partial)
		if code == "" {
			continue
		}
		at := d.Route.Declared()
		if first := seen[at]; first != nil {
			first.Routes = append(first.Routes, d.Route)
			continue
		}
		f := &Finding{Code: Named(code), Message: message, Pos: at, Routes: []*route.Route{d.Route}, Witness: &Request{"GET", d.URL}}
		seen[at] = f
		all = append(all, f)
	}
	return all
}

// deadRedirect is what to say of a redirect; no code if somebody else than the routes may answer.
func deadRedirect(d dispatch.DeadRedirect, index *controllers.Index, partial bool) (code, message string) {
	switch {
	case d.Failure != "":
		return "redirect-nowhere", fmt.Sprintf("each request for %s is answered 500 (%s); correct where it redirects", rowText(d.Route), d.Failure)
	case slices.ContainsFunc(d.Loop, func(path string) bool { return answeredElsewhere(path, index) }):
		return "", ""
	case len(d.Loop) == 2:
		return "redirect-loop", fmt.Sprintf("%s redirects to itself; correct where it leads", d.Loop[0])
	case d.Loop != nil:
		return "redirect-loop", "redirects lead in a circle: " + strings.Join(d.Loop, ", ") + "; correct where one of them leads"
	case partial || answeredElsewhere(d.Location, index):
		return "", ""
	}
	return "redirect-nowhere", fmt.Sprintf("%s redirects to %s, which no route answers; correct the path or draw a route", rowText(d.Route), pathOf(d.Location))
}

// hasPartsUnread reports whether there are routes that the table lacks.
func hasPartsUnread(t *route.Table) bool {
	for _, d := range t.Diagnostics {
		switch d.Kind {
		case route.UnknownWord, route.FileNote:
			return true
		case route.UnlistedEngine:
			if t.Files[d.Pos.Filename] == nil {
				return true
			}
		}
	}
	return false
}

// besideRoutes are the first segments of paths that middleware answers, or routes of Rails that
// no file draws: OmniAuth, Action Cable, Active Storage, assets.
var besideRoutes = map[string]bool{"auth": true, "cable": true, "rails": true, "assets": true, "packs": true, "vite": true, "uploads": true, "system": true}

// answeredElsewhere reports whether a path may be answered before the routes: by a file of the
// folder public, or by middleware.
func answeredElsewhere(location string, index *controllers.Index) bool {
	p := pathOf(location)
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	return besideRoutes[first] || path.Ext(p) != "" || index != nil && index.Public(p)
}

func pathOf(location string) string {
	if u, err := url.Parse(location); err == nil {
		return u.Path
	}
	return location
}
