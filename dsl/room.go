package dsl

import "slices"

// Elements come and go at both ends of an array, and within it, in place.

// A front is the memory that the elements of an array stand in, with room before
// them. It is valid as long as they begin at its element at.
type front struct {
	all []Value
	at  int
}

// room gives the front of an array as far as it is valid.
func (a *Array) room() *front {
	f := a.front
	if f == nil || len(a.Elems) == 0 || f.at >= len(f.all) || &f.all[f.at] != &a.Elems[0] {
		return nil
	}
	return f
}

// DropFirst takes the first n elements off.
func (a *Array) DropFirst(n int) {
	f := a.room()
	a.Elems = a.Elems[n:]
	if f != nil {
		f.at += n
	}
}

// PrependTo puts elements before those of an array.
func (m *meter) PrependTo(a *Array, elems []Value) error {
	n := len(elems)
	if err := m.size(len(a.Elems) + n); err != nil {
		return err
	}
	f := a.room()
	if f == nil || f.at < n {
		free := n + len(a.Elems)/2
		all := make([]Value, free, free+len(a.Elems))
		f = &front{all: append(all, a.Elems...), at: free}
		m.Moved(len(a.Elems))
		m.Grow(SizeElement * free)
	}
	f.at -= n
	copy(f.all[f.at:], elems)
	a.Elems, a.front = f.all[f.at:f.at+n+len(a.Elems)], f
	return m.exceeded()
}

// Splice puts elements in the place of n others, from start on; a start behind the
// end is filled up with nil.
func (m *meter) Splice(a *Array, start, n int, with []Value) error {
	n = max(min(n, len(a.Elems)-start), 0)
	more := len(with) - n
	if len(with) > 0 && len(a.Elems) > 0 && &with[0] == &a.Elems[0] { // a[0, 0] = a
		with = slices.Clone(with)
	}
	if err := m.size(max(start, len(a.Elems)-n) + len(with)); err != nil {
		return err
	}
	switch {
	case start >= len(a.Elems):
		fill := start - len(a.Elems)
		m.Looked(fill)
		for range fill {
			a.Elems = append(a.Elems, Nil)
		}
		m.Grow(SizeElement * fill)
		return m.Push(a, with...)
	case start == 0 && n == 0:
		return m.PrependTo(a, with)
	case start == 0 && more <= 0:
		a.DropFirst(-more)
	case more > 0:
		m.Grow(SizeElement * more)
		m.Moved(len(a.Elems) - start)
		a.Elems = append(a.Elems, with[:more]...) // for the room
		copy(a.Elems[start+len(with):], a.Elems[start+n:len(a.Elems)-more])
	default:
		m.Moved(len(a.Elems) - start)
		a.Elems = append(a.Elems[:start+len(with)], a.Elems[start+n:]...)
	}
	m.Moved(len(with))
	copy(a.Elems[start:], with)
	return m.exceeded()
}
