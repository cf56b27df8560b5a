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
	if v.Kind == reach.Never {
		return "no request has the path of " + what + "; correct the path or its requirements"
	}
	wins := check.Wins(v.By)
	switch {
	case v.Kind == reach.BehindMount:
		return fmt.Sprintf("%s may be unreachable, %s; move it in front of the mount", what, wins)
	case v.Verbs != nil:
		return fmt.Sprintf("%s gets no %s requests, %s; move it up or name the other verbs only", what, strings.Join(v.Verbs, " or "), wins)
	case v.Paths != nil:
		return fmt.Sprintf("%s gets no requests to %s, %s; move it up or leave that part out", what, strings.Join(v.Paths, " or "), wins)
	}
	return fmt.Sprintf("%s gets only requests with a format, %s; move it up", what, wins)
}

// witnessOf is a request that shows a verdict; nil where what a route asks for besides its path
// may not fit it.
func witnessOf(v reach.Verdict) *Request {
	if v.First == nil || v.Route.Constraints.Len() > 0 || len(v.Route.Callables) > 0 {
		return nil
	}
	return &Request{v.Method, v.Path}
}
