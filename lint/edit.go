package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// An Edit replaces a part of a file by Text: what stands from Pos to End.
type Edit struct {
	Pos, End grammar.Pos
	Text     string
}

// A sourceMap finds in the files of a table what findings are about.
type sourceMap struct {
	table *route.Table
	calls map[string]map[int]*grammar.Call // by file and offset of the name
}

func newSourceMap(t *route.Table) *sourceMap {
	return &sourceMap{t, map[string]map[int]*grammar.Call{}}
}

// call returns the call whose name stands at a place; nil if there is none.
func (s *sourceMap) call(at grammar.Pos) *grammar.Call {
	file := s.table.Files[at.Filename]
	if file == nil || at.Line == 0 {
		return nil
	}
	all, ok := s.calls[at.Filename]
	if !ok {
		all = map[int]*grammar.Call{}
		grammar.Walk(file, func(n grammar.Node) {
			if c, ok := n.(*grammar.Call); ok && c.End > 0 {
				all[c.Pos.Offset] = c
			}
		})
		s.calls[at.Filename] = all
	}
	return all[at.Offset]
}

// text is the source of a file, "" if it was not read.
func (s *sourceMap) text(name string) string {
	text, _ := s.table.Source(name)
	return text
}

// end is the place behind what stands at another one: behind the call, without its block, or
// behind the word.
func (s *sourceMap) end(at grammar.Pos) grammar.Pos {
	text := s.text(at.Filename)
	if at.Line == 0 || at.Offset >= len(text) {
		return grammar.Pos{}
	}
	if c := s.call(at); c != nil {
		return s.to(at, headEnd(text, c))
	}
	rest := text[at.Offset:]
	n := strings.IndexFunc(rest, func(c rune) bool {
		return !(c == '_' || c == '?' || c == '!' || c == '.' || c == ':' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127)
	})
	if strings.HasPrefix(rest, "#") || n < 0 {
		n = len(rest)
	}
	line := strings.IndexByte(rest, '\n')
	if line < 0 {
		line = len(rest)
	}
	return s.to(at, at.Offset+max(1, min(n, line)))
}

// to is the place of an offset behind a place of the same file.
func (s *sourceMap) to(from grammar.Pos, offset int) grammar.Pos {
	return advance(from, s.text(from.Filename), offset)
}

func advance(from grammar.Pos, text string, offset int) grammar.Pos {
	part := text[from.Offset:offset]
	from.Offset = offset
	if i := strings.LastIndexByte(part, '\n'); i >= 0 {
		from.Line += strings.Count(part, "\n")
		from.Column, part = 1, part[i+1:]
	}
	from.Column += utf8.RuneCountInString(part)
	return from
}

// at is the place of an offset in a file.
func (s *sourceMap) at(name string, offset int) grammar.Pos {
	return s.to(grammar.Pos{Filename: name, Line: 1, Column: 1}, offset)
}

// replace is the edit of what stands between two offsets of a file.
func (s *sourceMap) replace(name string, from, to int, text string) []Edit {
	begin := s.at(name, from)
	return []Edit{{begin, s.to(begin, to), text}}
}

// headEnd is the offset behind a call without its block.
func headEnd(text string, c *grammar.Call) int {
	if c.Block == nil {
		return c.End
	}
	return len(strings.TrimRight(text[:c.Block.Pos.Offset], " \t"))
}

// argsEnd is the offset behind the last argument of a call; ok is false for one without any.
func argsEnd(text string, c *grammar.Call) (offset int, ok bool) {
	end := headEnd(text, c)
	if len(c.Args) == 0 {
		return 0, false
	}
	if c.Parens || strings.HasPrefix(text[c.Pos.Offset+len(c.Name):], "(") {
		if text[end-1] != ')' {
			return 0, false
		}
		end = len(strings.TrimRight(text[:end-1], " \t\n"))
	}
	return end, !strings.HasSuffix(text[:end], ",")
}

// findOption returns the pair of a key of a call, and the offset where what is behind it begins, or
// where the arguments end for the last one; nil if the call has no such pair.
func findOption(text string, c *grammar.Call, key string) (pair *grammar.Pair, next int, last bool) {
	h, ok := lastHash(c)
	if !ok {
		return nil, 0, false
	}
	for i := range h.Pairs {
		if sym, ok := h.Pairs[i].Key.(*grammar.Sym); !ok || sym.Name != key {
			continue
		}
		if i+1 < len(h.Pairs) {
			return &h.Pairs[i], h.Pairs[i+1].Pos.Offset, false
		}
		end, ok := argsEnd(text, c)
		if !ok || c.BlockArg != nil {
			return nil, 0, false
		}
		return &h.Pairs[i], end, true
	}
	return nil, 0, false
}

