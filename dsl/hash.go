package dsl

// A Hash is a Ruby hash: it keeps the order of insertion, and compares keys as
// `eql?` does (1 and 1.0 are two keys, equal strings are one).
type Hash struct {
	keys, vals  []Value
	index       map[any]int // nil while the hash is small
	Default     Value       // nil means Nil
	DefaultProc *Proc
	frozen      bool
	byIdentity  bool
	// indifferent makes symbol keys equal to string keys, as
	// ActiveSupport::HashWithIndifferentAccess.
	indifferent bool
	// open tells that only the application knows some of the keys, or whether
	// a pair is there.
	open bool
}

// smallHash is the size up to which a linear search beats a map; the options
// of a routing call are nearly always below it.
const smallHash = 8

// NewHash makes an empty hash with room for n pairs.
func NewHash(n int) *Hash {
	return &Hash{keys: make([]Value, 0, n), vals: make([]Value, 0, n)}
}

// Len is the number of pairs.
func (h *Hash) Len() int {
	if h == nil {
		return 0
	}
	return len(h.keys)
}

// At gives the pair at position i in the order of insertion.
func (h *Hash) At(i int) (key, value Value) { return h.keys[i], h.vals[i] }

// Get looks a key up; it does not ask the hash's default.
func (h *Hash) Get(key Value) (Value, bool) {
	if i := h.find(key); i >= 0 {
		return h.vals[i], true
	}
	return nil, false
}

// Sym looks a symbol key up, the usual one of an options hash. It gives
// (nil, false) when h is nil or has no such key.
func (h *Hash) Sym(name string) (Value, bool) {
	if h == nil {
		return nil, false
	}
	return h.Get(Symbol(name))
}

// Set adds or replaces the value of key. A string key is copied and frozen, as
// Ruby does.
func (h *Hash) Set(key, value Value) {
	if s, ok := key.(*String); ok && !s.frozen && !h.byIdentity {
		key = &String{s: s.s, frozen: true, unknown: s.unknown, unset: s.unset}
	}
	if y, ok := key.(Symbol); ok && h.indifferent {
		key = &String{s: string(y), frozen: true}
	}
	if i := h.find(key); i >= 0 {
		h.vals[i] = value
		h.open = h.open || isGuarded(value)
		return
	}
	h.open = h.open || isGuarded(value) || UnknownIn(key) != nil
	h.keys = append(h.keys, key)
	h.vals = append(h.vals, value)
	if h.index != nil {
		h.index[h.keyOf(key)] = len(h.keys) - 1
	} else if len(h.keys) > smallHash {
		h.reindex()
	}
}

// Delete removes key and gives its value.
func (h *Hash) Delete(key Value) (Value, bool) {
	i := h.find(key)
	if i < 0 {
		return nil, false
	}
	v := h.vals[i]
	h.keys = append(h.keys[:i:i], h.keys[i+1:]...)
	h.vals = append(h.vals[:i:i], h.vals[i+1:]...)
	h.reindex()
	return v, true
}

// Clone makes an unfrozen copy with the same pairs and default.
func (h *Hash) Clone() *Hash {
	c := *h
	c.frozen = false
	c.keys = append(make([]Value, 0, len(h.keys)), h.keys...)
	c.vals = append(make([]Value, 0, len(h.vals)), h.vals...)
	c.index = nil
	c.reindex()
	return &c
}

func (h *Hash) clear() { h.keys, h.vals, h.index, h.open = nil, nil, nil, false }

func (h *Hash) reindex() {
	h.index = nil
	if len(h.keys) <= smallHash {
		return
	}
	h.index = make(map[any]int, 2*len(h.keys))
	for i, k := range h.keys {
		h.index[h.keyOf(k)] = i
	}
}

func (h *Hash) find(key Value) int {
	if y, ok := key.(Symbol); ok && h.indifferent {
		key = &String{s: string(y)}
	}
	if h.index != nil {
		if i, ok := h.index[h.keyOf(key)]; ok {
			return i
		}
		return -1
	}
	if y, ok := key.(Symbol); ok {
		for i, k := range h.keys {
			if z, ok := k.(Symbol); ok && z == y {
				return i
			}
		}
		return -1
	}
	want := h.keyOf(key)
	for i, k := range h.keys {
		if h.keyOf(k) == want {
			return i
		}
	}
	return -1
}

func (h *Hash) keyOf(v Value) any {
	if h.byIdentity {
		return v
	}
	return hashKey(v)
}
