package lint

import (
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// mend returns the edits that mend a finding about a table; nil where that takes a decision.
func (s *sourceMap) mend(f *Finding) (edits []Edit) {
	for _, at := range append([]grammar.Pos{f.Pos}, f.Also...) {
		var own []Edit
		switch f.Name {
		case "duplicate":
			if s.drawsOnly(at, f.Routes) {
				own = s.removeStatement(at)
			}
		case "unused-concern":
			own = s.removeStatement(at)
		case "unknown-option":
			own = s.renameOption(at, f.Group.Written, f.Group.Meant)
		case "unknown-verb":
			own = s.renameSymbol(at, strings.ToLower(f.Group.Written), f.Group.Meant)
		}
		if own == nil {
			return nil
		}
		edits = append(edits, own...)
	}
	return edits
}

// drawsOnly reports whether a declaration without a block draws some rows, and no others.
func (s *sourceMap) drawsOnly(at grammar.Pos, rows []*route.Route) bool {
	c := s.call(at)
	return c != nil && c.Block == nil && !slices.ContainsFunc(s.table.Routes, func(r *route.Route) bool {
		return r.Declared() == at && !slices.Contains(rows, r)
	})
}

// renameSymbol is the edit of the only symbol of a name among the arguments of a call.
func (s *sourceMap) renameSymbol(at grammar.Pos, from, to string) []Edit {
	c := s.call(at)
	if c == nil {
		return nil
	}
	var found []*grammar.Sym
	for _, a := range c.Args {
		grammar.Walk(a, func(n grammar.Node) {
			if sym, ok := n.(*grammar.Sym); ok && strings.ToLower(sym.Name) == from {
				found = append(found, sym)
			}
		})
	}
	if len(found) != 1 || !strings.HasPrefix(s.text(at.Filename)[found[0].Pos.Offset:], ":"+found[0].Name) {
		return nil
	}
	begin := found[0].Pos.Offset + 1
	return s.replace(at.Filename, begin, begin+len(from), to)
}

// removeComment is the edit that takes a comment away, with its line if it has one to itself.
func (s *sourceMap) removeComment(file *grammar.File, at grammar.Pos) []Edit {
	text := file.Source
	end := at.Offset + strings.IndexByte(text[at.Offset:]+"\n", '\n')
	if alone(file, at) {
		return s.replace(file.Name, strings.LastIndexByte(text[:at.Offset], '\n')+1, min(end+1, len(text)), "")
	}
	return s.replace(file.Name, len(strings.TrimRight(text[:at.Offset], " \t")), end, "")
}
