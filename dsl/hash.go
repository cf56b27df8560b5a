package dsl

import (
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/order"
)

// A Hash is a Ruby hash: it keeps the order of insertion, and compares keys as
// `eql?` does (1 and 1.0 are two keys, equal strings are one).
type Hash struct {
	Keys, Vals  []Value
	index       *order.Index // nil while the hash is small and no key can change
	Default     Value        // nil means Nil
	DefaultProc *Proc
	Iterated    int32 // loops over the pairs that run, which keep keys and vals
	frozen      bool
	ByIdentity  bool
	// Indifferent makes symbol keys equal to string keys, as
	// ActiveSupport::HashWithIndifferentAccess.
	Indifferent bool
	// HasGuards tells that only the application knows some of the keys, or whether
	// a pair is there.
	HasGuards bool
	unset     unsetMark // of variables that would give it pairs
	links     *links
}

// smallHash is the size up to which a linear search beats a map; the options
// of a routing call are nearly always below it.
const smallHash = 8

// NewHash makes an empty hash with room for n pairs.
func NewHash(n int) *Hash {
	return &Hash{Keys: make([]Value, 0, n), Vals: make([]Value, 0, n)}
}

// Len is the number of pairs.
func (h *Hash) Len() int {
	if h == nil {
		return 0
	}
	return len(h.Keys)
}

// At gives the pair at position i in the order of insertion.
func (h *Hash) At(i int) (key, value Value) { return h.Keys[i], h.Vals[i] }

// Get looks a key up; it does not ask the hash's default.
func (h *Hash) Get(key Value) (Value, bool) {
	if i, _ := h.Index(key); i >= 0 {
		return h.Vals[i], true
	}
	return nil, false
}

// Sym looks a symbol key up, the usual one of an options hash. It gives
// (nil, false) when h is nil or has no such key.
func (h *Hash) Sym(name string) (Value, bool) {
	if h != nil && (h.index != nil || h.Indifferent) {
		return h.Get(Symbol(name))
	}
	for i := 0; h != nil && i < len(h.Keys); i++ { // Get would allocate
		if y, ok := h.Keys[i].(Symbol); ok && string(y) == name {
			return h.Vals[i], true
		}
	}
	return nil, false
}

// Set adds or replaces the value of key. A string key is copied and frozen, as
// Ruby does.
func (h *Hash) Set(key, value Value) { h.set(key, value) }

// set is Set, with the steps that it takes and the bytes by which the hash grows.
func (h *Hash) set(key, value Value) (steps, bytes int) {
	if s, ok := key.(*String); ok && !s.frozen && !h.ByIdentity {
		s.shares()
		key, bytes = &String{s: s.s, frozen: true, Unknown: s.Unknown, unset: s.unset}, limits.SizeString
	}
	if y, ok := key.(Symbol); ok && h.Indifferent {
		key, bytes = &String{s: string(y), frozen: true}, limits.SizeString
	}
	i, steps := h.Index(key)
	if i >= 0 {
		h.Vals[i] = value
		h.HasGuards = h.HasGuards || IsGuarded(value)
		return steps, 0
	}
	h.HasGuards = h.HasGuards || IsGuarded(value) || UnknownIn(key) != nil
	h.Keys = append(h.Keys, key)
	h.Vals = append(h.Vals, value)
	bytes += limits.SizePair
	if h.index == nil && (len(h.Keys) > smallHash || h.canChange(key)) {
		return steps + h.Reindex(), bytes + limits.SizeIndex*len(h.Keys)
	}
	if h.index != nil {
		k, _ := h.keyOf(key)
		h.index.Add(k)
		bytes += limits.SizeIndex
		if text, ok := k.(deepKey); ok {
			bytes += len(text)
		}
	}
	return steps, bytes
}

// Delete removes key and gives its value.
func (h *Hash) Delete(key Value) (Value, bool) {
	v, ok, _, _ := h.delete(key)
	return v, ok
}

