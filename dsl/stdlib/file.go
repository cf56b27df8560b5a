package stdlib

import (
	"path"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

// fileFunctions are those of File, Dir and Pathname.
var fileFunctions = map[string]dsl.Function{
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
func fileName(c *dsl.Call, i int) (string, error) {
	v := c.Args[i]
	if o, ok := v.(*dsl.Object); ok {
		for _, name := range []string{"to_path", "to_str"} {
			if c.Interp().RespondTo(o, name) {
				s := c.Send(o, name)
				return c.ToS(s), nil
			}
		}
	}
	return text(c, i)
}

// changesPath is a function from a file name to another one.
func changesPath(f func(string) string) dsl.Function {
	return func(c *dsl.Call) (dsl.Value, error) {
		name, err := fileName(c, 0)
		return str(f(name)), err
	}
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
func joinPath(c *dsl.Call) (dsl.Value, error) {
	folder, err := fileName(c, 0)
	if err != nil {
		return nil, err
	}
	name, err := fileName(c, 1)
	if err != nil {
		return nil, err
	}
	if path.IsAbs(name) {
		folder = ""
	}
	c.TextSize(len(folder) + len(name))
	return str(path.Join(folder, name)), nil
}

// What it takes to look for a file, and through the application's folders.
const (
	fileSteps = 50
	globSteps = 20_000
)

// fileKind is file_kind(name): :file, :folder or nil.
func fileKind(c *dsl.Call) (dsl.Value, error) {
	stat := c.Interp().Options().Stat
	if stat == nil {
		return nil, dsl.Undecided()
	}
	name, err := fileName(c, 0)
	if err != nil {
		return nil, err
	}
	c.Thread.ChargeSteps(fileSteps)
	switch file, folder, known := stat(name); {
	case !known:
		return nil, dsl.Undecided()
	case file:
		return dsl.Symbol("file"), nil
	case folder:
		return dsl.Symbol("folder"), nil
	}
	return dsl.Nil, nil
}

// fileText is file_text(name).
func fileText(c *dsl.Call) (dsl.Value, error) {
	name, err := fileName(c, 0)
	if err != nil {
		return nil, err
	}
	c.Thread.ChargeSteps(fileSteps)
	s, ok, err := c.ReadFile(path.Clean(name))
	if err == nil && !ok {
		err = c.Errorf("Errno::ENOENT", "no file %s in the application; signalbox reads no others", rubytext.Quote(name))
	}
	return str(s), err
}

// glob is glob(pattern): the names of files.
func glob(c *dsl.Call) (dsl.Value, error) {
	find := c.Interp().Options().Glob
	if find == nil {
		return nil, dsl.Undecided()
	}
	pattern, err := text(c, 0)
	if err != nil {
		return nil, err
	}
	c.Thread.ChargeSteps(globSteps)
	c.Step()
	names, known := find(pattern)
	if !known {
		return nil, dsl.Undecided()
	}
	list := dsl.NewArray()
	for _, name := range names {
		c.Push(list, counted(c, name))
	}
	return list, nil
}
