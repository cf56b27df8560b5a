package order

import "slices"

// A Table holds values by name, in the order in which the names came. The zero Table is empty.
type Table[V any] struct {
	Names  []string
	Values []V
	index  map[string]int // of the names; nil while they are few
}

// few is the number of names up to which a linear search beats a map.
const few = 16

// Indexed reports whether an index leads to the names.
func (t *Table[V]) Indexed() bool { return t.index != nil }

// at returns the position of a name, -1 if it is not there.
func (t *Table[V]) at(name string) int {
	if t.index == nil {
		return slices.Index(t.Names, name)
	}
	if i, ok := t.index[name]; ok {
		return i
	}
	return -1
}

// Get returns the value of a name.
func (t *Table[V]) Get(name string) (v V, ok bool) {
	if i := t.at(name); i >= 0 {
		return t.Values[i], true
	}
	return v, false
}

// Set gives a name a value, and reports whether it is a new one.
func (t *Table[V]) Set(name string, v V) bool {
	if i := t.at(name); i >= 0 {
		t.Values[i] = v
		return false
	}
	t.Names = append(t.Names, name)
	t.Values = append(t.Values, v)
	if t.index != nil {
		t.index[name] = len(t.Names) - 1
	} else if len(t.Names) > few {
		t.reindex()
	}
	return true
}

// Grow makes room for n more names.
func (t *Table[V]) Grow(n int) {
	t.Names, t.Values = slices.Grow(t.Names, n), slices.Grow(t.Values, n)
	if t.index == nil && len(t.Names)+n > few {
		t.index = make(map[string]int, len(t.Names)+n)
		for i, name := range t.Names {
			t.index[name] = i
		}
	}
}

// Remove takes a name out.
func (t *Table[V]) Remove(name string) {
	if i := t.at(name); i >= 0 {
		t.Names = slices.Delete(t.Names, i, i+1)
		t.Values = slices.Delete(t.Values, i, i+1)
		t.reindex()
	}
}

func (t *Table[V]) reindex() {
	t.index = nil
	if len(t.Names) <= few {
		return
	}
	t.index = make(map[string]int, 2*len(t.Names))
	for i, name := range t.Names {
		t.index[name] = i
	}
}

// Clone returns a copy.
func (t *Table[V]) Clone() Table[V] {
	own := Table[V]{Names: slices.Clone(t.Names), Values: slices.Clone(t.Values)}
	own.reindex()
	return own
}
