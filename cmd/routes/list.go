package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"signalbox/dsl"
	"signalbox/expand"
)

// list is `routes list`: the table, as Rails prints it or as JSON.
func (c *command) list() *cobra.Command {
	var (
		from           source
		filter         expand.Filter
		expanded, json bool
	)
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "Print the table of routes (the default)",
		Long: `Print the table of routes, byte for byte as "rails routes" of Rails 8.1 does.

-c and -g are patterns as in Rails, Ruby regexps that match anywhere: -c issues also lists api/v1/issues, -c '^issues$'
does not. -g is tried on the controller, action, verb, name and path of a route, and, as a path that is asked for, on the
pattern of its path: -g /posts/1 lists /posts/:id. With both, -g is ignored.

With --json it is an array of objects with index, name, verb, path, controller, action, reqs, defaults, requirements,
constraints, source (file and line), kind, anchored, internal, required_parts, optional_parts and conditional. A regexp
is {"regexp": SOURCE, "options": "mix"}, a symbol {"sym": NAME}.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			if expanded && json {
				return &usageError{text: "--expanded and --json exclude each other"}
			}
			table, err := c.load(&from)
			if err != nil {
				return err
			}
			switch {
			case json:
				err = table.WriteJSONFiltered(c.stdout, filter)
			case expanded:
				err = table.WriteExpanded(c.stdout, filter, width(c.stdout))
			default:
				err = table.WriteSheet(c.stdout, filter)
			}
			if err != nil {
				return err
			}
			return c.doubts(table, &from, !json)
		},
	}
	f := cmd.Flags()
	from.flags(cmd)
	f.StringVarP(&filter.Controller, "controller", "c", "", "only the routes whose controller `PATTERN` matches: posts (also admin/posts), Admin::PostsController")
	f.StringVarP(&filter.Grep, "grep", "g", "", "only the routes that `PATTERN` matches: a regexp, or a path such as /posts/1; ignored with -c")
	f.BoolVarP(&expanded, "expanded", "E", false, "one block of lines per route instead of a table")
	f.BoolVar(&json, "json", false, "an array of objects instead of a table")
	c.completeFlags(cmd)
	return cmd
}

// defaultWidth is that of output that is no terminal.
const defaultWidth = 80

// width is how wide the terminal behind w is.
func width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return defaultWidth
	}
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return n
	}
	return defaultWidth
}

// doubts tells on stderr what the table depends on; conditional rows only if
// they are not marked in the output itself.
func (c *command) doubts(t *expand.Table, from *source, conditions bool) error {
	doubtful := false
	for _, d := range t.Diagnostics {
		kind := "note"
		if d.Severity == expand.Warning {
			kind, doubtful = "warning", true
		}
		where := ""
		if d.Pos.Line > 0 {
			where = d.Pos.String() + ": "
		}
		fmt.Fprintf(c.stderr, "%s%s: %s\n", where, kind, printable(d.Summary))
		if d.Detail != "" {
			fmt.Fprintf(c.stderr, "  %s\n", printable(d.Detail))
		}
	}
	rows, order := dependent(t)
	for _, on := range order {
		doubtful = true
		if conditions {
			fmt.Fprintf(c.stderr, "%s: %s if %s\n", on.Pos, count(rows[on], "route"), printable(dsl.Brief(on.Text)))
		}
	}
	if from.strict && doubtful {
		return errDoubtful
	}
	return nil
}

// dependent counts the listed routes of each condition, in the order in which
// the conditions appear.
func dependent(t *expand.Table) (map[dsl.Condition]int, []dsl.Condition) {
	rows := map[dsl.Condition]int{}
	var order []dsl.Condition
	for _, r := range t.Routes {
		for _, on := range r.Conditions {
			if rows[on] == 0 {
				order = append(order, on)
			}
			rows[on]++
		}
	}
	return rows, order
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
