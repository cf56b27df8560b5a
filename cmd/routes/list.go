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
	fit, watch       bool
	color            string
}

// list is `routes list`: the table, as Rails prints it or as JSON.
func (c *command) list() *cobra.Command {
	l := &listing{}
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "Print the table of routes (the default)",
		Long: `Print the table of routes, byte for byte as "rails routes" of Rails 8.1 does. On
a terminal it has colors, and --fit cuts long paths and endpoints.

-c and -g take Ruby regexps that match anywhere, as in Rails: -c issues also
lists api/v1/issues, -c '^issues$' does not. -g matches the controller, action,
verb, name and path. It also takes a path to look up: -g /posts/1 lists
/posts/:id. With -c, -g is ignored.

--json prints an array of objects; "routes help json" explains their fields.
With --engines, the rows of mounted engines follow, each with "engine".
"guards" lists what a request must pass besides verb and path, outermost first:
{"kind": KIND, "text": RUBY, "source": FILE:LINE:COLUMN}. KIND is object,
lambda, hash (subdomain: "api"), sign_in (authenticate) or unknown.
"conditional" lists the unknown conditions of a row, "placeholders" the unknown
values that it shows as source code.

--tree prints one path segment per line, followed by verbs and endpoints.
--format markdown and csv print the table with guards and sources.
--format openapi prints an OpenAPI 3.1 document; --server sets its base URL.

--unused prints routes whose controller or action is missing, as
"rails routes --unused" does. It reads the application's controllers and
templates. It counts routes whose action a gem may define on stderr. The exit
status is 1 if there are unused routes.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f := cmd.Flags()
			if err := l.valid(f.Changed("depth")); err != nil {
				return err
			}
			l.filter.Controller = pattern(l.filter.Controller, f.Changed("controller"))
			l.filter.Grep = pattern(l.filter.Grep, f.Changed("grep"))
			if l.watch {
				return c.follow(cmd, &l.from, false, func(table *route.Table) error { return c.printRows(table, l) })
			}
			table, err := c.loadRows(&l.from)
			if err != nil {
				return err
			}
			if l.unused {
				return c.printUnused(table, l.filter)
			}
			return c.printRows(table, l)
		},
	}
	f := cmd.Flags()
	l.from.flags(cmd)
	f.StringVarP(&l.filter.Controller, "controller", "c", "", "list only controllers that match `PATTERN`: posts (also admin/posts), Admin::PostsController")
	f.StringVarP(&l.filter.Grep, "grep", "g", "", "list only routes that match `PATTERN`: a regexp, or a path such as /posts/1; ignored with -c")
	f.BoolVarP(&l.expanded, "expanded", "E", false, "print one block of lines per route")
	f.BoolVar(&l.asJSON, "json", false, "print an array of objects")
	f.BoolVar(&l.engines, "engines", false, "with --json, include the routes of mounted engines")
	choiceFlag(cmd, &l.format, "format", "`FORM` of the output: table, expanded, json, markdown, csv or openapi", "table", "expanded", "json", "markdown", "csv", "openapi")
	f.StringVar(&l.server, "server", "", "with --format openapi, the base `URL` of the paths")
	f.BoolVar(&l.tree, "tree", false, "print the paths by their segments")
	f.IntVar(&l.depth, "depth", 0, "with --tree, print this many `LEVELS` and count the rest")
	f.BoolVar(&l.unused, "unused", false, "list only routes whose controller or action is missing")
	f.BoolVar(&l.fit, "fit", false, "on a terminal, cut paths and endpoints in the middle to fit its width")
	watchFlag(cmd, &l.watch)
	colorFlag(cmd, &l.color)
	c.completeFlags(cmd)
	return cmd
}

// printRows prints the rows, and what is to be known of them on stderr.
func (c *command) printRows(table *route.Table, l *listing) error {
	if err := c.printTable(table, l); err != nil {
		return err
	}
	return c.warn(table, &l.from, l.format != "json")
}

// valid returns the error of flags that make no sense, and settles the format.
func (l *listing) valid(depth bool) error {
	wrong := func(text string) error { return &usageError{text: text} }
	switch {
	case l.expanded && l.asJSON:
		return wrong("--expanded and --json exclude each other")
	case l.engines && !l.asJSON && l.format != "json":
		return wrong("--engines goes with --json; the table has the routes of engines without it")
	case l.unused && (l.asJSON || l.expanded || l.format != "table"):
		return wrong("--unused goes with -c and -g, not with --json, --expanded or --format")
	case l.asJSON && l.format != "table" && l.format != "json", l.expanded && l.format != "table" && l.format != "expanded":
		return wrong("--json and --expanded exclude another --format")
	case l.watch && (l.unused || l.asJSON || l.format != "table" && l.format != "expanded"):
		return wrong("--watch goes with the table, --expanded, --tree, -c and -g")
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
