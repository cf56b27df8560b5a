package lint

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

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
// that disables nothing is a finding, one with a code that there is not too.
func Disable(t *route.Table, all []*Finding) []*Finding {
	var list []*disabled
	src := newSourceMap(t)
	for _, name := range sortedFiles(t) {
		list = append(list, disabledIn(t.Files[name])...)
	}
	if list == nil {
		return all
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(f *Finding) bool {
		hit := false
		for _, d := range list {
			if d.code == f.Name && d.pos.Filename == f.Pos.Filename && d.first <= f.Pos.Line && f.Pos.Line <= d.last {
				d.used, hit = true, true
			}
		}
		return hit
	})
	for _, d := range list {
		if !d.used {
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
	slices.SortStableFunc(rest, func(a, b *Finding) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line))
	})
	return rest
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

// CheckNames returns the error of names that are no codes.
func CheckNames(names []string) error {
	for _, name := range names {
		if Named(name) == nil {
			return fmt.Errorf("no code %q", name)
		}
	}
	return nil
}
