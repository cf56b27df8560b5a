package expand

import (
	"slices"
	"strings"

	"signalbox/grammar"
)

// An applicationFile is what config/application.rb says in so many words of the folders of
// the application, and of the kind of its routes:
//
//	config.api_only = true
//	config.autoload_paths << Rails.root.join("config/routes")
//	config.eager_load_paths += %W[#{config.root}/extras]
//	config.paths["config/routes"].unshift "#{config.root}/x"
type applicationFile struct {
	apiOnly     bool
	autoload    []grammar.Expr // folders of classes, or lists of them
	front, back []grammar.Expr // folders in which `draw` looks before config/routes, and after it
}

// applicationSays finds it in the file; nil is one that is not there.
func applicationSays(file *grammar.File) (said applicationFile) {
	mentioned := func(text string) bool { return strings.Contains(file.Source, text) }
	if file == nil || !mentioned("api_only") && !mentioned("load_") && !mentioned(drawnFolder) {
		return said
	}
	grammar.Walk(file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			if value, ok := n.Value.(*grammar.Bool); ok && isAttribute(n.Target, "api_only") {
				said.apiOnly = value.Value
			}
		case *grammar.OpAssign:
			if n.Op == "+" && isAttribute(n.Target, autoloadPaths...) {
				said.autoload = append(said.autoload, n.Value)
			}
		case *grammar.Call:
			switch on := n.Recv.(type) {
			case *grammar.Call:
				if adds[n.Name] && isAttribute(on, autoloadPaths...) {
					said.autoload = append(said.autoload, n.Args...)
				}
			case *grammar.Index:
				said.drawn(n, on)
			}
		}
	})
	return said
}

// drawnFolder is what config.paths names the folders by in which `draw` looks.
const drawnFolder = "config/routes"

// drawn takes a call on an element of config.paths.
func (said *applicationFile) drawn(c *grammar.Call, on *grammar.Index) {
	if len(on.Args) != 1 || firstArg(on.Args) != drawnFolder {
		return
	}
	if c.Name == "unshift" || c.Name == "prepend" {
		said.front = append(said.front, c.Args...)
	} else {
		said.back = append(said.back, c.Args...)
	}
}

// isAttribute reports whether an expression is a call of one of some names.
func isAttribute(x grammar.Expr, names ...string) bool {
	c, ok := x.(*grammar.Call)
	return ok && slices.Contains(names, c.Name)
}

var (
	autoloadPaths = []string{"autoload_paths", "autoload_once_paths", "eager_load_paths"}
	adds          = map[string]bool{"<<": true, "push": true, "append": true, "unshift": true, "prepend": true, "concat": true}
)
