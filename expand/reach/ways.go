package reach

import "signalbox/expand/route"

// A Way is a request that leads to a route.
type Way struct{ Method, Path string }

// Ways finds a request for each route that is reached, its constraints and blocks aside.
func Ways(routes []*route.Route) map[*route.Route]Way {
	ways := map[*route.Route]Way{}
	s := &search{steps: maxSteps, onOpen: func(c claim) {
		if _, ok := ways[c.form.route]; !ok && c.verb != "" {
			ways[c.form.route] = Way{c.verb, c.path}
		}
	}}
	s.report(routes)
	return ways
}