// delete is Delete, with the steps that it takes and the bytes by which the hash
// grows.
func (h *Hash) delete(key Value) (v Value, ok bool, steps, bytes int) {
	i, steps := h.Index(key)
	if i < 0 {
		return nil, false, steps, 0
	}
	v = h.Vals[i]
	if y, ok := key.(Symbol); ok && h.Indifferent {
		key = &String{s: string(y)}
	}
	moved, bytes := h.deleteAt(i, key)
	return v, true, steps + moved, bytes
}

// deleteAt removes a pair. The pairs on the shorter side of it move up.
func (h *Hash) deleteAt(i int, key Value) (steps, bytes int) {
	if x := h.index; x != nil {
		k, _ := h.keyOf(key)
		bytes = x.Remove(k, i, len(h.Keys))
	}
	own := h.Iterated == 0
	h.Keys, steps = order.Without(h.Keys, i, own)
	h.Vals, _ = order.Without(h.Vals, i, own)
	return 3 * steps / limits.MovedPerStep, bytes
}

// Clone makes an unfrozen copy with the same pairs and default.
func (h *Hash) Clone() *Hash {
	c := *h
	c.frozen, c.Iterated, c.links = false, 0, nil
	c.Keys = append(make([]Value, 0, len(h.Keys)), h.Keys...)
	c.Vals = append(make([]Value, 0, len(h.Vals)), h.Vals...)
	if h.index != nil {
		c.index = h.index.Clone()
	}
	return &c
}

// Clear removes all pairs.
func (h *Hash) Clear() { h.Keys, h.Vals, h.index, h.HasGuards = nil, nil, nil, false }

// assign makes h what another hash is that nothing else has.
func (h *Hash) assign(from *Hash) {
	frozen, iterated, links := h.frozen, h.Iterated, h.links
	*h = *from
	h.frozen, h.Iterated, h.links = frozen, iterated, links
}

// Take gives h the pairs of a hash that nothing else has.
func (h *Hash) Take(from *Hash) { h.Keys, h.Vals, h.index = from.Keys, from.Vals, from.index }

// Reindex makes the index from the keys, and gives the steps that it took.
func (h *Hash) Reindex() (steps int) {
	h.index = nil
	if len(h.Keys) <= smallHash && !slices.ContainsFunc(h.Keys, h.canChange) {
		return 0
	}
	h.index = order.New(len(h.Keys))
	for _, key := range h.Keys {
		k, n := h.keyOf(key)
		h.index.Add(k)
		steps += n
	}
	return steps
}

// Index gives the position of a key, -1 if it is not there, and the steps that it
// took.
func (h *Hash) Index(key Value) (i, steps int) {
	if y, ok := key.(Symbol); ok && h.Indifferent {
		key = &String{s: string(y)}
	}
	if h.index != nil {
		k, steps := h.keyOf(key)
		i := h.index.Find(k, len(h.Keys))
		if _, deep := k.(deepKey); deep && i >= 0 && h.Keys[i] != key { // which may have changed since
			now, n := h.keyOf(h.Keys[i])
			if steps += n; now != k {
				i = -1
			}
		}
		return i, steps
	}
	switch key := key.(type) {
	case Symbol:
		for i, k := range h.Keys {
			if z, ok := k.(Symbol); ok && z == key {
				return i, 0
			}
		}
		return -1, 0
	case *String:
		if h.ByIdentity {
			break
		}
		for i, k := range h.Keys {
			if s, ok := k.(*String); ok && s.s == key.s {
				return i, len(key.s) / limits.CopiedPerStep
			}
		}
		return -1, len(key.s) / limits.CopiedPerStep
	}
	return h.search(key)
}

// canChange reports whether a key may be another one later, such as a list: it is found by
// what it was when it was stored, as long as it is that. Objects that say themselves what equals
// them are not asked before they must be.
func (h *Hash) canChange(key Value) bool {
	switch key := key.(type) {
	case *Array, *Hash, *Range:
		return !h.ByIdentity
	case *Object:
		return !h.ByIdentity && key.Data != nil && hashesOf(key) == nil
	}
	return false
}

