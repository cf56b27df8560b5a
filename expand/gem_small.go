package expand

import (
	"signalbox/dsl"
	"signalbox/expand/route"
)

// Words of gems that draw a route or two.

// routingFilter is `filter :locale`, which draws nothing. routing-filter:
// Mapper#filter.
func (m *Mapper) routingFilter(c *dsl.Call) dsl.Value {
	m.l.diagnose(route.Diagnostic{Severity: route.Note, Summary: "filters of routing-filter are not applied to requests and helpers", Pos: c.Pos})
	return m.self
}
