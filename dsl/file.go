package dsl

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"signalbox/dsl/internal/rubytext"
)

// fileMethods are the functions of File that only look at names, and those
// that look at the files Options.Load returns.
var fileMethods = methodTable{
	"basename":    fnOpt(1, 2, ofKnown(fileBasename)),
	"dirname":     fnOpt(1, 2, ofKnown(func(c *Call) (Value, error) { return fileName(c, path.Dir) })),
	"extname":     fn(1, ofKnown(func(c *Call) (Value, error) { return fileName(c, fileExt) })),
	"join":        fnAny(fileJoin),
	"expand_path": fnOpt(1, 2, ofKnown(fileExpand)),
	"split":       fn(1, ofKnown(fileSplit)),
	"exist?":      fn(1, ofKnown(fileExist)),
	"file?":       fn(1, ofKnown(isFile)),
	"directory?":  fn(1, ofKnown(isFolder)),
	"read":        fnKw(1, 3, ofKnown(fileRead)),
}

// ofKnown is a function of File whose answer is unknown where an argument is.
func ofKnown(f func(*Call) (Value, error)) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		if c.t.unknownIn(c.Args...) != nil {
			return c.unknownFile(), nil
		}
		return f(c)
	}
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
		c.t.scanned(len(v.s))
		return v.s, nil
	case *Object:
		for _, name := range []string{"to_path", "to_str"} {
			if c.t.find(v, name) != nil {
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
	return c.t.newString(f(name)), err
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
		return c.t.newString(base), nil
	}
	suffix, err := c.strArg(1)
	if suffix == ".*" {
		suffix = fileExt(base)
	}
	if base != suffix {
		base = strings.TrimSuffix(base, suffix)
	}
	return c.t.newString(base), err
}

func fileJoin(c *Call) Value {
	parts := flatArgs(c)
	var joined []byte
	for i, a := range parts {
		if u, ok := a.(*Unknown); ok {
			return c.t.unknownValue("File.join("+plainArguments(c)+")", u.Pos)
		}
		one := *c
		one.Args = []Value{a}
		p := check(fileArg(&one, 0))
		if i > 0 {
			joined, p = append(bytes.TrimRight(joined, "/"), '/'), strings.TrimLeft(p, "/")
		}
		joined = append(joined, p...)
		must(c.t.stringSize(len(joined)))
		must(c.Step())
	}
	return c.t.newString(string(joined))
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
	return c.t.newString(path.Clean(name)), nil
}

func fileSplit(c *Call) (Value, error) {
	name, err := fileArg(c, 0)
	return c.t.newArray(c.t.newString(path.Dir(name)), c.t.newString(path.Base(name))), err
}

func (c *Call) loadFile() (src []byte, full string, ok bool, err error) {
	name, err := fileArg(c, 0)
	if err != nil || c.t.in.options.Load == nil {
		return nil, "", false, err
	}
	c.t.used.steps += fileSteps
	src, full, ok = c.t.in.options.Load(path.Clean(name))
	c.t.copied(len(src))
	return src, full, ok, nil
}

// fileSteps is what it takes to look for a file.
const fileSteps = 50

// fileExist is File.exist?, of folders as well.
func fileExist(c *Call) (Value, error) {
	return c.askFile(func(file, folder bool) bool { return file || folder })
}

// isFile is File.file?.
func isFile(c *Call) (Value, error) {
	return c.askFile(func(file, _ bool) bool { return file })
}

// isFolder is File.directory? and Dir.exist?.
func isFolder(c *Call) (Value, error) {
	return c.askFile(func(_, folder bool) bool { return folder })
}

func (c *Call) askFile(question func(file, folder bool) bool) (Value, error) {
	if c.t.in.options.Stat == nil {
		return c.unknownFile(), nil
	}
	name, err := fileArg(c, 0)
	if err != nil {
		return nil, err
	}
	c.t.used.steps += fileSteps
	file, folder, known := c.t.in.options.Stat(name)
	if !known {
		return c.unknownFile(), nil
	}
	return Bool(question(file, folder)), nil
}

// unknownFile is what a function of File or Dir returns that only the application
// can answer.
func (c *Call) unknownFile() Value {
	module := "File"
	if class, ok := c.Self.(*Class); ok {
		module = class.displayName()
	}
	return c.t.unknownValue(module+"."+c.Name+"("+plainArguments(c)+")", c.Pos)
}

func fileRead(c *Call) (Value, error) {
	src, full, ok, err := c.loadFile()
	if err != nil {
		return nil, err
	}
	if !ok && c.t.request {
		return c.unknownFile(), nil
	}
	if !ok {
		name, _ := fileArg(c, 0)
		return nil, c.Errorf("Errno::ENOENT", "no file %s in the application; signalbox reads no others", rubytext.Quote(name))
	}
	if err := c.t.stringSize(len(src)); err != nil {
		return nil, err
	}
	text := string(src)
	if c.t.request { // which evaluates none
		return NewString(text), nil
	}
	if c.t.in.texts == nil {
		c.t.in.texts = map[string]string{}
	}
	if _, ok := c.t.in.texts[text]; !ok {
		c.t.grow(sizeConst + len(text))
	}
	c.t.in.texts[text] = full
	return c.t.newString(text), nil
}

// Evaluated tells a file whose text the program has read and evaluated, as
// `instance_eval(File.read("config/routes/api.rb"))` does.
func (in *Interp) Evaluated(name string) bool { return in.evals[name] }

// NewPathname makes a Pathname, as Rails.root is one.
func (in *Interp) NewPathname(name string) *Object {
	return &Object{class: in.classes.pathname, data: pathData(name)}
}

