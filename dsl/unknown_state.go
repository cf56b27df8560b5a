package dsl

import (
	"slices"

	"signalbox/grammar"
)

// variables is what the local variables around a piece of code, and the
// instance variables of its self, held at a moment.
type variables struct {
	scopes []scopeState
	self   Value
	ivars  ivars
}

type scopeState struct {
	env    *env
	values []Value
}

func takeVariables(e *env) variables {
	v := variables{self: e.frame.self}
	for s := e; s != nil; s = s.outer {
		v.scopes = append(v.scopes, scopeState{s, slices.Clone(s.values)})
	}
	if own := ivarsOf(v.self); own != nil {
		v.ivars = own.clone()
	}
	return v
}

// restore brings the variables back; ones made since are nil again.
func (v variables) restore() {
	for _, s := range v.scopes {
		for i := range s.env.values {
			s.env.values[i] = Nil
			if i < len(s.values) {
				s.env.values[i] = s.values[i]
			}
		}
	}
	if own := ivarsOf(v.self); own != nil {
		*own = v.ivars.clone()
	}
}

// joinVariables makes the variables that differ from other, the state that the
// other side left, known to the application only.
func (t *Thread) joinVariables(e *env, other variables, cond string, pos grammar.Pos) {
	for _, s := range other.scopes {
		for i, now := range s.env.values {
			was := Nil
			if i < len(s.values) {
				was = s.values[i]
			}
			if now != was {
				s.env.values[i] = t.joined(was, now, cond, pos)
			}
		}
	}
	own := ivarsOf(other.self)
	if own == nil || isFrozen(other.self) {
		return
	}
	for i, name := range own.names {
		if was, _ := other.ivars.get(name); was != own.values[i] {
			own.values[i] = t.joined(was, own.values[i], cond, pos)
		}
	}
	for i, name := range other.ivars.names {
		if _, ok := own.get(name); !ok {
			own.set(name, t.joined(other.ivars.values[i], Nil, cond, pos))
		}
	}
}

// mutates are the methods of strings and collections that change them.
var mutates = names(`<< push append concat prepend unshift insert []= store merge! update delete delete_at delete_if
	reject! select! keep_if map! collect! compact! flatten! uniq! reverse! sort! sort_by! shift pop clear replace add
	sub! gsub! upcase! downcase! capitalize! strip! chomp! squeeze! tr! slice! fill rotate! deep_merge! reverse_merge!
	transform_values! transform_keys! symbolize_keys! except! subtract`)

// noteMutation tells the host that a list is changed under a condition that
// only the application knows: what is made of it later depends on it too.
func (t *Thread) noteMutation(c *Call) {
	if len(t.conditions) == 0 || !mutates[c.Name] {
		return
	}
	switch c.Self.(type) {
	case *Array, *Hash, *String:
		k := t.conditions[len(t.conditions)-1]
		name := "a " + t.in.plainClassOf(c.Self).displayName()
		if _, ok := c.Self.(*Array); ok {
			name = "an Array"
		}
		t.note(name+" is changed where "+k.Text+" decides, which is known to the application only",
			"What is drawn from it is in the table.")
	}
}
