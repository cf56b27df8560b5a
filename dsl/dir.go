package dsl

import (
	"path"
	"strings"
)

// dirMethods are the functions of Dir that list the application's files.
var dirMethods = methodTable{
	"glob":   fnKw(1, -1, dirGlob),
	"[]":     fnAny(dirGlob),
	"exist?": fn(1, ofKnown(isFolder)),
}

// setupDir makes `Dir`. What else it is asked only the running application
// knows.
func (in *Interp) setupDir() {
	dir := in.builtin("Dir", nil, nil, dirMethods)
	dir.unknown, dir.abstract = true, true
}

// dirGlob is Dir.glob and Dir.[]: names as the pattern has them, relative ones
// to the application's folder, or to base:.
func dirGlob(c *Call) Value {
	if c.t.unknownIn(c.Args...) != nil || c.t.in.options.Glob == nil {
		return c.unknownFile()
	}
	base, hasBase := "", false
	if v := c.keyword("base"); v != Nil {
		one := *c
		one.Args = []Value{v}
		base, hasBase = one.path(0), true
	}
	list := c.t.newArray()
	patterns := flatArgs(c)
	for _, a := range patterns {
		if _, ok := a.(Int); ok { // flags
			continue
		}
		one := *c
		one.Args = []Value{a}
		pattern := one.path(0)
		if hasBase {
			pattern = strings.TrimSuffix(base, "/") + "/" + pattern
		}
		c.t.used.steps += globSteps
		c.step()
		names, known := c.t.in.options.Glob(pattern)
		if !known {
			return c.unknownFile()
		}
		for _, name := range names {
			if hasBase {
				name = strings.TrimPrefix(name, strings.TrimSuffix(base, "/")+"/")
			}
			c.push(list, c.t.newString(name))
		}
	}
	if c.Block != nil {
		for _, e := range list.Elems {
			c.yield(e)
		}
		return Nil
	}
	return list
}

// globSteps is what it takes to look through the application's folders.
const globSteps = 20_000

// pathnameGlob is Pathname#glob and Pathname#children.
func pathnameGlob(c *Call) Value {
	dir := pathOf(c)
	one := *c
	one.Name = "glob"
	switch c.Name {
	case "children":
		one.Args = []Value{c.t.newString(path.Join(dir, "*"))}
	default:
		one.Args = []Value{c.t.newString(path.Join(dir, c.path(0)))}
	}
	block := c.Block
	one.Block, one.Keywords = nil, nil
	v := dirGlob(&one)
	list, ok := v.(*Array)
	if !ok {
		return v
	}
	for i, e := range list.Elems {
		list.Elems[i] = c.t.newPathname(e.(*String).s)
	}
	if block == nil {
		return list
	}
	for _, e := range list.Elems {
		check(c.t.callProc(block, []Value{e}, nil))
	}
	return Nil
}
