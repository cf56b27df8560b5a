package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"signalbox/scaffold"

	"github.com/spf13/cobra"
)

// newApp is `routes new`: an application to begin with.
func (c *command) newApp() *cobra.Command {
	var (
		options scaffold.Options
		copied  string
	)
	cmd := &cobra.Command{
		Use:   "new DIR [flags]",
		Short: "Write a small application in Go with routes, GraphQL and webhooks",
		Long: `Write a small application in Go that runs at once: config/routes.rb with a controller, pages and JSON, a GraphQL schema
with resolvers, a webhook receiver, a service with SQLite, tests, a Dockerfile and a README. Its name is that of DIR.

In DIR, "go run ." serves it at http://localhost:8911 or the next free port, and takes changes of routes and schema
while it runs. Files that are there are never overwritten.

As no host serves the module signalbox yet, go.mod of the application names a copy of it on this machine: that of
--replace, otherwise the one that this command was built from.`,
		Example: `  routes new shop
  routes new shop --module example.com/shop
  routes new ~/src/shop --replace ~/src/signalbox`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return &usageError{"new wants the folder to write: routes new DIR", cmd.CommandPath()}
			case 1:
				return nil
			}
			return &usageError{fmt.Sprintf("unexpected argument %q: new wants one folder", args[1]), cmd.CommandPath()}
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			options.Name = filepath.Base(dir)
			if options.Replace, err = replacement(copied, dir); err != nil {
				return &usageError{err.Error(), cmd.CommandPath()}
			}
			files, err := scaffold.Files(options)
			if err != nil {
				return &usageError{err.Error(), cmd.CommandPath()}
			}
			if err := scaffold.Write(args[0], files); err != nil {
				return err
			}
			return c.tidy(args[0], &options)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&options.Module, "module", "", "the `PATH` of the Go module (default the name of DIR)")
	f.StringVar(&copied, "replace", "", "take signalbox from a copy of it at `PATH`")
	return cmd
}

// tidy has Go complete go.mod and go.sum, and tells how to go on.
func (c *command) tidy(dir string, o *scaffold.Options) error {
	tidy := exec.Command("go", "mod", "tidy")
	tidy.Dir = dir
	tidy.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := tidy.CombinedOutput(); err != nil {
		reason := cmp.Or(strings.TrimSpace(string(out)), err.Error())
		return fmt.Errorf("%s is written, but its modules are missing; run `go mod tidy` there when this is mended:\n%s", dir, reason)
	}
	fmt.Fprintf(c.stdout, "%s is written, with signalbox from %s. Next:\n\n", o.Name, o.Replace)
	if dir != "." {
		fmt.Fprintf(c.stdout, "  cd %s\n", shellWord(dir))
	}
	if workspace := workspaceOf(dir); workspace != "" {
		fmt.Fprintf(c.stdout, "  go work use .   # %s is above\n", printable(workspace))
	}
	fmt.Fprint(c.stdout, "  go run .\n")
	return nil
}

// workspaceOf is the go.work that Go finds for a folder; empty if there is none.
func workspaceOf(dir string) string {
	env := exec.Command("go", "env", "GOWORK")
	env.Dir = dir
	out, err := env.Output()
	if file := strings.TrimSpace(string(out)); err == nil && file != "off" {
		return file
	}
	return ""
}

// replacement is the folder of signalbox as go.mod in dir names it: the one that was given,
// relative if it was given so, or the one that the command was built from.
func replacement(given, dir string) (string, error) {
	if given == "" {
		_, file, _, _ := runtime.Caller(0)
		built := filepath.Join(filepath.Dir(file), "..", "..")
		if !filepath.IsAbs(file) || isSignalbox(built) != nil {
			return "", errors.New("the sources of signalbox that this command was built from are not here: name a copy with --replace PATH")
		}
		return built, outside(built, dir)
	}
	abs, err := filepath.Abs(given)
	if err == nil {
		err = isSignalbox(abs)
	}
	if err == nil {
		err = outside(abs, dir)
	}
	if err != nil {
		return "", fmt.Errorf("--replace %s: %w", given, err)
	}
	if filepath.IsAbs(given) {
		return abs, nil
	}
	return filepath.Rel(dir, abs)
}

// outside says why an application cannot be inside the copy of signalbox; nil if it is not.
func outside(copied, dir string) error {
	if rel, err := filepath.Rel(copied, dir); err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return fmt.Errorf("the application would be inside of signalbox, %s: name a folder outside of it, as in routes new ../%s", copied, filepath.Base(dir))
}

var moduleLine = regexp.MustCompile(`(?m)^module signalbox$`)

// isSignalbox says why a folder is not a copy of signalbox; nil if it is one.
func isSignalbox(dir string) error {
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no go.mod: it wants the folder of a copy of signalbox")
	case err != nil:
		return err
	case !moduleLine.Match(mod):
		return errors.New("its go.mod is that of another module, not of signalbox")
	}
	return nil
}
