package lint

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/expand/route"
)

// pathFindings are what is wrong with the paths of routes, one finding for a declaration.
func pathFindings(src *sourceMap) []*Finding {
	var all []*Finding
	seen := map[string]*Finding{}
	for _, r := range src.table.Routes {
		if r.Internal || r.Open != nil || r.Wrapped() || src.call(r.Declared()) == nil {
			continue
		}
		for _, f := range []*Finding{repeatedSegment(r), neverMatches(r)} {
			if f == nil {
				continue
			}
			key := fmt.Sprint(f.Name, r.Declared())
			if first := seen[key]; first != nil {
				first.Routes = append(first.Routes, r)
				continue
			}
			seen[key] = f
			f.Pos, f.Routes = r.Declared(), []*route.Route{r}
			all = append(all, f)
		}
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
				Message: fmt.Sprintf("%s has two segments :%s, params get the last one only", rowText(r), name),
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

// neverMatches finds a path that no request has: a literal with a `?`, behind which a request's
// query begins.
func neverMatches(r *route.Route) *Finding {
	if part := requiredQuestion(r.Path.Tree()); part != "" {
		return &Finding{
			Code:    Named("never-matches"),
			Message: fmt.Sprintf("no request has the path %s: what follows a ? is the query", strings.TrimSuffix(r.Path.String(), "(.:format)")),
		}
	}
	return nil
}

// requiredQuestion returns a literal with a `?` that every request of a path has; "" for none.
func requiredQuestion(n *route.Node) string {
	switch n.Kind {
	case route.Group, route.Or:
		return ""
	case route.Literal:
		if strings.Contains(n.Text, "?") {
			return n.Text
		}
	}
	for _, c := range n.Children {
		if found := requiredQuestion(c); found != "" {
			return found
		}
	}
	return ""
}
