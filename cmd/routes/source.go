package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/expand/settings"
)

// A source is the routes file to read and what is known about its application:
// the flags that all commands about routes share.
type source struct {
	path    string
	given   func() bool // tells whether there is a path, be it empty; may be nil
	env     string
	set     []string
	unknown string
	strict  bool

	framework bool
}

func (s *source) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	s.given = func() bool { return f.Changed("file") }
	f.VarP(&single{&s.path, false}, "file", "f", "read the routes file or application at `PATH`; - reads a routes file from stdin")
	f.Var(&single{&s.env, false}, "env", "set Rails.env to `NAME` (default $RAILS_ENV, else development)")
	f.StringArrayVar(&s.set, "set", nil, "set an unknown value, repeatable: `EXPR=VALUE`, as Settings.sso=true, Site.locales=[en,fr] or ENV.TIER=gold")
	choiceFlag(cmd, &s.unknown, "unknown", "assume `SIDE` for unknown conditions: both, true or false", "both", "true", "false")
	f.BoolVar(&s.framework, "framework", false, "include the routes a booted application adds: Active Storage, local engines in the Gemfile, and others")
	f.BoolVar(&s.strict, "strict", false, "treat warnings as errors: exit with status 1")
}

// A single is the value of a flag that is given once: of two files, the one that
// is left out would be missed in silence.
type single struct {
	text  *string
	given bool
}

// Set implements pflag.Value.
func (s *single) Set(text string) error {
	if s.given && text != *s.text { // the shell's completion parses flags twice
		return &twiceError{*s.text, text}
	}
	*s.text, s.given = text, true
	return nil
}

// A twiceError is a flag that is given two values.
type twiceError struct{ first, second string }

func (e *twiceError) Error() string {
	return "given twice, as " + quote(e.first) + " and " + quote(e.second)
}

func (s *single) String() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Type implements pflag.Value.
func (s *single) Type() string { return "string" }

// load reads the table of the source.
func (c *command) load(s *source) (*route.Table, error) {
	options, err := c.options(s)
	if err != nil {
		return nil, err
	}
	return loadFrom(s, options)
}

// loadRows is load for commands that neither match requests nor call helpers, unless --strict
// asks what requests depend on.
func (c *command) loadRows(s *source) (*route.Table, error) {
	options, err := c.options(s)
	if err != nil {
		return nil, err
	}
	options.NoRequests = !s.strict
	return loadFrom(s, options)
}

func loadFrom(s *source, options expand.Options) (*route.Table, error) {
	path, err := s.file()
	if err != nil {
		return nil, err
	}
	table, err := expand.Load(path, options)
	if err != nil {
		return nil, &fileError{err: err, path: path, source: options.Source}
	}
	return table, nil
}

// stdinName is the name of a routes file that is read from standard input.
const stdinName = "<stdin>"

// maxText is the largest routes file that is read from standard input, in bytes.
const maxText = expand.DefaultMaxFileSize

// isStdin reports whether the routes file is read from standard input.
func (s *source) isStdin() bool { return s.path == "-" }

// text is the routes file of standard input, which is read once.
func (c *command) text() ([]byte, error) {
	if c.source != nil {
		return c.source, nil
	}
	text, err := io.ReadAll(io.LimitReader(c.stdin, maxText+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", stdinName, err)
	case len(text) > maxText:
		return nil, fmt.Errorf("%s: the file is too large: at most %d bytes are read", stdinName, maxText)
	}
	c.source = append([]byte{}, text...) // not nil
	return c.source, nil
}

// onlyOne refuses to read both the routes file and lines of requests from standard
// input.
func (s *source) onlyOne(cmd *cobra.Command, lines bool) error {
	if lines && s.isStdin() {
		return &usageError{"-f - and - both read standard input: give the routes file, or the lines, another way", cmd.CommandPath()}
	}
	return nil
}

// file is the path to read: that of -f, or the nearest one.
func (s *source) file() (string, error) {
	switch {
	case s.isStdin():
		return stdinName, nil
	case s.path != "":
		return s.path, nil
	case s.given != nil && s.given():
		return "", &usageError{text: "empty path: pass a routes file or an application's folder to -f"}
	}
	return nearest()
}

func (c *command) options(s *source) (expand.Options, error) {
	o := expand.Options{RailsEnv: s.env, Unknown: s.unknown, Framework: s.framework}
	if o.RailsEnv == "" {
		o.RailsEnv = c.getenv("RAILS_ENV")
	}
	var err error
	if o.Env, o.Set, err = assignments(s.set); err == nil && s.isStdin() {
		o.Source, err = c.text()
	}
	return o, err
}

// assignments reads the values of --set: those of ENV, and those of other
// expressions.
func assignments(set []string) (env, values map[string]string, err error) {
	env, values = map[string]string{}, map[string]string{}
	for _, text := range set {
		key, value, ok := settings.Cut(text)
		name, isEnv := route.VariableName(key)
		switch {
		case !ok || key == "" || isEnv && name == "":
			return nil, nil, &usageError{text: "write --set EXPR=VALUE or --set ENV.NAME=VALUE, not " + quote(text)}
		case isEnv && value != "~":
			env[name] = value
		default:
			if err := settings.Check(key, value); err != nil {
				return nil, nil, &usageError{text: "--set " + quote(text) + ": " + err.Error()}
			}
			values[key] = value
		}
	}
	return env, values, nil
}

// routesFile is where an application keeps its routes.
var routesFile = filepath.Join("config", "routes.rb")

var errNoApplication = errors.New("no config/routes.rb in this folder or any above; name one with -f PATH")

// nearest finds the application around the working directory: the folder, or
// the nearest one above, that has a config/routes.rb.
func nearest() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(filepath.Join(dir, routesFile))
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) || isLink(filepath.Join(dir, routesFile)) {
			return filepath.Join(dir, routesFile), nil // let the reader tell what is wrong with it
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", errNoApplication
		}
		dir = above
	}
}

// isLink reports whether a file that is not there, or its folder, is a symbolic
// link.
func isLink(name string) bool {
	for _, p := range []string{name, filepath.Dir(name)} {
		if info, err := os.Lstat(p); err == nil {
			_, err := os.Stat(p)
			return info.Mode()&fs.ModeSymlink != 0 && err != nil
		}
	}
	return false
}
