package reach

import "strings"

// A tree keeps takers by the tokens of their paths, so that a path is compared with the few
// that may match it.
type tree struct {
	end   []entry // whose paths end here
	rest  []entry // whose paths go on, nobody knows how
	fixed map[string]*tree
	any   map[byte]*tree // by the separator
}

// An entry is a form of a taker. What reaches a plain one is matched for sure.
type entry struct {
	*taker
	plain bool
}

// add keeps a taker under each of its forms.
func (t *tree) add(by *taker, forms []*form) {
	for _, f := range forms {
		node := t
		open := !by.route.Anchored || f.parts == nil
		for _, k := range f.tokens {
			if k.kind == rest || open && k.kind == fixed && k.text == "" {
				open = true
				break
			}
			node = node.child(k)
		}
		e := entry{by, f.plain}
		if open {
			node.rest = append(node.rest, e)
			continue
		}
		node.end = append(node.end, e)
	}
}

func (t *tree) child(k token) *tree {
	if k.kind == fixed {
		key := string(k.sep) + k.text
		if t.fixed[key] == nil {
			if t.fixed == nil {
				t.fixed = map[string]*tree{}
			}
			t.fixed[key] = &tree{}
		}
		return t.fixed[key]
	}
	if t.any[k.sep] == nil {
		if t.any == nil {
			t.any = map[byte]*tree{}
		}
		t.any[k.sep] = &tree{}
	}
	return t.any[k.sep]
}

// each calls f for each entry that may match a path. Where a parameter would be empty, no
// entry is plain.
func (t *tree) each(path string, f func(entry)) {
	for _, e := range t.rest { // of plain ones, a glob wants one byte behind the slash
		if !e.plain || len(path) > 1 && path[0] == '/' {
			f(e)
		}
	}
	if path == "" {
		for _, e := range t.end {
			f(e)
		}
		return
	}
	end := 1 + strings.IndexAny(path[1:], "/.")
	if end == 0 {
		end = len(path)
	}
	if next := t.fixed[path[:end]]; next != nil {
		next.each(path[end:], f)
	}
	if next := t.any[path[0]]; next != nil {
		next.each(path[end:], func(e entry) { f(entry{e.taker, e.plain && end > 1}) })
	}
}
