package main

import (
	"cmp"
	"encoding/json"
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
		rails   string
	)
	cmd := &cobra.Command{
		Use:   "new DIR [flags]",
		Short: "Write an application in Go to begin with, or one in front of a Rails application",
		Long: `Write a small application in Go that runs at once: config/routes.rb with a controller, pages and JSON, a GraphQL schema
with resolvers, a webhook receiver, a service with SQLite, tests, a Dockerfile and a README. Its name is that of DIR.

In DIR, "go run ." serves it at http://localhost:8911 or the next free port, and takes changes of routes and schema
while it runs. Files that are there are never overwritten.

With --web it has pages by React and Vite too; they want Node, the program itself does not.

With --from, write an application that stands in front of a Rails one instead: it reads the Rails application's routes in
place, has a Go type for each controller to fill in, hands everything that is not written yet on to Rails, and shows at
/rails/info/progress how far the move is.

As no host serves the module signalbox yet, go.mod of the application names a copy of it on this machine: that of
--replace, otherwise the one that this command was built from.`,
		Example: `  routes new shop
  routes new shop --module example.com/shop
  routes new shop --web
  routes new --from ~/src/blog ~/src/blog-go
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
			if options.Web && cmd.Flags().Changed("from") {
				return &usageError{"--web is for an application of its own, not for one in front of Rails (--from)", cmd.CommandPath()}
			}
			if options.Replace, err = replacement(copied, dir); err != nil {
				return &usageError{err.Error(), cmd.CommandPath()}
			}
			var files map[string][]byte
			if cmd.Flags().Changed("from") {
				files, err = c.besideRails(cmd, &options, rails, dir)
			} else if options.WebPackage, err = webPackage(&options, dir); err != nil {
				return err
			} else if files, err = scaffold.Files(options); err != nil {
				err = &usageError{err.Error(), cmd.CommandPath()}
			}
			if err != nil {
				return err
			}
			if err := scaffold.Write(args[0], files); err != nil {
				return err
			}
			return c.tidy(args[0], &options)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&rails, "from", "", "stand in front of the Rails application in the folder `RAILS_APP`")
	f.BoolVar(&options.Web, "web", false, "with pages by React and Vite, in the folder web")
	f.StringVar(&options.Module, "module", "", "the `PATH` of the Go module (default the name of DIR)")
	f.StringVar(&copied, "replace", "", "take signalbox from a copy of it at `PATH`")
	return cmd
}

// besideRails are the files of an application in front of the Rails application in a folder.
func (c *command) besideRails(cmd *cobra.Command, o *scaffold.Options, rails, dir string) (map[string][]byte, error) {
	if info, err := os.Stat(filepath.Join(rails, "config", "routes.rb")); err != nil || info.IsDir() {
		return nil, &usageError{fmt.Sprintf("--from %s: there is no config/routes.rb: it wants the folder of a Rails application", rails), cmd.CommandPath()}
	}
	root, err := os.OpenRoot(rails)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if o.From, err = relative(rails, dir); err != nil {
		return nil, err
	}
	files, notes, err := scaffold.Beside(*o, root.FS())
	var usage *scaffold.OptionError
	if errors.As(err, &usage) {
		return nil, &usageError{err.Error(), cmd.CommandPath()}
	}
	if err != nil {
		return nil, (&fileError{err: err, path: rails, at: filepath.ToSlash(rails) + "/"}).in(root.FS())
	}
	for _, note := range notes {
		fmt.Fprintf(c.stderr, "note: %s\n", printable(note))
	}
	return files, nil
}

// webPackage is the dependency of the pages on the npm package of signalbox, which is packed from
// the same copy as the module.
func webPackage(o *scaffold.Options, dir string) (string, error) {
	folder := o.Replace
	if !o.Web {
		return "", nil
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(dir, folder)
	}
	text, err := os.ReadFile(filepath.Join(folder, "web", "package.json"))
	if err != nil {
		return "", fmt.Errorf("--web: the npm package of signalbox is missing: %w", err)
	}
	var pkg struct{ Version string }
	if err := json.Unmarshal(text, &pkg); err != nil {
		return "", fmt.Errorf("--web: %s: %w", filepath.Join(folder, "web", "package.json"), err)
	}
	return "file:signalbox-web-" + pkg.Version + ".tgz", nil
}

// relative is a folder as a file in dir names it: relative if it was given so.
func relative(given, dir string) (string, error) {
	if filepath.IsAbs(given) {
		return filepath.Clean(given), nil
	}
	abs, err := filepath.Abs(given)
	if err != nil {
		return "", err
	}
	return filepath.Rel(dir, abs)
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
	return relative(given, dir)
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
