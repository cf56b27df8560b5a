package reach

import "signalbox/expand/route"

// Within is Of with another budget.
func Within(routes []*route.Route, steps int) Report { return (&search{steps: steps}).report(routes) }
