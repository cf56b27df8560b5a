package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/grammar"

	"github.com/spf13/cobra"
)

// check is `routes check`: problems in the routes.
func (c *command) check() *cobra.Command {
	var (
		from            source
		asJSON, missing bool
	)
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: "Report problems in the routes",
		Long: `Report problems in the routes, each with its place: routes that no request reaches because an earlier one takes all
of theirs, duplicate routes, conditions that can't be decided, values and words that only the application
knows, actions in only: and except: that there are not, slips that Rails takes without a word (onyl: [:index], via: :gett,
Rails.env.prodution?), concerns that nothing uses, settings that nothing asks for, constraint objects that no file
defines, variables of the environment that count as unset; blocks of constraints, redirects and endpoints that ask for
what is missing when requests come, and redirects of which a client can choose the host.

With --json it is an array of objects with kind (shadowed, duplicate, conditional, unknown, word, action, option, verb,
environment, setting, concern, constraint, env, engine, note, gem, request, open-redirect, error), severity (error,
warning, note), source, line, column, message, detail, routes and expression (the condition, or what is known to the
application only, in full). The text tells what several places have in common once, --json each of them.

With --missing it prints a .routes.yml instead that names whatever would settle what is unknown, each with its place,
the line there and the kind of value that it wants. Give each its value, and put the file into the application's folder,
next to its Gemfile; values are YAML: true, text, 5, [a, list], {a: mapping}, !ruby/regexp /a|b/, !ruby/class Some::Name,
!ruby/object Some::Name. If nothing is missing, nothing but a line on stderr says so.

Exit status: 0 nothing but notes was found, 1 there is a warning or the routes file has an error, 2 wrong usage.`,
		Example: `  routes check                             problems of the application here
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
			warnings := 0
			if asJSON {
				warnings, err = c.writeFindings(findings(table))
			} else {
				warnings, err = c.tellFindings(table, &from)
			}
			if err != nil {
				return err
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

func severity(s route.Severity) string {
	if s == route.Warning {
		return "warning"
	}
	return "note"
}

// findings are those about the table and those about its requests, by place.
func findings(t *route.Table) []check.Finding {
	all := append(check.Findings(t), dispatch.Check(t)...)
	slices.SortStableFunc(all, func(a, b check.Finding) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return all
}

// tellFindings tells each thing once and gives the number of warnings.
func (c *command) tellFindings(t *route.Table, from *source) (warnings int, err error) {
	var b strings.Builder
	groups := check.Group(findings(t))
	for _, d := range groups {
		if isWarning(d) {
			warnings++
		}
	}
	writeGroups(&b, groups, checkLine)
	if _, err := io.WriteString(c.stdout, b.String()); err != nil {
		return warnings, err
	}
	c.remedy(t, groups, from)
	return warnings, nil
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
	Expr     string        `json:"expression"`
}

type findingText struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Verb   string `json:"verb"`
	Path   string `json:"path"`
	Source string `json:"source"`
}

func (c *command) writeFindings(found []check.Finding) (warnings int, err error) {
	lines := make([]findingLine, len(found))
	for i, f := range found {
		lines[i] = findingLine{
			Kind: f.Kind, Severity: severity(f.Severity), Line: f.Pos.Line, Column: f.Pos.Column, Message: f.Summary, Detail: f.Detail, Expr: f.Expr,
			Routes: []findingText{},
		}
		if f.Severity == route.Warning {
			warnings++
		}
		if f.Pos.Line > 0 {
			lines[i].Source = fmt.Sprintf("%s:%d", f.Pos.Filename, f.Pos.Line)
		}
		for _, r := range f.Routes {
			lines[i].Routes = append(lines[i].Routes, findingText{r.Index, r.Name, r.Verb(), r.Path.String(), r.Source()})
		}
	}
	return warnings, writeLines(c.stdout, lines)
}

// printBroken prints the errors of the routes file as the only findings.
func (c *command) printBroken(broken *fileError) error {
	var lines []findingLine
	for _, err := range broken.all() {
		line := findingLine{Kind: "error", Severity: "error", Message: err.Error(), Routes: []findingText{}}
		var at interface{ Position() grammar.Pos }
		if errors.As(err, &at) && at.Position().Line > 0 {
			pos := at.Position()
			line.Source, line.Line, line.Column = fmt.Sprintf("%s:%d", pos.Filename, pos.Line), pos.Line, pos.Column
		}
		lines = append(lines, line)
	}
	if err := writeLines(c.stdout, lines); err != nil {
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

// printMissing prints the settings that would settle what is unknown.
func (c *command) printMissing(from *source) error {
	options, err := c.options(from)
	if err != nil {
		return err
	}
	path, err := from.file()
	if err != nil {
		return err
	}
	missing, err := expand.FindMissing(path, options)
	if err != nil {
		return &fileError{err: err, path: path, source: options.Source}
	}
	if len(missing) == 0 {
		return c.nothingMissing(from)
	}
	_, err = io.WriteString(c.stdout, expand.Template(missing))
	return err
}

// nothingMissing says so, and names the variables of the environment that count
// as unset.
func (c *command) nothingMissing(from *source) error {
	fmt.Fprintf(c.stderr, "routes: nothing is missing: no value in %s would make the table more exact\n", route.SettingsFile)
	table, err := c.loadRows(from)
	if err != nil {
		return err
	}
	if n := len(table.Unset); n > 0 {
		fmt.Fprintf(c.stderr, "note: the routes ask for %s of the environment that count as unset: %s\n", count(n, "variable"), from.command("routes check"))
	}
	return nil
}