func lastHash(c *grammar.Call) (*grammar.Hash, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	h, ok := c.Args[len(c.Args)-1].(*grammar.Hash)
	return h, ok && !h.Braces
}

// removeOption is the edit that takes an option from a call; nil where that is not plain.
func (s *sourceMap) removeOption(at grammar.Pos, key string) []Edit {
	c := s.call(at)
	if c == nil {
		return nil
	}
	text := s.text(at.Filename)
	pair, next, last := findOption(text, c, key)
	if pair == nil {
		return nil
	}
	from := pair.Pos.Offset
	if last {
		before := strings.TrimRight(text[:from], " \t\n")
		if !strings.HasSuffix(before, ",") { // the only argument
			return nil
		}
		from = len(before) - 1
	}
	if strings.Contains(text[from:next], "#") { // a comment, which stays
		return nil
	}
	return s.replace(at.Filename, from, next, "")
}

// addOption is the edit that gives a call one more option.
func (s *sourceMap) addOption(at grammar.Pos, option string) []Edit {
	c := s.call(at)
	if c == nil || c.BlockArg != nil {
		return nil
	}
	end, ok := argsEnd(s.text(at.Filename), c)
	if h, keyed := lastHash(c); !ok || keyed && len(h.Pairs) > 0 && h.Pairs[len(h.Pairs)-1].Key == nil {
		return nil
	}
	return s.replace(at.Filename, end, end, ", "+option)
}

// replaceOption is the edit that writes another option in the place of one.
func (s *sourceMap) replaceOption(at grammar.Pos, key, option string) []Edit {
	c := s.call(at)
	if c == nil {
		return nil
	}
	text := s.text(at.Filename)
	pair, next, _ := findOption(text, c, key)
	if pair == nil || strings.Contains(text[pair.Pos.Offset:next], "#") {
		return nil
	}
	from := pair.Pos.Offset
	return s.replace(at.Filename, from, from+len(strings.TrimRight(text[from:next], ", \t\n")), option)
}

// renameOption is the edit that gives an option of a call another name.
func (s *sourceMap) renameOption(at grammar.Pos, from, to string) []Edit {
	c := s.call(at)
	if c == nil {
		return nil
	}
	text := s.text(at.Filename)
	pair, _, _ := findOption(text, c, from)
	if pair == nil {
		return nil
	}
	begin := pair.Pos.Offset
	for _, form := range []string{from + ":", ":" + from} {
		if i := strings.Index(form, from); strings.HasPrefix(text[begin:], form) {
			return s.replace(at.Filename, begin+i, begin+i+len(from), to)
		}
	}
	return nil
}

// removeStatement is the edit that takes a call away with its lines; nil where something else
// stands on them.
func (s *sourceMap) removeStatement(at grammar.Pos) []Edit {
	c := s.call(at)
	if c == nil {
		return nil
	}
	text := s.text(at.Filename)
	from := strings.LastIndexByte(text[:c.Pos.Offset], '\n') + 1
	to := c.End + strings.IndexByte(text[c.End:]+"\n", '\n')
	if strings.TrimSpace(text[from:c.Pos.Offset]) != "" || strings.TrimSpace(text[c.End:to]) != "" || strings.Contains(text[from:c.End], "<<") {
		return nil
	}
	return s.replace(at.Filename, from, min(to+1, len(text)), "")
}

// hasOption reports whether a call has an option of a name, or one whose name is not written.
func hasOption(c *grammar.Call, key string) bool {
	h, ok := lastHash(c)
	return ok && slices.ContainsFunc(h.Pairs, func(p grammar.Pair) bool {
		sym, ok := p.Key.(*grammar.Sym)
		return !ok || sym.Name == key
	})
}

// namesOptions reports whether all options of a call have their names written.
func namesOptions(c *grammar.Call) bool {
	h, ok := lastHash(c)
	return !ok || !slices.ContainsFunc(h.Pairs, func(p grammar.Pair) bool {
		_, ok := p.Key.(*grammar.Sym)
		return !ok
	})
}

func hasOptions(c *grammar.Call) bool {
	_, ok := lastHash(c)
	return ok
}
