package stdlib

import (
	"path"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

// fileFunctions are those of File, Dir and Pathname.
var fileFunctions = functions{
	"path":       changesPath(func(name string) string { return name }),
	"path_base":  changesPath(path.Base),
	"path_dir":   changesPath(path.Dir),
	"path_ext":   changesPath(extension),
	"path_clean": changesPath(path.Clean),
	"path_join":  joinPath,
	"file_kind":  fileKind,
	"file_text":  fileText,
	"glob":       glob,
}

// fileName is argument i, a file name: a string, or an object that knows its path.
func fileName(c *dsl.Call, i int) string {
	v := c.Args[i]
	if o, ok := v.(*dsl.Object); ok {
		for _, name := range []string{"to_path", "to_str"} {
			if c.Interp().RespondTo(o, name) {
				return c.ToS(c.Send(o, name))
			}
		}
	}
	return text(c, i)
}

// changesPath is a function from a file name to another one.
func changesPath(f func(string) string) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value { return c.NewString(f(fileName(c, 0))) }
}

// extension is File.extname: a dot file has none.
func extension(name string) string {
	base := path.Base(name)
	ext := path.Ext(base)
	if ext == base || ext == "." {
		return ""
	}
	return ext
}

// joinPath is path_join(folder, name): an absolute name starts anew.
func joinPath(c *dsl.Call) dsl.Value {
	folder, name := fileName(c, 0), fileName(c, 1)
	if path.IsAbs(name) {
		folder = ""
	}
	c.TextSize(len(folder) + len(name))
	return c.NewString(path.Join(folder, name))
}

// What it takes to look for a file, and through the application's folders.
const (
	fileSteps = 50
	globSteps = 20_000
)

// fileKind is file_kind(name): :file, :folder or nil.
func fileKind(c *dsl.Call) dsl.Value {
	stat := c.Interp().Options().Stat
	if stat == nil {
		panic(dsl.Undecided())
	}
	name := fileName(c, 0)
	c.Thread.ChargeSteps(fileSteps)
	switch file, folder, known := stat(name); {
	case !known:
		panic(dsl.Undecided())
	case file:
		return dsl.Symbol("file")
	case folder:
		return dsl.Symbol("folder")
	}
	return dsl.Nil
}

// fileText is file_text(name).
func fileText(c *dsl.Call) dsl.Value {
	name := fileName(c, 0)
	c.Thread.ChargeSteps(fileSteps)
	s, ok := c.ReadFile(path.Clean(name))
	if !ok {
		panic(c.Exception("Errno::ENOENT", "no file %s in the application; signalbox reads no others", rubytext.Quote(name)))
	}
	return c.NewString(s)
}

// glob is glob(pattern): the names of files.
func glob(c *dsl.Call) dsl.Value {
	find := c.Interp().Options().Glob
	if find == nil {
		panic(dsl.Undecided())
	}
	pattern := text(c, 0)
	c.Thread.ChargeSteps(globSteps)
	c.Step()
	names, known := find(pattern)
	if !known {
		panic(dsl.Undecided())
	}
	list := dsl.NewArray()
	for _, name := range names {
		c.Push(list, c.NewString(name))
	}
	return list
}
