package lint

import (
	"path"
	"strings"

	"signalbox/grammar"
)

// undrawnFindings are the files in config/routes that nothing draws. It says nothing where a
// file that is read may draw more than its literals name.
func undrawnFindings(src *sourceMap) []*Finding {
	if len(src.table.Undrawn) == 0 || hasPartsUnread(src.table) {
		return nil
	}
	named, certain := drawnNames(src)
	if !certain {
		return nil
	}
	var all []*Finding
	for _, name := range src.table.Undrawn {
		if !named[path.Base(strings.TrimSuffix(name, ".rb"))] {
			all = append(all, &Finding{Code: Named("unused-draw-file"), Pos: grammar.Pos{Filename: name, Line: 1, Column: 1}, Message: "nothing draws this file; draw it or remove it"})
		}
	}
	return all
}

// readers are the methods by which a file may read others.
var readers = map[string]bool{"load": true, "eval": true, "instance_eval": true, "class_eval": true, "glob": true, "each_child": true, "children": true}

// drawnNames are the last parts of the names that the calls of draw have, those that were not run
// too; certain is false where a name, or a file that is read, is not written.
func drawnNames(src *sourceMap) (named map[string]bool, certain bool) {
	named, certain = map[string]bool{}, true
	for _, file := range src.table.Files {
		if file == nil {
			continue
		}
		grammar.Walk(file, func(n grammar.Node) {
			switch n := n.(type) {
			case *grammar.Call:
				certain = certain && !readers[n.Name]
				if n.Name != "draw" && n.Name != "draw_all" {
					break
				}
				for _, a := range n.Args {
					name, literal := literalText(a)
					named[path.Base(name)] = true
					certain = certain && literal
				}
			case *grammar.Str:
				certain = certain && !strings.Contains(n.Value, "routes/") && !strings.HasSuffix(n.Value, "/routes")
			}
		})
	}
	return named, certain
}

func literalText(x grammar.Expr) (text string, ok bool) {
	switch x := x.(type) {
	case *grammar.Sym:
		return x.Name, true
	case *grammar.Str:
		return x.Value, true
	}
	return "", false
}
