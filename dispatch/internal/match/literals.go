package match

import "math/bits"

// A literals finds the children of a node that has many by their text: a hash
// table with open addressing, which for keys of this size is twice as quick as
// a map.
type literals struct {
	slots []literalSlot // a power of two, at most half full
	n     int
}

type literalSlot struct {
	key  string
	node *node // nil: the slot is free
}

// get gives the child behind a pair, nil without.
func (l *literals) get(key string) *node { return l.slots[l.slot(key)].node }

// slot is where a key is, or where it would go.
func (l *literals) slot(key string) uint64 {
	last := uint64(len(l.slots) - 1)
	i := hashText(key) & last
	for l.slots[i].node != nil && l.slots[i].key != key {
		i = (i + 1) & last
	}
	return i
}

// put adds a key that is not there yet.
func (l *literals) put(key string, n *node) {
	if 2*(l.n+1) > len(l.slots) {
		old := l.slots
		l.slots = make([]literalSlot, max(4*manyLiterals, 2*len(old)))
		for _, s := range old {
			if s.node != nil {
				l.slots[l.slot(s.key)] = s
			}
		}
	}
	l.slots[l.slot(key)] = literalSlot{key, n}
	l.n++
}

// each visits the children.
func (l *literals) each(f func(key string, n *node)) {
	if l == nil {
		return
	}
	for _, s := range l.slots {
		if s.node != nil {
			f(s.key, s.node)
		}
	}
}

// hashText mixes eight bytes at a time, as wyhash does.
func hashText(s string) uint64 {
	const odd1, odd2 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	var a, b uint64
	h := uint64(len(s)) ^ odd1
	switch {
	case len(s) >= 8:
		for len(s) > 16 {
			h = mixed(load8(s)^h, odd2)
			s = s[8:]
		}
		a, b = load8(s), load8(s[len(s)-8:])
	case len(s) >= 4:
		a, b = load4(s), load4(s[len(s)-4:])
	case len(s) > 0:
		a, b = uint64(s[0])<<8|uint64(s[len(s)/2]), uint64(s[len(s)-1])
	}
	return mixed(a^h, b^odd2)
}

func mixed(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

func load8(s string) uint64 { return load4(s) | load4(s[4:])<<32 }

func load4(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}
