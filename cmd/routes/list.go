package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"signalbox/expand/controllers"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/openapi"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// list is `routes list`: the table, as Rails prints it or as JSON.
func (c *command) list() *cobra.Command {
	var (
		from             source
		filter           route.Filter
		expanded, asJSON bool
		engines          bool
		unused, tree     bool
		depth            int
		format, server   string
	)
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "Print the table of routes (the default)",
		Long: `Print the table of routes, byte for byte as "rails routes" of Rails 8.1 does.

-c and -g are patterns as in Rails, Ruby regexps that match anywhere: -c issues also lists api/v1/issues, -c '^issues$'
does not. -g is tried on the controller, action, verb, name and path of a route, and, as a path that is asked for, on the
pattern of its path: -g /posts/1 lists /posts/:id. With both, -g is ignored.

With --json it is an array of objects with index, name, verb, path, controller, action, reqs, defaults, requirements,
constraints, guards, source (file and line), column, kind, anchored, internal, required_parts, optional_parts and
conditional. A regexp is {"regexp": SOURCE, "options": "mix"}, a symbol {"sym": NAME}. Where Rails records a caller as
the source, declared is the place of the routing word itself. The rows are the application's; with --engines those of
the engines that it mounts follow, each with engine, the engine's name.

guards is what a request must pass besides verb and path, the outermost first: {"kind": KIND, "text": RUBY, "source":
FILE:LINE:COLUMN}. The kinds are object (constraints AdminOnly.new, also a class), lambda, hash (subdomain: "api"),
sign_in (authenticate, authenticated, unauthenticated) and unknown (a value, options or a routing word that only the
application knows). A row whose path, name or endpoint shows the source of a value that only the application knows
lists it in placeholders: ["Settings.prefix"].

--tree prints the paths by their segments, one a line, with verbs and endpoints behind; with --json as nested objects:
segment, path, routes, children. --format markdown and csv have the table's columns, guards and source;
--format openapi is a document of OpenAPI 3.1, for clients and other tools, with --server URL before its paths.

--unused prints the routes whose controller or action is not there, as "rails routes --unused" does, from the files of
the application's controllers: methods of the class and of what it inherits and includes, and templates. Where a gem or
code that only runs may define the action, that is counted on stderr, and the route is not printed. Exit status 1 says
that there are unused routes.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if expanded && asJSON {
				return &usageError{text: "--expanded and --json exclude each other"}
			}
			if engines && !asJSON {
				return &usageError{text: "--engines goes with --json; the table has the routes of engines without it"}
			}
			switch {
			case unused && (asJSON || expanded):
				return &usageError{text: "--unused goes with -c and -g, not with --json or --expanded"}
			case !slices.Contains(listFormats, format):
				return &usageError{text: "--format must be table, expanded, json, markdown, csv or openapi, not " + quote(format) + meant(format, listFormats...)}
			case server != "" && format != "openapi":
				return &usageError{text: "--server goes with --format openapi"}
			case cmd.Flags().Changed("depth") && (!tree || depth < 1):
				return &usageError{text: "--depth goes with --tree, and is 1 or more"}
			case tree && (expanded || unused || format != "table" && format != "json"):
				return &usageError{text: "--tree goes with --json, -c and -g"}
			}
			asJSON, expanded = asJSON || format == "json", expanded || format == "expanded"
			f := cmd.Flags()
			filter.Controller = pattern(filter.Controller, f.Changed("controller"))
			filter.Grep = pattern(filter.Grep, f.Changed("grep"))
			table, err := c.loadRows(&from)
			if err != nil {
				return err
			}
			if unused {
				return c.printUnused(table, filter)
			}
			switch {
			case tree:
				err = c.printTree(table, filter, asJSON, depth)
			case format == "markdown":
				err = table.WriteMarkdown(c.stdout, filter)
			case format == "csv":
				err = table.WriteCSV(c.stdout, filter)
			case format == "openapi":
				err = c.printOpenAPI(table, openapi.Options{Server: server, Filter: filter})
			case engines:
				err = table.WriteJSONEngines(c.stdout, filter)
			case asJSON:
				err = table.WriteJSONFiltered(c.stdout, filter)
			case expanded:
				err = table.WriteExpanded(c.stdout, filter, width(c.stdout))
			default:
				err = table.WriteSheet(c.stdout, filter)
			}
			if err != nil {
				return err
			}
			return c.warn(table, &from, !asJSON)
		},
	}
	f := cmd.Flags()
	from.flags(cmd)
	f.StringVarP(&filter.Controller, "controller", "c", "", "only the routes whose controller `PATTERN` matches: posts (also admin/posts), Admin::PostsController")
	f.StringVarP(&filter.Grep, "grep", "g", "", "only the routes that `PATTERN` matches: a regexp, or a path such as /posts/1; ignored with -c")
	f.BoolVarP(&expanded, "expanded", "E", false, "one block of lines per route instead of a table")
	f.BoolVar(&asJSON, "json", false, "an array of objects instead of a table")
	f.BoolVar(&engines, "engines", false, "with --json, also the routes of mounted engines")
	f.StringVar(&format, "format", "table", "`FORM` of the output: table, expanded, json, markdown, csv or openapi")
	f.StringVar(&server, "server", "", "with --format openapi, the `URL` that the paths begin with")
	f.BoolVar(&tree, "tree", false, "the paths by their segments instead of a table")
	f.IntVar(&depth, "depth", 0, "with --tree, so many `LEVELS`; what is below is counted")
	f.BoolVar(&unused, "unused", false, "only the routes whose controller or action is not there")
	c.completeFlags(cmd)
	return cmd
}

var listFormats = []string{"table", "expanded", "json", "markdown", "csv", "openapi"}

// printOpenAPI prints the routes as a document of OpenAPI.
func (c *command) printOpenAPI(table *route.Table, o openapi.Options) error {
	doc, err := openapi.New(table, o)
	if err != nil {
		return err
	}
	out := json.NewEncoder(c.stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(doc); err != nil {
		return err
	}
	if n := len(doc.Unreachable); n > 0 {
		fmt.Fprintf(c.stderr, "note: %s left out that no request reaches; `routes check` tells which\n", count(n, "route"))
	}
	return nil
}

// printTree prints the routes by the segments of their paths; cut to the width of a terminal.
func (c *command) printTree(table *route.Table, filter route.Filter, asJSON bool, depth int) error {
	tree, err := table.Tree(filter)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(c.stdout).Encode(tree)
	}
	wide := 0
	if f, ok := c.stdout.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		wide = width(c.stdout)
	}
	return tree.Write(c.stdout, depth, wide)
}

// errUnused is the answer of --unused where there are some, which have been printed.
var errUnused = errors.New("there are unused routes")

// printUnused prints the routes whose controller or action is not there.
func (c *command) printUnused(table *route.Table, filter route.Filter) error {
	fsys, closeFolder, err := files.OpenFolder(table.Root)
	if err != nil {
		return err
	}
	defer closeFolder()
	index := controllers.New(fsys, table)
	var unused []*route.Route
	undecided := 0
	for _, r := range table.Routes {
		switch index.Unused(r) {
		case controllers.Yes:
			unused = append(unused, r)
		case controllers.Maybe:
			undecided++
		}
	}
	if err := table.WriteUnused(c.stdout, filter, unused); err != nil {
		return err
	}
	if undecided > 0 {
		fmt.Fprintf(c.stderr, "note: a gem, or code that is not run, may define the actions of %s more\n", count(undecided, "route"))
	}
	if len(unused) > 0 { // whatever the filter shows, as in Rails
		return errUnused
	}
	return nil
}

// pattern is the pattern of a filter that was given: an empty one matches every
// text, where none filters nothing.
func pattern(text string, given bool) string {
	if given && text == "" {
		return "(?:)"
	}
	return text
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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
