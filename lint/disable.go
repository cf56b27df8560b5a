package lint

import (
	"regexp"
	"slices"
	"strings"

	"signalbox/expand/controllers"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// disables is a comment that says which findings are meant to be there:
//
//	# routes:disable unreachable, alias the old path is there for its helper
//	get "posts/new", to: "posts#new"
var disables = regexp.MustCompile(`#\s*routes:disable\b[ \t]*([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?`)

// A disabled is one code that a comment disables, in some lines.
type disabled struct {
	code        string
	pos         grammar.Pos
	first, last int
	used        bool
	only        bool // the comment disables no other code
}

// Disable takes the findings away that comments in the routes files disable: those at the line
// of the comment or below it, and where a block begins there, those in the block. A comment
// that disables nothing is a finding, one with a code that there is not too. Without an index,
// which [Check] had, those of the controllers are left alone.
func Disable(t *route.Table, index *controllers.Index, all []*Finding) []*Finding {
	var list []*disabled
	src := newSourceMap(t)
	for _, name := range sortedFiles(t) {
		list = append(list, disabledIn(t.Files[name])...)
	}
	if list == nil {
		return all
	}
	rest := []*Finding{}
	for _, f := range all {
		if left := f.without(func(at grammar.Pos) bool { return disabledAt(list, f.Name, at) }); left != nil {
			rest = append(rest, left)
		}
	}
	for _, d := range list {
		if !d.used && (index != nil || !ofControllers[d.code]) {
			message := "routes:disable " + d.code + " disables nothing"
			switch {
			case d.code == "":
				message = "routes:disable names no code; write one behind it"
			case Named(d.code) == nil:
				message = "routes:disable names no code: " + d.code
			}
			own := &Finding{Code: Named("unused-disable"), Message: message, Pos: d.pos, End: src.end(d.pos)}
			if d.only {
				own.Edits = src.removeComment(t.Files[d.pos.Filename], d.pos)
			}
			rest = append(rest, own)
		}
	}
	slices.SortStableFunc(rest, func(a, b *Finding) int { return a.Pos.Compare(b.Pos) })
	return rest
}

// ofControllers are the codes of findings that need the controllers' files.
var ofControllers = map[string]bool{"missing-controller": true, "missing-action": true, "orphan-action": true}

// disabledAt reports whether a comment disables a code at a place.
func disabledAt(list []*disabled, code string, at grammar.Pos) (hit bool) {
	for _, d := range list {
		if d.code == code && d.pos.Filename == at.Filename && d.first <= at.Line && at.Line <= d.last {
			d.used, hit = true, true
		}
	}
	return hit
}

// without is the finding without the places that gone takes; nil if none is left.
func (f *Finding) without(gone func(grammar.Pos) bool) *Finding {
	places := slices.DeleteFunc(append([]grammar.Pos{f.Pos}, f.Also...), gone)
	switch len(places) {
	case 0:
		return nil
	case len(f.Also) + 1:
		return f
	}
	left := *f
	left.Pos, left.End, left.Also, left.Edits = places[0], places[0], places[1:], nil
	return &left
}

func sortedFiles(t *route.Table) []string {
	var names []string
	for name, file := range t.Files {
		if file != nil && slices.ContainsFunc(file.Comments, func(c grammar.Comment) bool { return strings.Contains(c.Text, "routes:disable") }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// disabledIn reads the comments of a file.
func disabledIn(file *grammar.File) (list []*disabled) {
	for i, c := range file.Comments {
		m := disables.FindStringSubmatch(c.Text)
		if m == nil {
			continue
		}
		line := c.Pos.Line
		if alone(file, c.Pos) {
			line++
			for _, next := range file.Comments[i+1:] { // a reason of several lines
				if next.Pos.Line == line && alone(file, next.Pos) {
					line++
				}
			}
		}
		first, last := extent(file, line)
		codes := strings.Split(m[1], ",")
		for _, code := range codes {
			list = append(list, &disabled{code: strings.TrimSpace(code), pos: c.Pos, first: first, last: last, only: len(codes) == 1})
		}
	}
	return list
}

// alone reports whether a comment has its line to itself.
func alone(file *grammar.File, pos grammar.Pos) bool {
	begin := strings.LastIndexByte(file.Source[:min(pos.Offset, len(file.Source))], '\n') + 1
	return strings.TrimSpace(file.Source[begin:min(pos.Offset, len(file.Source))]) == ""
}

// extent is the lines of the call that begins at some line or whose arguments end there, with
// those of its block; the line itself without one.
func extent(file *grammar.File, line int) (first, last int) {
	first, last = line, line
	grammar.Walk(file, func(n grammar.Node) {
		c, ok := n.(*grammar.Call)
		if !ok || c.Start().Line > line {
			return
		}
		begin := c.Start()
		head := begin.Line + strings.Count(file.Source[begin.Offset:headEnd(file.Source, c)], "\n")
		if begin.Line != line && head != line {
			return
		}
		first, last = min(first, begin.Line), max(last, head)
		if c.Block != nil {
			grammar.Walk(c.Block.Body, func(n grammar.Node) { last = max(last, n.Start().Line) })
		}
	})
	return first, last
}

// Select leaves the findings of some codes, and none of others; no codes at all are all.
func Select(all []*Finding, only, except []string) []*Finding {
	return slices.DeleteFunc(slices.Clone(all), func(f *Finding) bool {
		return len(only) > 0 && !slices.Contains(only, f.Name) || slices.Contains(except, f.Name)
	})
}
