package dsl

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

type (
	stringKey string
	deepKey   string
)

// hashKey gives a comparable Go value that is the same for two values exactly
// when Ruby's eql? holds between them. A container that is too large or holds
// itself counts as equal to itself only.
func hashKey(v Value) any {
	switch v := v.(type) {
	case *String:
		return stringKey(v.s)
	case nilValue:
		return Nil
	case Float:
		if math.IsNaN(float64(v)) {
			return new(Float)
		}
		return v
	case *Array, *Hash, *Range, *Regexp, *Object:
		if o, ok := v.(*Object); ok && o.data == nil {
			if key, ok := ownKey(o); ok {
				return deepKey("h" + key)
			}
			return v
		}
		w := &keyWriter{}
		if w.write(v, 0) {
			return deepKey(w.b.String())
		}
	}
	return v
}

// ownKey is the key of an object whose class says itself what equals it: two with
// the same hash are taken as eql? to each other.
func ownKey(o *Object) (string, bool) {
	var in *Interp
	for k := o.class; k != nil && in == nil; k = k.super {
		in = k.hashes
	}
	if in == nil || in.hashFailed.Load() {
		return "", false
	}
	if m := in.find(o, "eql?"); m == nil || m.builtin != nil {
		return "", false
	}
	if in.hashing.Add(1) > maxKeyDepth { // a hash that asks for itself
		in.hashing.Add(-1)
		return "", false
	}
	defer in.hashing.Add(-1)
	v, err := in.NewThread().Call(o, "hash")
	n, ok := v.(Int)
	if err != nil { // no further time is spent on it
		in.hashFailed.Store(true)
	}
	return strconv.FormatInt(int64(n), 10), ok && err == nil
}

// The bounds of a container's key.
const (
	maxKeyDepth = 100
	maxKeySize  = 100_000
)

// A keyWriter writes a text that is the same for equal values. Its methods tell
// whether the bounds held.
type keyWriter struct {
	b strings.Builder
	n int // values written
}

func (w *keyWriter) write(v Value, depth int) bool {
	if w.n++; depth > maxKeyDepth || w.n > maxKeySize {
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
		w.b.WriteString("/" + strconv.Quote(v.Source) + strconv.Itoa(int(v.Options)))
	case *Object:
		return w.object(v, depth)
	default:
		w.scalar(v)
	}
	w.b.WriteByte(',')
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
	for i := range h.keys {
		pair := &keyWriter{n: w.n}
		ok := pair.write(h.keys[i], depth+1) && pair.write(h.vals[i], depth+1)
		w.n = pair.n
		if !ok {
			return false
		}
		pairs = append(pairs, pair.b.String())
	}
	slices.Sort(pairs)
	w.b.WriteString("{" + strings.Join(pairs, "") + "},")
	return true
}

// object writes structs and sets by their members, others by identity.
func (w *keyWriter) object(o *Object, depth int) bool {
	switch d := o.data.(type) {
	case *structData:
		w.b.WriteString(pointerKey(o.class))
		return w.list('(', d.values, depth)
	case *setData:
		w.b.WriteByte('s')
		return w.hash(d.elems, depth)
	case *gemVersion:
		w.b.WriteString("v" + strconv.Quote(d.text) + ",")
		return true
	}
	if key, ok := ownKey(o); ok {
		w.b.WriteString("h" + key + ",")
		return true
	}
	w.b.WriteString(pointerKey(o) + ",")
	return true
}

func (w *keyWriter) scalar(v Value) {
	switch v := v.(type) {
	case *String:
		w.b.WriteString(strconv.Quote(v.s))
	case Symbol:
		w.b.WriteString(":" + strconv.Quote(string(v)))
	case Int:
		w.b.WriteString("i" + strconv.FormatInt(int64(v), 10))
	case Float:
		w.b.WriteString("f" + strconv.FormatUint(math.Float64bits(float64(v)), 16))
	case Bool:
		w.b.WriteString(strconv.FormatBool(bool(v)))
	case nilValue:
		w.b.WriteByte('n')
	default:
		w.b.WriteString(pointerKey(v))
	}
}
