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
	return m.self, m.healthRoute(m.l.healthPath())
}

// healthPath is HealthCheck.uri: as the routes file gave it, or the initializer.
func (l *loader) healthPath() string {
	if l.gems.healthPath == "" {
		l.gems.healthPath = "health_check"
		l.initializers("HealthCheck.setup", func(d declared, consts constants) {
			if !d.set || d.name != "uri" {
				return
			}
			if s, ok := literalText(consts, d); ok {
				l.gems.healthPath = s
			} else {
				l.warn(d.pos, "config.uri is known to the application only", "The table follows health_check's default.")
			}
		})
	}
	return l.gems.healthPath
}

func literalText(consts constants, d declared) (string, bool) {
	v, ok := consts.literal(d.args[0])
	s, isText := v.(*dsl.String)
	if !ok || !isText {
		return "", false
	}
	return s.String(), true
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
