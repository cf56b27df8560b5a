package lint

import (
	"fmt"
	"slices"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// pathFindings are what is wrong with the paths of routes, one finding for a declaration.
func pathFindings(src *sourceMap) []*Finding {
	var all []*Finding
	seen := map[grammar.Pos]*Finding{}
	for _, r := range src.table.Routes {
		if r.Internal || r.Open != nil || r.Wrapped() || src.call(r.Declared()) == nil {
			continue
		}
		f := repeatedSegment(r)
		if f == nil {
			continue
		}
		if first := seen[r.Declared()]; first != nil {
			first.Routes = append(first.Routes, r)
			continue
		}
		seen[r.Declared()] = f
		f.Pos, f.Routes = r.Declared(), []*route.Route{r}
		all = append(all, f)
	}
	return all
}

// repeatedSegment finds a path with a segment whose name another one has, which every request
// fills. Rails: Journey::Router#find_routes, where the later one overwrites the first.
func repeatedSegment(r *route.Route) *Finding {
	names := r.Path.Names()
	for i, name := range names {
		if !slices.Contains(names[:i], name) {
			continue
		}
		if least, most := fills(r.Path.Tree(), name); least > 0 && most > 1 {
			return &Finding{
				Code:    Named("repeated-segment"),
				Message: fmt.Sprintf("%s has two segments :%s: params hold the last one only; rename one of them", rowText(r), name),
			}
		}
	}
	return nil
}

// fills is how many segments of a name a request fills.
func fills(n *route.Node, name string) (least, most int) {
	if n.Name() == name {
		return 1, 1
	}
	for i, c := range n.Children {
		low, high := fills(c, name)
		if n.Kind == route.Or {
			if i == 0 {
				least = low
			}
			least, most = min(least, low), max(most, high)
			continue
		}
		least, most = least+low, most+high
	}
	if n.Kind == route.Group {
		least = 0
	}
	return least, most
}
