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
	"file?":       fn(1, fileExist),
	"read":        fnKw(1, 3, fileRead),
}

// setupFile makes `File`. What it is asked beyond fileMethods only the running
// application knows.
func (in *Interp) setupFile() {
	file := in.builtin("File", nil, nil, fileMethods)
	file.unknown, file.abstract = true, true
	in.constSet(file, "SEPARATOR", frozen("/"))
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

func fileExist(c *Call) (Value, error) {
	_, ok, err := c.loadFile()
	return Bool(ok), err
}

func fileRead(c *Call) (Value, error) {
	src, ok, err := c.loadFile()
	if err != nil {
		return nil, err
	}
	if !ok {
		name, _ := fileArg(c, 0)
		return nil, c.Errorf("Errno::ENOENT", "No such file or directory @ rb_sysopen - %s", name)
	}
	if err := c.t.stringSize(len(src)); err != nil {
		return nil, err
	}
	return NewString(string(src)), nil
}
