package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"signalbox/expand/controllers"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/openapi"

	"github.com/spf13/cobra"
)

// A listing is what the flags of list ask for.
type listing struct {
	from             source
	filter           route.Filter
	expanded, asJSON bool
	engines          bool
	unused, tree     bool
	depth            int
	format, server   string
	fit              bool
	color            string
}

// list is `routes list`: the table, as Rails prints it or as JSON.
func (c *command) list() *cobra.Command {
	l := &listing{}
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

On a terminal the table is in colors, and --fit cuts long paths and endpoints in the middle; piped, it is Rails' bytes.

--tree prints the paths by their segments, one a line, with verbs and endpoints behind; with --json as nested objects:
segment, path, routes, children. --format markdown and csv have the table's columns, guards and source;
--format openapi is a document of OpenAPI 3.1, for clients and other tools, with --server URL before its paths.

--unused prints the routes whose controller or action is not there, as "rails routes --unused" does, from the files of
the application's controllers: methods of the class and of what it inherits and includes, and templates. Where a gem or
code that only runs may define the action, that is counted on stderr, and the route is not printed. Exit status 1 says
that there are unused routes.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f := cmd.Flags()
			if err := l.valid(f.Changed("depth")); err != nil {
				return err
			}
			l.filter.Controller = pattern(l.filter.Controller, f.Changed("controller"))
			l.filter.Grep = pattern(l.filter.Grep, f.Changed("grep"))
			table, err := c.loadRows(&l.from)
			if err != nil {
				return err
			}
			if l.unused {
				return c.printUnused(table, l.filter)
			}
			if err := c.printTable(table, l); err != nil {
				return err
			}
			return c.warn(table, &l.from, l.format != "json")
		},
	}
	f := cmd.Flags()
	l.from.flags(cmd)
	f.StringVarP(&l.filter.Controller, "controller", "c", "", "only the routes whose controller `PATTERN` matches: posts (also admin/posts), Admin::PostsController")
	f.StringVarP(&l.filter.Grep, "grep", "g", "", "only the routes that `PATTERN` matches: a regexp, or a path such as /posts/1; ignored with -c")
	f.BoolVarP(&l.expanded, "expanded", "E", false, "one block of lines per route instead of a table")
	f.BoolVar(&l.asJSON, "json", false, "an array of objects instead of a table")
	f.BoolVar(&l.engines, "engines", false, "with --json, also the routes of mounted engines")
	choiceFlag(cmd, &l.format, "format", "`FORM` of the output: table, expanded, json, markdown, csv or openapi", "table", "expanded", "json", "markdown", "csv", "openapi")
	f.StringVar(&l.server, "server", "", "with --format openapi, the `URL` that the paths begin with")
	f.BoolVar(&l.tree, "tree", false, "the paths by their segments instead of a table")
	f.IntVar(&l.depth, "depth", 0, "with --tree, so many `LEVELS`; what is below is counted")
	f.BoolVar(&l.unused, "unused", false, "only the routes whose controller or action is not there")
	f.BoolVar(&l.fit, "fit", false, "on a terminal, cut paths and endpoints in the middle so that lines fit")
	colorFlag(cmd, &l.color)
	c.completeFlags(cmd)
	return cmd
}

// valid returns the error of flags that make no sense, and settles the format.
func (l *listing) valid(depth bool) error {
	wrong := func(text string) error { return &usageError{text: text} }
	switch {
	case l.expanded && l.asJSON:
		return wrong("--expanded and --json exclude each other")
	case l.engines && !l.asJSON && l.format != "json":
		return wrong("--engines goes with --json; the table has the routes of engines without it")
	case l.unused && (l.asJSON || l.expanded):
		return wrong("--unused goes with -c and -g, not with --json or --expanded")
	case l.server != "" && l.format != "openapi":
		return wrong("--server goes with --format openapi")
	case depth && (!l.tree || l.depth < 1):
		return wrong("--depth goes with --tree, and is 1 or more")
	case l.tree && (l.expanded || l.unused || l.format != "table" && l.format != "json"):
		return wrong("--tree goes with --json, -c and -g")
	case l.asJSON:
		l.format = "json"
	case l.expanded:
		l.format = "expanded"
	}
	return nil
}

// printTable prints the rows in the form that is asked for.
func (c *command) printTable(table *route.Table, l *listing) error {
	switch {
	case l.tree:
		return c.printTree(table, l)
	case l.format == "markdown":
		return table.WriteMarkdown(c.stdout, l.filter)
	case l.format == "csv":
		return table.WriteCSV(c.stdout, l.filter)
	case l.format == "openapi":
		return c.printOpenAPI(table, openapi.Options{Server: l.server, Filter: l.filter})
	case l.engines:
		return table.WriteJSONEngines(c.stdout, l.filter)
	case l.format == "json":
		return table.WriteJSONFiltered(c.stdout, l.filter)
	case l.format == "expanded":
		width, ok := c.terminal()
		if !ok {
			width = defaultWidth
		}
		return table.WriteExpanded(c.stdout, l.filter, width)
	}
	return c.printSheet(table, l)
}

// printSheet prints the table as Rails does, on a terminal in colors.
func (c *command) printSheet(table *route.Table, l *listing) error {
	screen := route.Screen{}
	if c.painted(l.color) {
		screen.Paint = paintPart
	}
	if l.fit {
		screen.Width, _ = c.terminal()
	}
	return table.WriteScreen(c.stdout, l.filter, screen)
}

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
func (c *command) printTree(table *route.Table, l *listing) error {
	tree, err := table.Tree(l.filter)
	if err != nil {
		return err
	}
	if l.format == "json" {
		return json.NewEncoder(c.stdout).Encode(tree)
	}
	width, _ := c.terminal()
	return tree.Write(c.stdout, l.depth, width)
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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
