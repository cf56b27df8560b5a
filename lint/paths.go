package lint

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"

	"signalbox/dsl"
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

// neverMatches finds a path that no request has: one with a `?`, behind which a request's query
// begins, or with a segment whose requirement no text meets.
func neverMatches(r *route.Route) *Finding {
	if part := requiredQuestion(r.Path.Tree()); part != "" {
		return &Finding{
			Code:    Named("never-matches"),
			Message: fmt.Sprintf("no request has the path %s: what follows a ? is the query; leave it out", strings.TrimSuffix(r.Path.String(), "(.:format)")),
		}
	}
	for _, name := range r.Path.Required() {
		v, _ := r.Requirements.Sym(name)
		if re, ok := v.(*dsl.Regexp); ok && isEmpty(re.Source) {
			return &Finding{
				Code:    Named("never-matches"),
				Message: fmt.Sprintf("no request has the path %s: no text meets the requirement %s of :%s; correct it", strings.TrimSuffix(r.Path.String(), "(.:format)"), re.Inspect(), name),
			}
		}
	}
	return nil
}

// isEmpty reports whether no text matches a pattern; false for what cannot be decided.
func isEmpty(source string) bool {
	re, err := syntax.Parse(source, syntax.PerlX|syntax.OneLine)
	return source == "(?!)" || err == nil && matchesNothing(re)
}

func matchesNothing(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return true
	case syntax.OpCharClass:
		return len(re.Rune) == 0
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		return slices.ContainsFunc(re.Sub, matchesNothing)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(s *syntax.Regexp) bool { return !matchesNothing(s) })
	case syntax.OpRepeat:
		return re.Min > 0 && matchesNothing(re.Sub[0])
	}
	return false
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