// search looks for a key in a small hash.
func (h *Hash) search(key Value) (i, steps int) {
	if len(h.Keys) == 0 { // nothing is asked of the key
		return -1, 0
	}
	want, steps := h.keyOf(key)
	for i, k := range h.Keys {
		got, n := h.keyOf(k)
		steps += n
		if got == want {
			return i, steps
		}
	}
	return -1, steps
}

func (h *Hash) keyOf(v Value) (key any, steps int) {
	if h.ByIdentity {
		return v, 0
	}
	return hashKey(v)
}

// ---- hashes of the program

// Get looks a key up.
func (m *meter) Get(h *Hash, key Value) (Value, bool) {
	i, steps := h.Index(key)
	m.Used.Steps += steps
	if i < 0 {
		return nil, false
	}
	return h.Vals[i], true
}

// put adds or replaces the value of a key.
func (m *meter) put(h *Hash, key, value Value) error {
	steps, bytes := h.set(key, value)
	m.Used.Steps += steps
	*m.Used.Memory += bytes
	if *m.Used.Memory > m.Limits.Memory || len(h.Keys) > m.Limits.Elements {
		if err := m.Size(len(h.Keys)); err != nil {
			return err
		}
		return m.Exceeded()
	}
	return nil
}

// PutAll adds the pairs of another hash.
func (t *Thread) PutAll(h, from *Hash) error {
	if from == nil {
		return nil
	}
	t.ChargeReads(from.Len())
	for i, key := range from.Keys {
		v := from.Vals[i]
		if from.HasGuards {
			if old, ok := t.Get(h, key); ok {
				var err error
				if v, err = t.MergePair(old, v, nil); err != nil {
					return err
				}
			}
		}
		if err := t.put(h, key, v); err != nil {
			return err
		}
	}
	return nil
}

// Remove deletes a key.
func (m *meter) Remove(h *Hash, key Value) (Value, bool) {
	v, ok, steps, bytes := h.delete(key)
	m.Used.Steps += steps
	*m.Used.Memory += bytes
	return v, ok
}

// RemoveFirst removes the first pair.
func (m *meter) RemoveFirst(h *Hash) {
	steps, bytes := h.deleteAt(0, h.Keys[0])
	m.Used.Steps += steps
	*m.Used.Memory += bytes
}

// CloneHash copies a hash, and counts the copy.
func (m *meter) CloneHash(h *Hash) *Hash {
	*m.Used.Memory += memoryOf(h)
	m.ChargeReads(h.Len())
	return h.Clone()
}

// NewHash makes an empty hash with room for n pairs, which are counted.
func (m *meter) NewHash(n int) *Hash {
	*m.Used.Memory += limits.SizeHash + limits.SizePair*n
	if n > smallHash {
		*m.Used.Memory += limits.SizeIndex * n
		m.ChargeReads(n)
	}
	return NewHash(n)
}

// memoryOf is what a hash takes.
func memoryOf(h *Hash) int {
	n := limits.SizeHash + limits.SizePair*h.Len()
	if h.index != nil {
		n += limits.SizeIndex * h.Len()
	}
	return n
}

// MergePair returns the value of a key that both of two merged hashes have: the second's, or
// what decide makes of both. Where only conditions tell whether a pair is there, that of
// the other hash holds without it.
func (t *Thread) MergePair(old, v Value, decide func(old, v Value) (Value, error)) (Value, error) {
	if when, there, ok := Guarded(v); ok {
		if decide != nil {
			return t.fork(when, func() (Value, error) { return t.MergePair(old, there, decide) }, func() (Value, error) { return old, nil })
		}
		if _, _, ok := Guarded(old); ok {
			return t.newChoice(when, there, old), nil
		}
		return t.Merge(when, there, old), nil
	}
	if decide == nil {
		return v, nil
	}
	if when, there, ok := Guarded(old); ok {
		return t.fork(when, func() (Value, error) { return decide(there, v) }, func() (Value, error) { return v, nil })
	}
	return decide(old, v)
}

