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

// dropFirst takes the first n elements off.
func (a *Array) dropFirst(n int) {
	f := a.room()
	a.Elems = a.Elems[n:]
	if f != nil {
		f.at += n
	}
}

// prependTo puts elements before those of an array.
func (t *Thread) prependTo(a *Array, elems []Value) error {
	n := len(elems)
	if err := t.size(len(a.Elems) + n); err != nil {
		return err
	}
	f := a.room()
	if f == nil || f.at < n {
		free := n + len(a.Elems)/2
		all := make([]Value, free, free+len(a.Elems))
		f = &front{all: append(all, a.Elems...), at: free}
		t.moved(len(a.Elems))
		t.grow(sizeElement * free)
	}
	f.at -= n
	copy(f.all[f.at:], elems)
	a.Elems, a.front = f.all[f.at:f.at+n+len(a.Elems)], f
	return t.exceeded()
}

// splice puts elements in the place of n others, from start on; a start behind the
// end is filled up with nil.
func (t *Thread) splice(a *Array, start, n int, with []Value) error {
	n = max(min(n, len(a.Elems)-start), 0)
	more := len(with) - n
	if len(with) > 0 && len(a.Elems) > 0 && &with[0] == &a.Elems[0] { // a[0, 0] = a
		with = slices.Clone(with)
	}
	if err := t.size(max(start, len(a.Elems)-n) + len(with)); err != nil {
		return err
	}
	switch {
	case start >= len(a.Elems):
		fill := start - len(a.Elems)
		t.looked(fill)
		for range fill {
			a.Elems = append(a.Elems, Nil)
		}
		t.grow(sizeElement * fill)
		return t.push(a, with...)
	case start == 0 && n == 0:
		return t.prependTo(a, with)
	case start == 0 && more <= 0:
		a.dropFirst(-more)
	case more > 0:
		t.grow(sizeElement * more)
		t.moved(len(a.Elems) - start)
		a.Elems = append(a.Elems, with[:more]...) // for the room
		copy(a.Elems[start+len(with):], a.Elems[start+n:len(a.Elems)-more])
	default:
		t.moved(len(a.Elems) - start)
		a.Elems = append(a.Elems[:start+len(with)], a.Elems[start+n:]...)
	}
	t.moved(len(with))
	copy(a.Elems[start:], with)
	return t.exceeded()
}