func (t *Thread) newPathname(name string) *Object {
	t.grow(sizeObject + len(name))
	return t.in.NewPathname(name)
}

type pathData string

// setupPathname makes `Pathname`. What it is asked beyond pathnameMethods only
// the running application knows.
func (in *Interp) setupPathname() {
	in.classes.pathname = in.builtin("Pathname", nil, pathnameMethods, methodTable{
		"new": fn(1, func(c *Call) Value {
			return c.t.newPathname(check(fileArg(c, 0)))
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
	"inspect":    fn(0, func(c *Call) Value { return c.t.newString("#<Pathname:" + pathOf(c) + ">") }),
	"==":         fn(1, pathnameEqual),
	"basename":   fnOpt(0, 1, func(c *Call) Value { return pathnameAs(c, fileBasename) }),
	"dirname":    fn(0, func(c *Call) Value { return c.t.newPathname(path.Dir(pathOf(c))) }),
	"parent":     fn(0, func(c *Call) Value { return c.t.newPathname(path.Dir(pathOf(c))) }),
	"extname":    fn(0, func(c *Call) Value { return c.t.newString(fileExt(pathOf(c))) }),
	"exist?":     fn(0, func(c *Call) Value { return pathnameFile(c, fileExist) }),
	"file?":      fn(0, func(c *Call) Value { return pathnameFile(c, isFile) }),
	"directory?": fn(0, func(c *Call) Value { return pathnameFile(c, isFolder) }),
	"glob":       fnOpt(1, 2, pathnameGlob),
	"children":   fnOpt(0, 1, pathnameGlob),
	"read":       fn(0, func(c *Call) Value { return pathnameFile(c, fileRead) }),
	"initialize": objectInitialize,

	"absolute?":          fn(0, func(c *Call) Value { return Bool(path.IsAbs(pathOf(c))) }),
	"relative?":          fn(0, func(c *Call) Value { return Bool(!path.IsAbs(pathOf(c))) }),
	"root?":              fn(0, func(c *Call) Value { return Bool(strings.Trim(pathOf(c), "/") == "" && pathOf(c) != "") }),
	"cleanpath":          fn(0, func(c *Call) Value { return c.t.newPathname(path.Clean(pathOf(c))) }),
	"sub_ext":            fn(1, pathnameSubExt),
	"each_filename":      fn(0, pathnameEachName),
	"relative_path_from": fn(1, pathnameRelative),
}

// pathnameSubExt is Pathname#sub_ext.
func pathnameSubExt(c *Call) Value {
	return c.t.newPathname(strings.TrimSuffix(pathOf(c), fileExt(pathOf(c))) + check(c.strArg(0)))
}

func pathnameEachName(c *Call) Value {
	list := c.t.newArray()
	for _, name := range strings.Split(pathOf(c), "/") {
		if name == "" {
			continue
		}
		must(c.t.push(list, c.t.substring(name)))
	}
	return check(c.SendBlock(list, "each", c.Block))
}

// pathnameRelative is Pathname#relative_path_from.
func pathnameRelative(c *Call) Value {
	base := check(fileArg(c, 0))
	to, from := path.Clean(pathOf(c)), path.Clean(base)
	if path.IsAbs(to) != path.IsAbs(from) {
		panic(c.exception("ArgumentError", "different prefix: %s and %s", rubytext.Quote(prefixOf(to)), c.t.mustInspect(c.Args[0])))
	}
	parts, bases := pathParts(to), pathParts(from)
	for len(parts) > 0 && len(bases) > 0 && parts[0] == bases[0] {
		parts, bases = parts[1:], bases[1:]
	}
	if slices.Contains(bases, "..") {
		panic(c.exception("ArgumentError", "base_directory has ..: %s", rubytext.Quote(from)))
	}
	parts = append(slices.Repeat([]string{".."}, len(bases)), parts...)
	return c.t.newPathname(path.Clean(strings.Join(parts, "/")))
}

func prefixOf(name string) string {
	if path.IsAbs(name) {
		return "/"
	}
	return ""
}

func pathParts(name string) []string {
	if name == "." {
		return nil
	}
	return strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
}

func pathOf(c *Call) string {
	name := string(c.Self.(*Object).data.(pathData))
	c.t.scanned(len(name))
	return name
}

func pathnameToS(c *Call) Value { return c.t.newString(pathOf(c)) }

// pathnameJoin is Pathname#join: an absolute name starts anew.
func pathnameJoin(c *Call) Value {
	name := pathOf(c)
	for i := range c.Args {
		if u := UnknownIn(c.Args[i]); u != nil {
			return NewUnknown(rubytext.Quote(name)+"."+c.Name+"("+u.Text()+")", c.Pos)
		}
		part := check(fileArg(c, i))
		if path.IsAbs(part) {
			name = path.Clean(part)
			continue
		}
		name = path.Join(name, part)
		c.t.scanned(len(name))
		must(c.t.stringSize(len(name)))
	}
	return c.t.newPathname(name)
}

func pathnameEqual(c *Call) Value {
	o, ok := c.Args[0].(*Object)
	return Bool(ok && o.data == c.Self.(*Object).data)
}

// pathnameFile calls a function of File with the path as its argument.
func pathnameFile(c *Call, f func(*Call) (Value, error)) Value {
	one := *c
	one.Args = append([]Value{c.t.newString(pathOf(c))}, c.Args...)
	return check(f(&one))
}

func pathnameAs(c *Call, f func(*Call) (Value, error)) Value {
	v := pathnameFile(c, f)
	return c.t.newPathname(check(c.ToS(v)))
}
