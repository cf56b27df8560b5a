package dsl

import (
	"path"
	"strings"
)

// fileMethods are the functions of File that only look at names, and those
// that look at the files Options.Load gives.
var fileMethods = methodTable{
	"basename":    fnOpt(1, 2, fileBasename),
	"dirname":     fnOpt(1, 2, func(c *Call) (Value, error) { return fileName(c, path.Dir) }),
	"extname":     fn(1, func(c *Call) (Value, error) { return fileName(c, fileExt) }),
	"join":        fnAny(fileJoin),
	"expand_path": fnOpt(1, 2, fileExpand),
	"split":       fn(1, fileSplit),
	"exist?":      fn(1, fileExist),
	"file?":       fn(1, fileIsFile),
	"directory?":  fn(1, dirExist),
	"read":        fnKw(1, 3, fileRead),
}

// setupFile makes `File`. What it is asked beyond fileMethods only the running
// application knows.
func (in *Interp) setupFile() {
	file := in.builtin("File", nil, nil, fileMethods)
	file.unknown, file.abstract = true, true
	in.constSet(file, "SEPARATOR", NewFrozenString("/"))
}

// fileArg is a file name: a string, or an object that knows its path.
func fileArg(c *Call, i int) (string, error) {
	switch v := c.arg(i).(type) {
	case *String:
		return v.s, nil
	case *Object:
		for _, name := range []string{"to_path", "to_str"} {
			if c.t.in.find(v, name) != nil {
				s, err := c.Send(v, name)
				if err != nil {
					return "", err
				}
				return c.ToS(s)
			}
		}
	}
	return "", c.noConversion(c.arg(i), "String")
}

func fileName(c *Call, f func(string) string) (Value, error) {
	name, err := fileArg(c, 0)
	return NewString(f(name)), err
}

// fileExt is File.extname: a dot file has none.
func fileExt(name string) string {
	base := path.Base(name)
	ext := path.Ext(base)
	if ext == base || ext == "." {
		return ""
	}
	return ext
}

func fileBasename(c *Call) (Value, error) {
	name, err := fileArg(c, 0)
	if err != nil {
		return nil, err
	}
	base := path.Base(name)
	if len(c.Args) == 1 {
		return NewString(base), nil
	}
	suffix, err := c.strArg(1)
	if suffix == ".*" {
		suffix = fileExt(base)
	}
	if base != suffix {
		base = strings.TrimSuffix(base, suffix)
	}
	return NewString(base), err
}

