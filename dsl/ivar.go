package dsl

import "slices"

// ivars are the instance variables of one object, in the order of their first
// assignment, which is the order that inspect shows.
type ivars struct {
	names  []string
	values []Value
}

func (v *ivars) get(name string) (Value, bool) {
	if i := slices.Index(v.names, name); i >= 0 {
		return v.values[i], true
	}
	return Nil, false
}

func (v *ivars) set(name string, value Value) {
	if i := slices.Index(v.names, name); i >= 0 {
		v.values[i] = value
		return
	}
	v.names = append(v.names, name)
	v.values = append(v.values, value)
}

func (v *ivars) remove(name string) {
	if i := slices.Index(v.names, name); i >= 0 {
		v.names = slices.Delete(v.names, i, i+1)
		v.values = slices.Delete(v.values, i, i+1)
	}
}

func (v *ivars) clone() ivars {
	return ivars{slices.Clone(v.names), slices.Clone(v.values)}
}

// ivarsOf gives the variables of an object or class; nil for other values.
func ivarsOf(v Value) *ivars {
	switch o := v.(type) {
	case *Object:
		return &o.ivars
	case *Class:
		return &o.ivars
	}
	return nil
}

// ivarsOf gives the variables as this thread sees them: its own copy once it
// has changed those of a frozen program.
func (t *Thread) ivarsOf(self Value) *ivars {
	vars := ivarsOf(self)
	if own := t.ivars[vars]; own != nil {
		return own
	}
	return vars
}

func (t *Thread) ivarGet(self Value, name string) Value {
	if vars := t.ivarsOf(self); vars != nil {
		v, _ := vars.get(name)
		return v
	}
	return Nil
}

func (t *Thread) ivarSet(self Value, name string, v Value) error {
	vars := t.ivarsOf(self)
	if vars != nil && t.request && isFrozen(self) && t.ivars[ivarsOf(self)] == nil {
		own := vars.clone()
		if t.ivars == nil {
			t.ivars = map[*ivars]*ivars{}
		}
		t.ivars[vars] = &own
		vars = &own
	}
	if vars == nil || isFrozen(self) && !t.request {
		return t.frozenError(self)
	}
	if t.journal != nil {
		t.journal.changing(ivarCell{vars, name})
	}
	vars.set(name, v)
	return t.size(len(vars.names))
}

func (t *Thread) hasIVar(self Value, name string) bool {
	if vars := t.ivarsOf(self); vars != nil {
		_, ok := vars.get(name)
		return ok
	}
	return false
}
