package expand

import "signalbox/dsl"

// The objects that such statements ask for routes files.

// reloader answers the methods of Rails.application.routes_reloader.
func (b *boot) reloader(c *dsl.Call) dsl.Value {
	if c.Name == "paths" {
		return b.paths
	}
	return dsl.Nil
}

// pathsObject is config.paths, of which only the routes files matter.
func (b *boot) pathsObject(list *dsl.Array) *dsl.Object {
	return b.l.interp.NewObject(b.l.configClass, receiver(func(c *dsl.Call) dsl.Value {
		if len(c.Args) == 0 {
			return unknownCall(c, "config.paths")
		}
		if c.ToS(c.Args[0]) != applicationRoutes {
			return dsl.NewUnknown("config.paths", c.Pos)
		}
		with, _ := c.Keywords.Sym("with")
		if c.Name == "[]=" && len(c.Args) == 2 {
			with = c.Args[1]
		}
		if with != nil {
			return c.Send(list, "replace", listOf(with))
		}
		return list
	}))
}

func listOf(v dsl.Value) *dsl.Array {
	if list, ok := v.(*dsl.Array); ok {
		return list
	}
	return dsl.NewArray(v)
}

// engineRoot is the folder of an engine.
func (l *loader) engineRoot(c *dsl.Call, e *engine) dsl.Value {
	if e.part == "" || e.part == "." {
		return l.rootPath(c)
	}
	return l.rootPath(c, e.part)
}

// engineConfig answers config, and its paths, of an engine's class.
func (l *loader) engineConfig(c *dsl.Call, e *engine) dsl.Value {
	if e.routesRb == nil {
		e.routesRb = usualRoutes()
	}
	if c.Name == "paths" {
		return l.boot.pathsObject(e.routesRb)
	}
	return l.interp.NewObject(l.configClass, receiver(func(c *dsl.Call) dsl.Value {
		switch c.Name {
		case "root":
			return l.engineRoot(c, e)
		case "paths":
			return l.boot.pathsObject(e.routesRb)
		}
		return unknownCall(c, e.class.Name()+".config")
	}))
}
