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
	partial := hasPartsUnread(src.table)
	for _, d := range dispatch.DeadRedirects(src.table) {
		at := d.Route.Declared()
		if first := seen[at]; first != nil {
			first.Routes = append(first.Routes, d.Route)
			continue
		}
		f := &Finding{Pos: at, Routes: []*route.Route{d.Route}, Witness: &Request{"GET", d.URL}}
		switch {
		case slices.ContainsFunc(d.Loop, func(path string) bool { return answeredElsewhere(path, index) }):
			continue
		case len(d.Loop) == 2:
			f.Code, f.Message = Named("redirect-loop"), fmt.Sprintf("%s redirects to itself; correct where it leads", d.Loop[0])
		case d.Loop != nil:
			f.Code, f.Message = Named("redirect-loop"), "redirects lead in a circle: "+strings.Join(d.Loop, ", ")+"; correct where one of them leads"
		case partial || src.table.Engine != "" || answeredElsewhere(d.Location, index):
			continue
		default:
			f.Code, f.Message = Named("redirect-nowhere"), fmt.Sprintf("%s redirects to %s, which no route answers; correct the path or draw a route", rowText(d.Route), pathOf(d.Location))
		}
		seen[at] = f
		all = append(all, f)
	}
	return all
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
