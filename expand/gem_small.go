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

// healthCheckRoutes is `health_check_routes`, and `add_health_check_routes`.
// health_check: Mapper#health_check_routes.
func (m *Mapper) healthCheckRoutes(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) > 1 {
		return nil, wrongArguments(len(c.Args), "0..1")
	}
	if c.Name == "health_check_routes" {
		m.l.gems.healthDrawn = true
	}
	if len(c.Args) > 0 && truthy(c.Args[0]) {
		path, err := m.pathText(c.Args[0])
		if err != nil {
			return nil, err
		}
		m.l.gems.healthPath = path
	}
	return m.self, m.health()
}

// health draws it where the routes file said last, or else the initializer.
func (m *Mapper) health() error {
	if path := m.l.gems.healthPath; path != "" {
		return m.healthRoute(path)
	}
	if m.l.gems.health == nil {
		m.l.gems.health = m.l.newGemConfig("HealthCheck.", gemSetting{"uri", dsl.NewString("health_check"), TextShape, false})
		m.l.initializers(map[string]*gemConfig{"HealthCheck": m.l.gems.health})
	}
	return m.l.gems.health.withText(m, "uri", m.healthRoute)
}

func (m *Mapper) healthRoute(path string) error {
	options := optionsOf("via", symbols("get", "post"), "defaults", optionsOf("format", "txt"))
	if m.l.lockedGems().atLeast("health_check", true, 3) {
		options.Set(controllerKey, dsl.NewString("health_check/health_check"))
		options.Set(actionKey, dsl.Symbol("index"))
	} else {
		options.Set(dsl.Symbol("to"), dsl.NewString("health_check/health_check#index"))
	}
	return m.maps(nil, dsl.NewString(path+"(/:checks)(.:format)"), options)
}
