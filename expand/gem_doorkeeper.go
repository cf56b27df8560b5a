package expand

import "signalbox/dsl"

// doorkeeperConfig reads what the initializers say and the routes ask for. Doorkeeper:
// Config; Doorkeeper OpenID Connect: Config.
func doorkeeperConfig(l *loader) *gemConfig {
	g := l.newGemConfig(
		"Doorkeeper.configuration.",
		gemSetting{"allow_token_introspection", dsl.True, DecisionShape, false},
		gemSetting{"use_url_path_for_native_authorization", dsl.False, DecisionShape, false},
		gemSetting{"api_only", dsl.False, DecisionShape, false},
		gemSetting{"dynamic_client_registration", dsl.False, DecisionShape, false},
	)
	g.inside = true
	option := func(name string) func(*dsl.Call) error {
		return func(c *dsl.Call) error {
			var v dsl.Value = dsl.True
			if len(c.Args) > 0 && name == c.Name {
				v = c.Args[0]
			}
			switch v.(type) {
			case *dsl.Unknown, dsl.Bool:
			default: // a lambda, which is asked at each request
				v = dsl.Bool(truthy(v))
			}
			g.set(c, name, v)
			return nil
		}
	}
	g.words = map[string]func(*dsl.Call) error{"opt_out_native_route_change": option("use_url_path_for_native_authorization")} // of 4.4.3
	for _, s := range g.known {
		g.words[s.name] = option(s.name)
	}
	changed := l.newGemConfig("Doorkeeper::Rails::Routes.")
	changed.any = func(c *dsl.Call) {
		l.warn(c.Pos, "the application changes Doorkeeper::Rails::Routes", "The routes of use_doorkeeper may differ from those in the table.")
	}
	l.initializers(map[string]*gemConfig{"Doorkeeper": g, "Doorkeeper::OpenidConnect": g, "Doorkeeper::Rails::Routes": changed})
	return g
}
