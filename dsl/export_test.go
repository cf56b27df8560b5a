package dsl

import (
	"strings"

	"signalbox/dsl/internal/trait"
)

// TestLibrary is the library of the programs of tests, which is of a package that imports
// this one.
var TestLibrary *Library

// What tests look at that are not of this package, since they need core, which imports it.
var (
	Registered  = registered
	ConditionOf = conditionOf
)

type Traits = trait.Traits

// Names makes a set of the words in list.
func Names(list string) map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(list) {
		set[n] = true
	}
	return set
}

// Takes returns how many arguments the method takes, and whether it takes keywords.
func (b *Builtin) Takes() (least, most int, keywords bool) { return b.min, b.max, b.keywords }

// Spelled counts a parameter as that of a method in Ruby.
func (b *Builtin) Spelled(param string) { b.take(param) }

func (in *Interp) MethodNames(v Value) []string { return in.methodNames(v) }
func (k *Class) Includes(i int) *Class          { return k.included[i] }
func (t *Thread) StepsUsed() int                { return t.Used.Steps }
func (t *Thread) Saved() int                    { return len(t.journal.Before.Cells) }
func (k *Class) Builtins() Methods              { return k.builtins }

// Constants returns the values of the constants that the class itself has.
func (k *Class) Constants() (list []Value) {
	for _, one := range k.consts.Values {
		list = append(list, one.v)
	}
	return list
}

// Twin returns a string of its own with the text of s, as frozen as s is.
func (s *String) Twin() *String {
	own := NewString(s.String())
	own.frozen = s.frozen
	return own
}
