package lint

import (
	"fmt"
	"strings"

	"signalbox/expand/check"
	"signalbox/expand/reach"
	"signalbox/expand/route"
)

// codeOfKind are the codes of verdicts about single routes.
var codeOfKind = map[reach.Kind]string{reach.BehindMount: "mount-before", reach.Partly: "partly-unreachable", reach.Never: "never-matches"}

// reachFindings tells the routes that answer not all they say, one finding for a declaration.
func reachFindings(t *route.Table, report reach.Report) []*Finding {
	var all []*Finding
	of := map[string]*Finding{}
	for _, v := range report.Found {
		at, code := v.Route.Declared(), codeOfKind[v.Kind]
		key := fmt.Sprint(code, at, v.By)
		f := of[key]
		if f == nil {
			f = &Finding{Code: Named(code), Pos: at, Message: reachMessage(v)}
			of[key] = f
			all = append(all, f)
		}
		f.shadowed(v)
	}
	return all
}

func reachMessage(v reach.Verdict) string {
	what := check.Describe(v.Route)
	switch v.Kind {
	case reach.Never:
		return "no request has the path of " + what
	case reach.BehindMount:
		return fmt.Sprintf("no request may reach %s: %s", what, check.TakeAll(v.By))
	}
	switch {
	case v.Verbs != nil:
		return fmt.Sprintf("no %s request reaches %s: %s", strings.Join(v.Verbs, " or "), what, check.TakeAll(v.By))
	case v.Paths != nil:
		return fmt.Sprintf("no request to %s reaches %s: %s", strings.Join(v.Paths, " or "), what, check.TakeAll(v.By))
	}
	return fmt.Sprintf("only requests with a format of their own reach %s: of the others, %s", what, check.TakeAll(v.By))
}

// witnessOf is a request that shows a verdict; nil where what a route asks for besides its path
// may not fit it.
func witnessOf(v reach.Verdict) *Witness {
	if v.First == nil || v.Route.Constraints.Len() > 0 || len(v.Route.Callables) > 0 {
		return nil
	}
	return &Witness{v.Method, v.Path, v.First}
}
