package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"signalbox/expand/route"
	"signalbox/gen"

	"github.com/spf13/cobra"
)

// genControllers is `routes gen go --controllers`: a folder of controllers to fill in.
func (c *command) genControllers(cmd *cobra.Command, table *route.Table, to *target, pkg string) error {
	if to.file == "" {
		return &usageError{"--controllers wants a folder to write to: -o DIR", cmd.CommandPath()}
	}
	o := gen.ControllerOptions{Package: pkg}
	switch info, err := os.Stat(to.file); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.IsDir():
		return &usageError{fmt.Sprintf("%s is no folder: --controllers writes a file for each controller", to.file), cmd.CommandPath()}
	default:
		o.Written = os.DirFS(to.file)
	}
	files, notes, err := gen.Controllers(table, o)
	if err != nil && o.Written == nil {
		return &usageError{err.Error(), cmd.CommandPath()}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", to.file, err)
	}
	for _, note := range notes {
		fmt.Fprintf(c.stderr, "note: %s\n", printable(note))
	}
	if to.check {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if err := upToDate(filepath.Join(to.file, name), files[name], repeated(cmd, "check")); err != nil {
				return err
			}
		}
		return nil
	}
	return writeControllers(to.file, files)
}

// writeControllers writes the files into a folder; of those that are there only the generated
// one is written again.
func writeControllers(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		how := os.O_EXCL
		if name == gen.ControllersFile {
			how = os.O_TRUNC
		}
		f, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|how, 0o666)
		if err != nil {
			return err
		}
		_, err = f.Write(files[name])
		if err := cmp.Or(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}
