package expand

import (
	"signalbox/dsl"
	"signalbox/expand/ruby"
)

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
	return b.l.interp.NewObject(b.l.configClass, ruby.Receiver(func(c *dsl.Call) dsl.Value {
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

// root is the folder of an engine.
func (es *engines) root(c *dsl.Call, e *engine) dsl.Value {
	if e.part == "" || e.part == "." {
		return es.l.rootPath(c)
	}
	return es.l.rootPath(c, e.part)
}

// config answers config, and its paths, of an engine's class.
func (es *engines) config(c *dsl.Call, e *engine) dsl.Value {
	if e.routesRb == nil {
		e.routesRb = usualRoutes()
	}
	if c.Name == "paths" {
		return es.l.boot.pathsObject(e.routesRb)
	}
	return es.l.interp.NewObject(es.l.configClass, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		if v, ok := es.l.duringStart(c); ok {
			return v
		}
		switch c.Name {
		case "root":
			return es.root(c, e)
		case "paths":
			return es.l.boot.pathsObject(e.routesRb)
		}
		return unknownCall(c, e.class.Name()+".config")
	}))
}
