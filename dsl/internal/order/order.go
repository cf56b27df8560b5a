// Package order keeps pairs in the order in which they came: an index of keys, and a table of
// names. It knows of no Ruby.
package order

import (
	"maps"
	"slices"
)

// An Index has the keys of pairs that stand in a list. It numbers them in the order in which
// they came, so that the numbers stay as they are when pairs before them go.
type Index struct {
	at      map[any]int // the number of a key's pair
	next    int         // the number of the next pair
	numbers []int       // of all pairs, in order; nil while they have no gaps
}

// New returns an index with room for n keys.
func New(n int) *Index { return &Index{at: make(map[any]int, n)} }

// Clone returns a copy.
func (x *Index) Clone() *Index { return &Index{maps.Clone(x.at), x.next, slices.Clone(x.numbers)} }

// Add adds the key of a pair at the end.
func (x *Index) Add(key any) {
	x.at[key] = x.next
	if x.numbers != nil {
		x.numbers = append(x.numbers, x.next)
	}
	x.next++
}

// Find returns the position of a key among n pairs, -1 if it is not there.
func (x *Index) Find(key any, n int) int {
	number, ok := x.at[key]
	if !ok {
		return -1
	}
	if x.numbers == nil {
		return max(number-(x.next-n), -1)
	}
	if i, ok := slices.BinarySearch(x.numbers, number); ok {
		return i
	}
	return -1
}

// Remove takes out the key of pair i of n, unless that is another pair's by now, and returns
// the bytes by which the index grows.
func (x *Index) Remove(key any, i, n int) (bytes int) {
	if x.Find(key, n) == i {
		delete(x.at, key)
	}
	switch {
	case x.numbers != nil || i == 0:
	case i == n-1:
		x.next--
		return 0
	default: // a gap
		bytes = 8 * n
		x.numbers = make([]int, n)
		for j := range x.numbers {
			x.numbers[j] = x.next - n + j
		}
	}
	if x.numbers != nil {
		x.numbers, _ = Without(x.numbers, i, true)
	}
	return bytes
}

// Without returns a list without element i; moved counts those that changed their
// places for it. A list that is not the caller's own is copied if need be.
func Without[T any](list []T, i int, own bool) (_ []T, moved int) {
	switch n := len(list); {
	case i == 0:
		return list[1:], 0
	case i == n-1:
		if !own {
			return list[: n-1 : n-1], 0
		}
		return list[:n-1], 0
	case !own:
		return slices.Concat(list[:i], list[i+1:]), n
	case i < n/2:
		copy(list[1:], list[:i])
		return list[1:], i
	default:
		copy(list[i:], list[i+1:])
		return list[:n-1], n - i
	}
}