type (
	stringKey string
	deepKey   string
)

// HashCode returns the number that Array#hash and Hash#hash return: FNV-1a of the key.
func (c *Call) HashCode(v Value) Int {
	text, _ := c.Key(v).(deepKey)
	h := fnv.New64a()
	_, _ = io.WriteString(h, string(text))
	return Int(h.Sum64() >> 2)
}

// hashKey gives a comparable Go value that is the same for two values exactly
// when Ruby's eql? holds between them, and the steps that it takes. A container
// that is too large or holds itself counts as equal to itself only.
func hashKey(v Value) (key any, steps int) {
	switch v := v.(type) {
	case *String:
		return stringKey(v.s), len(v.s) / limits.CopiedPerStep
	case NilValue:
		return Nil, 0
	case Float:
		if math.IsNaN(float64(v)) {
			return new(Float), 0
		}
		return v, 0
	case *Method:
		return v.key(), 0
	case *Array, *Hash, *Range, *Regexp, *Object:
		if o, ok := v.(*Object); ok && o.Data == nil && hashesOf(o) == nil {
			return v, 0
		}
		w := &keyWriter{work: &keyWork{}}
		if w.write(v, 0) {
			key = deepKey(w.b.String())
		} else {
			key = v
		}
		return key, w.work.steps()
	}
	return v, 0
}

// ownKeys are what the methods `hash` and `eql?` of the program came to.
type ownKeys struct {
	running atomic.Int32       // methods `hash` that run for the keys of hashes
	failed  atomic.Bool        // one of them raised
	last    map[string]*Object // the last object of each such key; nil for one that does not decide
}

// hashesOf returns the interpreter whose program defines a method `hash` that the object may
// have; nil if there is none.
func hashesOf(o *Object) *Interp {
	for k := o.class; k != nil; k = k.super {
		if k.hashes != nil {
			return k.hashes
		}
	}
	return nil
}

// ownKey is the key of an object whose class says itself what equals it: the class that
// does, and the object's hash. Where that does not decide, the running method's result is
// unknown.
func ownKey(o *Object) (string, bool) {
	in := hashesOf(o)
	if in == nil {
		return "", false
	}
	m := in.find(o, "eql?")
	if m == nil || m.builtin != nil {
		return "", false
	}
	if in.keys.failed.Load() {
		in.undecidedKey(o, "hash")
		return "", false
	}
	if in.keys.running.Add(1) > maxKeyDepth { // a hash that asks for itself
		in.keys.running.Add(-1)
		return "", false
	}
	defer in.keys.running.Add(-1)
	v, err := in.keyThread().Call(o, "hash")
	if err != nil { // no further time is spent on it
		in.keys.failed.Store(true)
	}
	n, ok := v.(Int)
	if !ok {
		in.undecidedKey(o, "hash")
		return "", false
	}
	key := pointerKey(m.Owner) + "=" + strconv.FormatInt(int64(n), 10)
	return key, in.sameKey(key, o)
}

// sameKey reports whether two objects of one key are eql? to each other: o, and the last
// one before it that still has the key. Where one pair is not, none of that key is.
func (in *Interp) sameKey(key string, o *Object) bool {
	if in.finished || in.running == nil {
		return true
	}
	before, known := in.keys.last[key]
	if before == o {
		return true
	}
	if !known {
		in.grow(limits.SizePair + len(key))
	}
	if in.keys.last == nil {
		in.keys.last = map[string]*Object{}
	}
	if !known || before != nil && in.isSame(before, o, key) {
		in.keys.last[key] = o
		return true
	}
	in.keys.last[key] = nil
	in.undecidedKey(o, "eql?")
	return false
}

func (in *Interp) isSame(before, o *Object, key string) bool {
	same, err := in.keyThread().Call(before, "eql?", o)
	if u, ok := same.(*Unknown); ok && in.running.TestTruth(u) || err == nil && same == True {
		return true
	}
	hash, err := in.keyThread().Call(before, "hash")
	return err == nil && !strings.HasSuffix(key, "="+in.running.MustInspect(hash)) // it has changed since
}

