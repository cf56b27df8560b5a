package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"signalbox/diff"
	"signalbox/expand/check"
)

// errDiffer is the answer of diff where the sides differ, which has been printed.
var errDiffer = errors.New("the tables differ")

// A troubleError is one that leaves nothing to compare: its exit status is not that of sides
// that differ.
type troubleError struct{ error }

func (e troubleError) Unwrap() error { return e.error }

// diff is `routes diff`: what differs between two tables.
func (c *command) diff() *cobra.Command {
	var (
		from       source
		format     string
		color      string
		guardsOnly bool
	)
	cmd := &cobra.Command{
		Use:   "diff [A [B]] [flags]",
		Short: "Print what differs between two revisions, applications or routes files",
		Long: `Print what differs between the routes of two sides, each a git revision, an application's folder or a routes file:
HEAD and the working tree if none is given, A and the working tree if one is. A...B is B and what it has in common with
A, as git diff has it: what a pull request changes. A revision is read as a whole application, with the files it draws,
its initializers, Gemfile.lock and .routes.yml; nothing is checked out, and git is the only program that is run. Two
applications are compared with all that they draw when they boot, as --framework lists it.

Rows are paired by verb, path and guards, then by name, then by endpoint; where they stand in the file is no difference,
nor which row of a path has its name.
What opens is printed first: a guard that is removed or changed, a new verb of a path, a mount, a path that catches all,
a redirect whose host a client can choose. Then the rows that are added, removed and changed follow, and the requests
that another row answers than before because of the order, each with one that shows it.

With --json (or --format json) it is an object: {"schema": "routes.diff/1", "exposure", "added", "removed", "changed",
"precedence", "undecided"}, whose rows are those of "routes --json". --format markdown is a comment for a pull request, of
at most 60,000 characters.

Exit status: 0 the sides have the same routes, 1 they differ, 2 wrong usage, or a side has an error, which is printed with
its place: HEAD~1:config/routes.rb:2:3.`,
		Example: `  routes diff                            what the working tree changes
  routes diff main...                    what this branch changes
  routes diff v1.0 v2.0 --guards-only    whose guards differ between two releases
  routes diff ~/shop ~/shop-rewrite      two applications
  routes diff origin/main... --format markdown
                                         the same as a comment for a pull request`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 2 {
				return &usageError{fmt.Sprintf("diff compares two sides, not %d", len(args)), "routes diff"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				format = "json"
			}
			before, after, report, err := c.compare(cmd.Context(), &from, args)
			if err != nil {
				return troubleError{err}
			}
			if guardsOnly {
				report = report.GuardsOnly()
			}
			if err := c.writeDiff(report, format, c.painted(color), diff.Names{Before: before.name, After: after.name}); err != nil {
				return troubleError{err}
			}
			exact := c.noteUnresolved(before)
			exact = c.noteUnresolved(after) && exact
			switch {
			case !report.Same():
				return errDiffer
			case from.strict && !exact:
				return errUnresolved
			}
			return nil
		},
	}
	from.flags(cmd)
	f := cmd.Flags()
	choiceFlag(cmd, &format, "format", "`FORM` of the output: text, json or markdown", "text", "json", "markdown")
	f.Bool("json", false, "the same as --format json")
	f.BoolVar(&guardsOnly, "guards-only", false, "only what concerns guards")
	colorFlag(cmd, &color)
	return cmd
}

func (c *command) writeDiff(report *diff.Report, format string, painted bool, names diff.Names) error {
	switch format {
	case "json":
		return report.WriteJSON(c.stdout, names)
	case "markdown":
		return report.WriteMarkdown(c.stdout, names)
	}
	if report.Undecided > 0 {
		defer fmt.Fprintf(c.stderr, "note: which row answers first could not be decided for %s\n", count(report.Undecided, "pair"))
	}
	if !painted {
		return report.WriteText(c.stdout, names)
	}
	var b bytes.Buffer
	_ = report.WriteText(&b, names) // a buffer takes all
	_, err := io.WriteString(c.stdout, paintLines(b.String(), diffColor))
	return err
}

// diffColor is the color of a line by the mark of its row.
func diffColor(line string) color {
	switch mark, _, _ := strings.Cut(strings.TrimPrefix(line, "  "), " "); {
	case !strings.HasPrefix(line, "  ") && line != "":
		return bold
	case strings.HasPrefix(line, "   "):
		return plain
	case mark == "!" || mark == "-":
		return red
	case mark == "+":
		return green
	default:
		return yellow
	}
}

// noteUnresolved says that the table of a side is not exact, and reports whether it is.
func (c *command) noteUnresolved(s *side) (exact bool) {
	n := 0
	for _, d := range check.Groups(s.table) {
		if d.Unresolved() {
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(c.stderr, "note: the table of %s depends on %s; run `routes check` to list them\n", printable(s.name), count(n, "unknown value"))
	}
	return n == 0
}
