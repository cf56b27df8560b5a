package regex

import "encoding/binary"

// Witness returns a shortest text of the bytes of an alphabet that all automata of one list
// match and none of another. Of equally short ones it is the first in the alphabet's order.
//
//	ids, err := Compile(`\d+`, 0)
//	words, err := Compile(`\w+`, 0)
//	steps := 1_000
//	Witness([]*Automaton{words.Automaton()}, []*Automaton{ids.Automaton()}, "0123456789abc", &steps) // "a"
//
// With the automata of several patterns it decides inclusion and emptiness: a is within b
// and c together if no text is in a and outside of b and c. decided is false where the
// search ended with its budget of steps, of which it leaves what it did not need; found where
// there is such a text.
func Witness(in, out []*Automaton, alphabet string, steps *int) (text string, found, decided bool) {
	w := witness{all: append(append([]*Automaton{}, in...), out...), in: len(in), seen: map[string]bool{}}
	bytes := w.distinct(alphabet)
	w.visit(make([]int, len(w.all)), func(i int) int { return w.all[i].Start() }, -1, 0)
	for at := 0; at < len(w.reached); at++ {
		if w.accepts(w.reached[at].states) {
			return w.text(at), true, true
		}
		for _, c := range bytes {
			if *steps -= len(w.all); *steps < 0 {
				return "", false, false
			}
			from := w.reached[at].states
			w.visit(from, func(i int) int { return w.all[i].Next(from[i], c) }, at, c)
		}
	}
	return "", false, true
}

// A witness walks through automata side by side.
type witness struct {
	all     []*Automaton
	in      int // so many, the first ones, have to match
	seen    map[string]bool
	reached []joint
}

// A joint is a state of each automaton, and the byte that led there from an earlier one.
type joint struct {
	states []int
	from   int
	by     byte
}

// visit notes the states that next names, unless one that has to match is dead.
func (w *witness) visit(like []int, next func(i int) int, from int, by byte) {
	states := make([]int, len(like))
	var key []byte
	for i := range states {
		if states[i] = next(i); states[i] == 0 && i < w.in {
			return
		}
		key = binary.AppendUvarint(key, uint64(states[i]))
	}
	if !w.seen[string(key)] {
		w.seen[string(key)] = true
		w.reached = append(w.reached, joint{states, from, by})
	}
}

func (w *witness) accepts(states []int) bool {
	for i, a := range w.all {
		if a.Accepts(states[i]) != (i < w.in) {
			return false
		}
	}
	return true
}

// text is what was read on the way to a joint.
func (w *witness) text(at int) string {
	var b []byte
	for ; w.reached[at].from >= 0; at = w.reached[at].from {
		b = append(b, w.reached[at].by)
	}
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// distinct returns the first of the bytes that all automata treat alike.
func (w *witness) distinct(alphabet string) []byte {
	var bytes []byte
	seen := map[string]bool{}
	for i := range len(alphabet) {
		key := make([]byte, len(w.all))
		for j, a := range w.all {
			key[j] = a.class[alphabet[i]]
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			bytes = append(bytes, alphabet[i])
		}
	}
	return bytes
}