// undecidedKey makes the result of the running method depend on what a method of an
// object returns.
func (in *Interp) undecidedKey(o *Object, name string) {
	if t := in.running; t != nil && !in.finished {
		t.TestUnknown(UnknownResult(&Call{Thread: t, Self: o, Name: name, Pos: t.At}))
	}
}

// maxKeySteps bounds a method `hash` that runs after Freeze.
const maxKeySteps = 10_000

// keyThread is for the methods `hash` of the program, which works within what the
// running thread has left.
func (in *Interp) keyThread() *Thread {
	t := in.NewThread()
	if in.finished || in.running == nil {
		t.Used.Steps = max(0, in.limits.Steps-maxKeySteps)
	} else {
		t.Used = in.running.Used
	}
	return t
}

// The bounds of a container's key.
const (
	maxKeyDepth = 100
	maxKeySize  = 100_000  // values
	maxKeyBytes = 16 << 20 // written, those of keys within keys included
)

// A keyWriter writes a text that is the same for equal values. Its methods tell
// whether the bounds held.
type keyWriter struct {
	b    strings.Builder
	work *keyWork
}

type keyWork struct{ values, bytes int }

func (w *keyWork) steps() int { return w.values/2 + w.bytes/limits.BytesPerStep }

func (w *keyWriter) write(v Value, depth int) bool {
	if w.work.values++; depth > maxKeyDepth || w.work.values > maxKeySize {
		return false
	}
	kind, anyOrder := "", false // the order does not count in which it has its parts
	switch v := v.(type) {
	case *String:
		return w.text(`"`, v.s)
	case Symbol:
		return w.text(":", string(v))
	case *Regexp:
		return w.text("/"+strconv.Itoa(int(v.Options))+" ", v.Source)
	case *Array:
		kind = "["
	case *Hash:
		kind, anyOrder = "{", true
	case *Range:
		kind = v.Dots()
	case *Object:
		if key, ok := ownKey(v); ok {
			return w.text("h", key)
		}
		switch heldBy(v).(type) {
		case *Hash:
			kind, anyOrder = "s", true
		case *Members:
			kind = pointerKey(v.class) + "("
		}
	}
	if kind == "" {
		return w.text("", scalarKey(v))
	}
	w.b.WriteString(kind)
	return w.parts(v, anyOrder, depth)
}

// text writes a text that may hold anything: its length tells where it ends.
func (w *keyWriter) text(kind, s string) bool {
	if w.work.bytes += len(kind) + len(s) + 8; w.work.bytes > maxKeyBytes {
		return false
	}
	w.b.WriteString(kind)
	w.b.WriteString(strconv.Itoa(len(s)))
	w.b.WriteByte('=')
	w.b.WriteString(s)
	return true
}

// parts writes what v consists of, sorted where the order does not count.
func (w *keyWriter) parts(v Value, anyOrder bool, depth int) bool {
	keys, vals := contents(v)
	var sorted []string
	for i, v := range vals {
		one := w
		if anyOrder {
			one = &keyWriter{work: w.work}
		}
		if keys != nil && !one.write(keys[i], depth+1) || !one.write(v, depth+1) {
			return false
		}
		if anyOrder {
			sorted = append(sorted, one.b.String())
		}
	}
	slices.Sort(sorted)
	for _, part := range sorted {
		if w.work.bytes += len(part); w.work.bytes > maxKeyBytes {
			return false
		}
		w.b.WriteString(part)
	}
	w.b.WriteString("],")
	return true
}

// scalarKey is the text of a value that holds no others.
func scalarKey(v Value) string {
	switch v := v.(type) {
	case Int:
		return "i" + strconv.FormatInt(int64(v), 10)
	case Float:
		return "f" + strconv.FormatUint(math.Float64bits(float64(v)), 16)
	case Bool:
		return strconv.FormatBool(bool(v))
	case NilValue:
		return "n"
	}
	return pointerKey(v)
}
