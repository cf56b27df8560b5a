package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	"github.com/spf13/cobra"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/grammar"
)

// check is `routes check`: everything doubtful in the routes.
func (c *command) check() *cobra.Command {
	var (
		from            source
		asJSON, missing bool
	)
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: "Tell everything doubtful in the routes",
		Long: `Tell everything doubtful in the routes, with its place: routes that no request reaches because an earlier one takes all
of theirs, routes that are there twice, conditions that can't be decided, values and words that only the application
knows, actions in only: and except: that there are not, concerns that nothing uses, settings that nothing asks for.

With --json it is an array of objects with kind (shadowed, duplicate, conditional, unknown, word, action, setting,
concern, engine, note, error), severity (error, warning, note), source, line, column, message, detail and routes.

With --missing it prints a .routes.yml instead that names whatever would settle what is unknown; give each its value,
and put the file beside the application.`,
		Example: `  routes check                             what is doubtful here
  routes check -f ~/blog --json            the same of another application, for programs
  routes check --missing >> .routes.yml    what to fill in, so that the table is exact`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			if missing && asJSON {
				return &usageError{text: "--missing and --json exclude each other", path: "routes check"}
			}
			if missing {
				return c.printMissing(&from)
			}
			table, err := c.load(&from)
			if err != nil {
				if broken := new(fileError); asJSON && errors.As(err, &broken) {
					return c.printBroken(broken)
				}
				return err
			}
			found := table.Check()
			if asJSON {
				err = c.writeFindings(found)
			} else {
				err = c.tellFindings(found)
			}
			if err != nil {
				return err
			}
			warnings := 0
			for _, f := range found {
				if f.Severity == expand.Warning {
					warnings++
				}
			}
			if warnings > 0 {
				return errors.New(count(warnings, "warning"))
			}
			return nil
		},
	}
	from.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "an array of objects instead of lines")
	cmd.Flags().BoolVar(&missing, "missing", false, "print the .routes.yml that would settle what is unknown")
	return cmd
}

func severity(s expand.Severity) string {
	if s == expand.Warning {
		return "warning"
	}
	return "note"
}

func (c *command) tellFindings(found []expand.Finding) error {
	for _, f := range found {
		where := ""
		if f.Pos.Line > 0 {
			where = f.Pos.String() + ": "
		}
		if _, err := fmt.Fprintf(c.stdout, "%s%s: %s\n", where, severity(f.Severity), printable(f.Summary)); err != nil {
			return err
		}
		if f.Detail != "" {
			fmt.Fprintf(c.stdout, "  %s\n", printable(f.Detail))
		}
	}
	return nil
}

// A findingLine is a finding in its JSON form.
type findingLine struct {
	Kind     string        `json:"kind"`
	Severity string        `json:"severity"`
	Source   string        `json:"source"`
	Line     int           `json:"line"`
	Column   int           `json:"column"`
	Message  string        `json:"message"`
	Detail   string        `json:"detail"`
	Routes   []findingText `json:"routes"`
}

type findingText struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Verb   string `json:"verb"`
	Path   string `json:"path"`
	Source string `json:"source"`
}

func (c *command) writeFindings(found []expand.Finding) error {
	lines := make([]findingLine, len(found))
	for i, f := range found {
		lines[i] = findingLine{
			Kind: f.Kind, Severity: severity(f.Severity), Line: f.Pos.Line, Column: f.Pos.Column, Message: f.Summary, Detail: f.Detail, Routes: []findingText{},
		}
		if f.Pos.Line > 0 {
			lines[i].Source = fmt.Sprintf("%s:%d", f.Pos.Filename, f.Pos.Line)
		}
		for _, r := range f.Routes {
			lines[i].Routes = append(lines[i].Routes, findingText{r.Index, r.Name, r.Verb(), r.Path.String(), r.Source()})
		}
	}
	return writeLines(c.stdout, lines)
}

// printBroken is an error of the routes file as the only finding.
func (c *command) printBroken(broken *fileError) error {
	line := findingLine{Kind: "error", Severity: "error", Message: broken.err.Error(), Routes: []findingText{}}
	var at interface{ Position() grammar.Pos }
	if errors.As(broken.err, &at) && at.Position().Line > 0 {
		pos := at.Position()
		line.Source, line.Line, line.Column = fmt.Sprintf("%s:%d", pos.Filename, pos.Line), pos.Line, pos.Column
	}
	if err := writeLines(c.stdout, []findingLine{line}); err != nil {
		return err
	}
	return errors.New("the routes file has an error")
}

func writeLines(w io.Writer, lines []findingLine) error {
	if len(lines) == 0 {
		_, err := fmt.Fprintln(w, "[]")
		return err
	}
	for i, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		open, end := " ", ","
		if i == 0 {
			open = "["
		}
		if i == len(lines)-1 {
			end = "]"
		}
		if _, err := fmt.Fprintf(w, "%s%s%s\n", open, text, end); err != nil {
			return err
		}
	}
	return nil
}

// maxVariables bounds how many variables of the environment are found missing.
const maxVariables = 200

// printMissing prints the settings that would settle what is unknown. A variable
// of the environment that the file can't do without stops it; it is made up, to
// find the next.
func (c *command) printMissing(from *source) error {
	options, err := c.options(from)
	if err != nil {
		return err
	}
	path, err := from.file()
	if err != nil {
		return err
	}
	var variables []expand.Missing
	for {
		table, err := expand.Load(path, options)
		name, pos, ok := missingVariable(err)
		switch {
		case err == nil:
			_, err = io.WriteString(c.stdout, expand.Skeleton(append(variables, table.Missing()...)))
			return err
		case !ok || len(variables) >= maxVariables:
			return &fileError{err, path}
		}
		variables = append(variables, expand.Missing{Expr: "ENV." + name, Pos: pos})
		options.Env = maps.Clone(options.Env)
		options.Env[name] = name
	}
}

// missingVariable tells the error of ENV.fetch.
func missingVariable(err error) (name string, pos grammar.Pos, ok bool) {
	var ee *dsl.EvalError
	if !errors.As(err, &ee) {
		return "", grammar.Pos{}, false
	}
	name, ok = ee.MissingVariable()
	return name, ee.Pos, ok
}
