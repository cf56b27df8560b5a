package expand

import (
	"signalbox/dsl"
)

// Words of gems that draw a route or two.

// mountGriddler is `mount_griddler`. Griddler: RouteExtensions#mount_griddler.
func (m *Mapper) mountGriddler(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) > 1 {
		return nil, wrongArguments(len(c.Args), "0..1")
	}
	var path dsl.Value = dsl.NewString("/email_processor")
	if len(c.Args) > 0 {
		path = c.Args[0]
	}
	d := declaration{verbs: verbPost}
	d.set(path, dsl.NewString("griddler/emails#create"))
	d.set(dsl.Symbol("as"), dsl.Symbol("email_processor"))
	return m.self, m.match(nil, &d)
}

// routingFilter is `filter :locale`, which draws nothing. routing-filter:
// Mapper#filter.
func (m *Mapper) routingFilter(c *dsl.Call) (dsl.Value, error) {
	m.l.diagnose(Diagnostic{Severity: Note, Summary: "filters of routing-filter are not applied to requests and helpers", Pos: c.Pos})
	return m.self, nil
}
