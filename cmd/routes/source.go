package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"signalbox/expand"
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
	f.VarP(&single{&s.path, false}, "file", "f", "read the routes file or the application at `PATH`")
	f.Var(&single{&s.env, false}, "env", "let Rails.env be `NAME` (default $RAILS_ENV, else development)")
	f.StringArrayVar(&s.set, "set", nil, "let what only the application knows have a value: `EXPR=VALUE`, as Settings.sso=true, Site.locales=[en,fr] or ENV.TIER=gold; may be repeated")
	f.Var(&single{&s.unknown, false}, "unknown", "take `SIDE` where a condition can't be decided: both (the default), true or false")
	f.BoolVar(&s.framework, "framework", false, "add the routes that a booted application has besides: those of Active Storage, engines of its Gemfile and others")
	f.BoolVar(&s.strict, "strict", false, "exit with status 1 if anything can't be decided")
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
func (c *command) load(s *source) (*expand.Table, error) {
	options, err := c.options(s)
	if err != nil {
		return nil, err
	}
	return loadFrom(s, options)
}

// loadRows is load for commands that neither match requests nor call helpers.
func (c *command) loadRows(s *source) (*expand.Table, error) {
	options, err := c.options(s)
	if err != nil {
		return nil, err
	}
	options.NoRequests = true
	return loadFrom(s, options)
}

func loadFrom(s *source, options expand.Options) (*expand.Table, error) {
	path, err := s.file()
	if err != nil {
		return nil, err
	}
	table, err := expand.Load(path, options)
	if err != nil {
		return nil, &fileError{err, path}
	}
	return table, nil
}

// file is the path to read: that of -f, or the nearest one.
func (s *source) file() (string, error) {
	switch {
	case s.path == "-":
		return "", &usageError{text: "-f - is no file: a routes file is not read from stdin, name it or its application's folder"}
	case s.path != "":
		return s.path, nil
	case s.given != nil && s.given():
		return "", &usageError{text: "-f wants a routes file or an application's folder, not an empty path"}
	}
	return nearest()
}

func (c *command) options(s *source) (expand.Options, error) {
	o := expand.Options{RailsEnv: s.env, Unknown: s.unknown, Framework: s.framework}
	if o.RailsEnv == "" {
		o.RailsEnv = c.getenv("RAILS_ENV")
	}
	if s.unknown != "" && !slices.Contains(sides, s.unknown) {
		return o, &usageError{text: "--unknown must be both, true or false, not " + quote(s.unknown)}
	}
	var err error
	o.Env, o.Set, err = assignments(s.set)
	return o, err
}

var sides = []string{"both", "true", "false"}

// assignments reads the values of --set: those of ENV, and those of other
// expressions.
func assignments(set []string) (env, values map[string]string, err error) {
	env, values = map[string]string{}, map[string]string{}
	for _, text := range set {
		key, value, ok := expand.CutSetting(text)
		name, isEnv := expand.VariableName(key)
		switch {
		case !ok || key == "" || isEnv && name == "":
			return nil, nil, &usageError{text: "--set wants EXPR=VALUE or ENV.NAME=VALUE, not " + quote(text)}
		case isEnv && value != "~":
			env[name] = value
		default:
			if err := expand.CheckSetting(key, value); err != nil {
				return nil, nil, &usageError{text: "--set " + quote(text) + ": " + err.Error()}
			}
			values[key] = value
		}
	}
	return env, values, nil
}

// routesFile is where an application keeps its routes.
var routesFile = filepath.Join("config", "routes.rb")

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
		if !errors.Is(err, fs.ErrNotExist) {
			return filepath.Join(dir, routesFile), nil // let the reader tell what is wrong with it
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", errors.New("no config/routes.rb in this folder or any above; name one with -f PATH")
		}
		dir = above
	}
}
