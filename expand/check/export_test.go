package check

import "signalbox/expand/route"

// ShadowsByAll is Shadows, by a look at all routes.
func ShadowsByAll(routes []*route.Route) []Shadow {
	var found []Shadow
	var takers []*route.Route
	c := newComparison(maxCompared)
nextRoute:
	for _, r := range routes {
		own := c.language(r)
		if own == nil {
			continue
		}
		for _, taker := range takers {
			if c.takes(taker, own) {
				found = append(found, Shadow{Route: r, By: taker})
				continue nextRoute
			}
		}
		if takesAll(r) && own.apart() {
			takers = append(takers, r)
		}
	}
	return found
}
