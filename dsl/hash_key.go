package dsl

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

type (
	stringKey string
	DeepKey   string
)

// hashKey gives a comparable Go value that is the same for two values exactly
// when Ruby's eql? holds between them, and the steps that it takes. A container
// that is too large or holds itself counts as equal to itself only.
func hashKey(v Value) (key any, steps int) {
	switch v := v.(type) {
	case *String:
		return stringKey(v.s), len(v.s) / copiedPerStep
	case NilValue:
		return Nil, 0
	case Float:
		if math.IsNaN(float64(v)) {
			return new(Float), 0
		}
		return v, 0
	case *Array, *Hash, *Range, *Regexp, *Object:
		if o, ok := v.(*Object); ok {
			if key, ok := ownKey(o); ok {
				return DeepKey("h" + key), 1
			}
			if o.Data == nil {
				return v, 0
			}
		}
		w := &keyWriter{work: &keyWork{}}
		if w.write(v, 0) {
			key = DeepKey(w.b.String())
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

// ownKey is the key of an object whose class says itself what equals it: the class that
// does, and the object's hash. Where that does not decide, the running method's result is
// unknown.
func ownKey(o *Object) (string, bool) {
	var in *Interp
	for k := o.class; k != nil && in == nil; k = k.super {
		in = k.hashes
	}
	if in == nil {
		return "", false
	}
	m := in.find(o, "eql?")
	if m == nil || m.Builtin != nil {
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
		in.grow(sizePair + len(key))
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
		t.TestUnknown(UnknownCallOf(&Call{Thread: t, Self: o, Name: name, Pos: t.pos}))
	}
}

// maxKeySteps bounds a method `hash` that runs after Freeze.
const maxKeySteps = 10_000

// keyThread is for the methods `hash` of the program, which works within what the
// running thread has left.
func (in *Interp) keyThread() *Thread {
	t := in.NewThread()
	if in.finished || in.running == nil {
		t.used.steps = max(0, in.limits.Steps-maxKeySteps)
	} else {
		t.used = in.running.used
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

func (w *keyWork) steps() int { return w.values/2 + w.bytes/BytesPerStep }

func (w *keyWriter) write(v Value, depth int) bool {
	if w.work.values++; depth > maxKeyDepth || w.work.values > maxKeySize {
		return false
	}
	switch v := v.(type) {
	case *Array:
		return w.list('[', v.Elems, depth)
	case *Hash:
		return w.hash(v, depth)
	case *Range:
		return w.list('r', []Value{v.Lo, v.Hi, Bool(v.Exclusive)}, depth)
	case *Regexp:
		return w.text("/"+strconv.Itoa(int(v.Options))+" ", v.Source)
	case *Object:
		return w.object(v, depth)
	case *String:
		return w.text(`"`, v.s)
	case Symbol:
		return w.text(":", string(v))
	}
	return w.text("", scalarKey(v))
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

func (w *keyWriter) list(open byte, list []Value, depth int) bool {
	w.b.WriteByte(open)
	for _, e := range list {
		if !w.write(e, depth+1) {
			return false
		}
	}
	w.b.WriteString("],")
	return true
}

// hash writes the pairs sorted: the order of insertion does not count.
func (w *keyWriter) hash(h *Hash, depth int) bool {
	pairs := make([]string, 0, h.Len())
	for i := range h.Keys {
		pair := &keyWriter{work: w.work}
		if !pair.write(h.Keys[i], depth+1) || !pair.write(h.Vals[i], depth+1) {
			return false
		}
		pairs = append(pairs, pair.b.String())
	}
	slices.Sort(pairs)
	w.b.WriteByte('{')
	for _, pair := range pairs {
		if w.work.bytes += len(pair); w.work.bytes > maxKeyBytes {
			return false
		}
		w.b.WriteString(pair)
	}
	w.b.WriteString("},")
	return true
}

// object writes structs and sets by their members, others by identity.
func (w *keyWriter) object(o *Object, depth int) bool {
	if key, ok := ownKey(o); ok {
		return w.text("h", key)
	}
	switch held := heldBy(o).(type) {
	case *Members:
		w.b.WriteString(pointerKey(o.class))
		return w.list('(', held.Values, depth)
	case *Hash:
		w.b.WriteByte('s')
		return w.hash(held, depth)
	}
	return w.text("o", pointerKey(o))
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
