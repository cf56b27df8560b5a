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
//	# routes:disable unreachable the old path is there for its helper
//	get "posts/new", to: "posts#new"
var disables = regexp.MustCompile(`#\s*routes:disable\s+([\w,-]+)[ \t]*(.*)`)

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
			if Named(d.code) == nil {
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
	for _, c := range file.Comments {
		m := disables.FindStringSubmatch(c.Text)
		if m == nil {
			continue
		}
		line := c.Pos.Line
		if alone(file, c.Pos) {
			line++
		}
		last := endOfBlock(file, line)
		for code := range strings.SplitSeq(m[1], ",") {
			list = append(list, &disabled{code: code, pos: c.Pos, first: line, last: last, only: !strings.Contains(m[1], ",")})
		}
	}
	return list
}

// alone reports whether a comment has its line to itself.
func alone(file *grammar.File, pos grammar.Pos) bool {
	begin := strings.LastIndexByte(file.Source[:min(pos.Offset, len(file.Source))], '\n') + 1
	return strings.TrimSpace(file.Source[begin:min(pos.Offset, len(file.Source))]) == ""
}

// endOfBlock is the last line of the block that a call at some line has; the line itself
// without one.
func endOfBlock(file *grammar.File, line int) int {
	last := line
	grammar.Walk(file, func(n grammar.Node) {
		c, ok := n.(*grammar.Call)
		if !ok || c.Block == nil || c.Block.Pos.Line != line && c.Pos.Line != line {
			return
		}
		grammar.Walk(c.Block.Body, func(n grammar.Node) { last = max(last, n.Start().Line) })
	})
	return last
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