func fileJoin(c *Call) (Value, error) {
	var parts []string
	for _, a := range flatNames(c.Args) {
		if u, ok := a.(*Unknown); ok {
			return c.t.unknownValue("File.join("+plainArguments(c)+")", u.Pos), nil
		}
		one := *c
		one.Args = []Value{a}
		p, err := fileArg(&one, 0)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	joined := ""
	for i, p := range parts {
		if i == 0 {
			joined = p
			continue
		}
		joined = strings.TrimRight(joined, "/") + "/" + strings.TrimLeft(p, "/")
	}
	return NewString(joined), nil
}

// fileExpand is File.expand_path within the application, whose folder is the
// root of all names.
func fileExpand(c *Call) (Value, error) {
	name, err := fileArg(c, 0)
	if err != nil {
		return nil, err
	}
	if len(c.Args) > 1 && !path.IsAbs(name) {
		dir, err := fileArg(c, 1)
		if err != nil {
			return nil, err
		}
		name = path.Join(dir, name)
	}
	return NewString(path.Clean(name)), nil
}

func fileSplit(c *Call) (Value, error) {
	name, err := fileArg(c, 0)
	return NewArray(NewString(path.Dir(name)), NewString(path.Base(name))), err
}

func (c *Call) loadFile() ([]byte, bool, error) {
	name, err := fileArg(c, 0)
	if err != nil || c.t.in.options.Load == nil {
		return nil, false, err
	}
	src, _, ok := c.t.in.options.Load(path.Clean(name))
	return src, ok, nil
}

// fileExist is File.exist?, of folders as well.
func fileExist(c *Call) (Value, error) {
	name, err := fileArg(c, 0)
	if err != nil {
		return nil, err
	}
	options := c.t.in.options
	switch {
	case c.holdsFile(name):
		return True, nil
	case options.Glob == nil:
		return c.t.unknownValue("File.exist?("+plainArguments(c)+")", c.Pos), nil
	}
	return Bool(len(options.Glob(name)) > 0), nil
}

// fileIsFile is File.file?.
func fileIsFile(c *Call) (Value, error) {
	name, err := fileArg(c, 0)
	if err != nil || c.holdsFile(name) {
		return True, err
	}
	there, err := fileExist(c)
	if there != True || err != nil {
		return there, err
	}
	folder, err := dirExist(c)
	return Bool(folder == False), err
}

// holdsFile tells a text of the application. Load looks in lib and elsewhere
// too; this one is where its name says.
func (c *Call) holdsFile(name string) bool {
	if c.t.in.options.Load == nil {
		return false
	}
	_, full, ok := c.t.in.options.Load(path.Clean(name))
	return ok && strings.HasSuffix(path.Clean("/"+name), "/"+full)
}

func fileRead(c *Call) (Value, error) {
	src, ok, err := c.loadFile()
	if err != nil {
		return nil, err
	}
	if !ok {
		name, _ := fileArg(c, 0)
		return nil, c.Errorf("Errno::ENOENT", "no file %s in the application; signalbox reads no others", inspectString(name))
	}
	if err := c.t.stringSize(len(src)); err != nil {
		return nil, err
	}
	return NewString(string(src)), nil
}

// NewPathname makes a Pathname, as Rails.root is one.
func (in *Interp) NewPathname(name string) *Object {
	return &Object{class: in.classes.pathname, data: pathData(name)}
}

type pathData string

// setupPathname makes `Pathname`. What it is asked beyond pathnameMethods only
// the running application knows.
func (in *Interp) setupPathname() {
	in.classes.pathname = in.builtin("Pathname", nil, pathnameMethods, methodTable{
		"new": fn(1, func(c *Call) (Value, error) {
			name, err := fileArg(c, 0)
			return c.t.in.NewPathname(name), err
		}),
	}, in.classes.comparable)
	in.classes.pathname.unknown = true
}

var pathnameMethods = methodTable{
	"join":       fnAny(pathnameJoin),
	"+":          fn(1, pathnameJoin),
	"/":          fn(1, pathnameJoin),
	"to_s":       fn(0, pathnameToS),
	"to_str":     fn(0, pathnameToS),
	"to_path":    fn(0, pathnameToS),
	"inspect":    fn(0, func(c *Call) (Value, error) { return NewString("#<Pathname:" + pathOf(c) + ">"), nil }),
	"==":         fn(1, pathnameEqual),
	"basename":   fnOpt(0, 1, func(c *Call) (Value, error) { return pathnameAs(c, fileBasename) }),
	"dirname":    fn(0, func(c *Call) (Value, error) { return c.t.in.NewPathname(path.Dir(pathOf(c))), nil }),
	"parent":     fn(0, func(c *Call) (Value, error) { return c.t.in.NewPathname(path.Dir(pathOf(c))), nil }),
	"extname":    fn(0, func(c *Call) (Value, error) { return NewString(fileExt(pathOf(c))), nil }),
	"exist?":     fn(0, func(c *Call) (Value, error) { return pathnameFile(c, fileExist) }),
	"file?":      fn(0, func(c *Call) (Value, error) { return pathnameFile(c, fileIsFile) }),
	"directory?": fn(0, func(c *Call) (Value, error) { return pathnameFile(c, dirExist) }),
	"glob":       fnOpt(1, 2, pathnameGlob),
	"children":   fnOpt(0, 1, pathnameGlob),
	"read":       fn(0, func(c *Call) (Value, error) { return pathnameFile(c, fileRead) }),
	"initialize": objectInitialize,
}

func pathOf(c *Call) string { return string(c.Self.(*Object).data.(pathData)) }

func pathnameToS(c *Call) (Value, error) { return NewString(pathOf(c)), nil }

// pathnameJoin is Pathname#join: an absolute name starts anew.
func pathnameJoin(c *Call) (Value, error) {
	name := pathOf(c)
	for i := range c.Args {
		if u := UnknownIn(c.Args[i]); u != nil {
			return &Unknown{Text: inspectString(name) + "." + c.Name + "(" + u.Text + ")", Pos: c.Pos}, nil
		}
		part, err := fileArg(c, i)
		if err != nil {
			return nil, err
		}
		if path.IsAbs(part) {
			name = path.Clean(part)
			continue
		}
		name = path.Join(name, part)
	}
	return c.t.in.NewPathname(name), nil
}

func pathnameEqual(c *Call) (Value, error) {
	o, ok := c.Args[0].(*Object)
	return Bool(ok && o.data == c.Self.(*Object).data), nil
}

// pathnameFile calls a function of File with the path as its argument.
func pathnameFile(c *Call, f func(*Call) (Value, error)) (Value, error) {
	one := *c
	one.Args = append([]Value{NewString(pathOf(c))}, c.Args...)
	return f(&one)
}

func pathnameAs(c *Call, f func(*Call) (Value, error)) (Value, error) {
	v, err := pathnameFile(c, f)
	if err != nil {
		return nil, err
	}
	name, err := c.ToS(v)
	return c.t.in.NewPathname(name), err
}
