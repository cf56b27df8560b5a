package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"signalbox/expand"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/lint"

	"github.com/rogpeppe/go-internal/diff"
)

// fix applies the safe edits of findings: it prints the difference and writes the files. It
// returns the table that they then draw.
func (c *command) fix(table *route.Table, all []*lint.Finding, k *checking) (*route.Table, error) {
	loaders, end, err := c.reloading(table, k)
	if err != nil {
		return nil, err
	}
	defer end()
	fixed, err := lint.Fixed(all, loaders[0], loaders[1:]...)
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(fixed.Texts))
	for _, name := range names {
		before, _ := table.Source(name)
		if _, err := c.stdout.Write(diff.Diff("a/"+name, []byte(before), "b/"+name, []byte(fixed.Texts[name]))); err != nil {
			return nil, err
		}
	}
	if err := writeTexts(table, fixed.Texts); err != nil {
		return nil, err
	}
	n := len(fixed.Applied)
	if n == 0 {
		return table, nil
	}
	fmt.Fprintf(c.stderr, "routes: fixed %s in %s\n", count(n, "finding"), count(len(names), "file"))
	return c.load(&k.from)
}

// reloading returns what expands the application with other texts in place of some files: as it
// is checked, in other environments, and with the variables that are not set here.
func (c *command) reloading(table *route.Table, k *checking) (loaders []lint.Loader, end func() error, err error) {
	options, err := c.options(&k.from)
	if err != nil {
		return nil, nil, err
	}
	options.NoRequests = true
	path, err := k.from.file()
	if err != nil {
		return nil, nil, err
	}
	folder, end := fs.FS(nil), func() error { return nil }
	if table.Files[filepath.ToSlash(routesFile)] != nil { // no file that stands alone
		if folder, end, err = files.OpenFolder(table.Root); err != nil {
			return nil, nil, err
		}
	}
	for _, variant := range variants(options, table) {
		loaders = append(loaders, func(texts map[string]string) (*route.Table, error) { return loadWith(path, folder, variant, texts) })
	}
	return loaders, end, nil
}

// variants are the options of a table, and those of the same application elsewhere.
func variants(options expand.Options, table *route.Table) []expand.Options {
	all := []expand.Options{options}
	for _, env := range []string{"development", "test", "production"} {
		if own := options; env != cmp.Or(options.RailsEnv, "development") {
			own.RailsEnv = env
			all = append(all, own)
		}
	}
	if len(table.Unset) > 0 {
		own := options
		own.Env = maps.Clone(options.Env)
		if own.Env == nil {
			own.Env = map[string]string{}
		}
		for _, v := range table.Unset {
			own.Env[v.Name] = "1"
		}
		all = append(all, own)
	}
	return all
}

// loadWith expands an application, or the file of a path where there is no folder, with other texts.
func loadWith(path string, folder fs.FS, options expand.Options, texts map[string]string) (*route.Table, error) {
	if folder == nil {
		for _, text := range texts {
			options.Source = []byte(text)
		}
		return expand.Load(path, options)
	}
	over := files.NewOverlay(folder)
	for name, text := range texts {
		over.Set(name, []byte(text))
	}
	app, err := expand.Open(over, options)
	if err != nil {
		return nil, err
	}
	return app.Table()
}

// writeTexts replaces files of the application, each as a whole. It changes none if one is
// another one than was read.
func writeTexts(table *route.Table, texts map[string]string) error {
	made := map[string]string{} // the new files by those that they replace
	defer func() {
		for _, own := range made {
			os.Remove(own)
		}
	}()
	for name, text := range texts {
		before, _ := table.Source(name)
		target, own, err := writeBeside(filepath.Join(table.Root, filepath.FromSlash(name)), []byte(before), []byte(text))
		if err != nil {
			return err
		}
		made[target] = own
	}
	for target, own := range made {
		if err := os.Rename(own, target); err != nil {
			return err
		}
	}
	return nil
}

// writeBeside writes a text to a new file in the folder of a file, whose text must be before; links
// are followed.
func writeBeside(name string, before, text []byte) (target, own string, err error) {
	if target, err = filepath.EvalSymlinks(name); err != nil {
		return "", "", err
	}
	now, err := os.ReadFile(target)
	if err != nil {
		return "", "", err
	}
	if !bytes.Equal(now, before) {
		return "", "", &fs.PathError{Op: "fix", Path: name, Err: errors.New("the file changed while it was checked; run the command again")}
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", "", err
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".routes-fix-*")
	if err != nil {
		return "", "", err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err != nil {
		os.Remove(f.Name())
	}
	return target, f.Name(), err
}
