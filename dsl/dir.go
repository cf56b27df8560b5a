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
func dirGlob(c *Call) (Value, error) {
	if UnknownIn(NewArray(c.Args...)) != nil || c.t.in.options.Glob == nil {
		return c.unknownFile(), nil
	}
	base, hasBase := "", false
	if v, ok := c.Keywords.Sym("base"); ok && v != Nil {
		one := *c
		one.Args = []Value{v}
		name, err := fileArg(&one, 0)
		if err != nil {
			return nil, err
		}
		base, hasBase = name, true
	}
	list := NewArray()
	for _, a := range flatNames(c.Args) {
		if _, ok := a.(Int); ok { // flags
			continue
		}
		one := *c
		one.Args = []Value{a}
		pattern, err := fileArg(&one, 0)
		if err != nil {
			return nil, err
		}
		if hasBase {
			pattern = strings.TrimSuffix(base, "/") + "/" + pattern
		}
		names, known := c.t.in.options.Glob(pattern)
		if !known {
			return c.unknownFile(), nil
		}
		for _, name := range names {
			if hasBase {
				name = strings.TrimPrefix(name, strings.TrimSuffix(base, "/")+"/")
			}
			list.Elems = append(list.Elems, NewString(name))
		}
	}
	if err := c.size(len(list.Elems)); err != nil {
		return nil, err
	}
	if c.Block != nil {
		for _, e := range list.Elems {
			if _, err := c.Yield(e); err != nil {
				return nil, err
			}
		}
		return Nil, nil
	}
	return list, nil
}

// pathnameGlob is Pathname#glob and Pathname#children.
func pathnameGlob(c *Call) (Value, error) {
	dir := pathOf(c)
	one := *c
	one.Name = "glob"
	switch c.Name {
	case "children":
		one.Args = []Value{NewString(path.Join(dir, "*"))}
	default:
		pattern, err := fileArg(c, 0)
		if err != nil {
			return nil, err
		}
		one.Args = []Value{NewString(path.Join(dir, pattern))}
	}
	block := c.Block
	one.Block, one.Keywords = nil, nil
	v, err := dirGlob(&one)
	if err != nil {
		return nil, err
	}
	list, ok := v.(*Array)
	if !ok {
		return v, nil
	}
	for i, e := range list.Elems {
		list.Elems[i] = c.t.in.NewPathname(e.(*String).s)
	}
	if block == nil {
		return list, nil
	}
	for _, e := range list.Elems {
		if _, err := c.t.callProc(block, []Value{e}, nil); err != nil {
			return nil, err
		}
	}
	return Nil, nil
}
