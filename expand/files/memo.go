package files

// A Memo remembers what was found out about texts and syntax trees, which nothing changes:
// what is found out for a table is not found out again for the next one. Keys are pointers to
// them, of each of which there is one value of a type. The zero value is empty.
type Memo struct{ facts map[any]*fact }

// An about is the key of a value of type V.
type about[K comparable, V any] struct{ key K }

// A fact is what is remembered.
type fact struct {
	value any
	used  bool // since the last Drop
}

// Fact returns what find finds out about key, which is asked once.
func Fact[K comparable, V any](m *Memo, key K, find func(K) V) V {
	if f := m.facts[about[K, V]{key}]; f != nil {
		f.used = true
		return f.value.(V)
	}
	f := &fact{find(key), true}
	if m.facts == nil {
		m.facts = map[any]*fact{}
	}
	m.facts[about[K, V]{key}] = f
	return f.value.(V)
}

// Drop forgets what was not used since the last time.
func (m *Memo) Drop() {
	for key, f := range m.facts {
		if !f.used {
			delete(m.facts, key)
		}
		f.used = false
	}
}
