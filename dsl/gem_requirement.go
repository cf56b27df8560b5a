package dsl

import (
	"regexp"
	"slices"
	"strings"
)

// Gem::Requirement, what a version must be: `~> 7.1`. RubyGems:
// lib/rubygems/requirement.rb.

var requirementText = regexp.MustCompile(`\A\s*(=|!=|>=|<=|~>|>|<)?\s*(` + versionPattern + `)\s*\z`)

var gemRequirementMethods = methodTable{
	"satisfied_by?": fn(1, requirementSatisfied),
	"===":           fn(1, requirementSatisfied),
	"=~":            fn(1, requirementSatisfied),
	"none?":         fn(0, requirementNone),
	"to_s":          fn(0, requirementToS),
	"as_list":       fn(0, requirementList),
	"inspect":       fn(0, requirementInspect),
}

var gemRequirementClassMethods = methodTable{
	"new":     fnAny(requirementNew).is(converts),
	"create":  fnAny(requirementNew).is(converts),
	"default": fn(0, requirementNew),
}

// gemRequirement is the data of a Gem::Requirement.
type gemRequirement struct{ all []requirementPart }

func (r *gemRequirement) dup() any { return &gemRequirement{slices.Clone(r.all)} }

type requirementPart struct {
	op      string
	version *gemVersion
}

func (p requirementPart) String() string { return p.op + " " + p.version.text }

func selfRequirement(c *Call) *gemRequirement {
	if o, ok := c.Self.(*Object); ok {
		if r, ok := o.data.(*gemRequirement); ok {
			return r
		}
	}
	return &gemRequirement{}
}

func requirementNew(c *Call) (Value, error) {
	flat := c.t.newArray()
	if err := flattenInto(c, flat, c.t.newArray(c.Args...), -1, nil, new(bool)); err != nil {
		return nil, err
	}
	r := &gemRequirement{}
	c.t.grow(sizeString * len(flat.Elems))
	for _, v := range flat.Elems {
		c.t.used.steps += len(r.all)
		if err := c.Step(); err != nil {
			return nil, err
		}
		if v == Nil {
			continue
		}
		part, err := c.requirementPart(v)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(r.all, func(p requirementPart) bool { return p.String() == part.String() }) {
			r.all = append(r.all, part)
		}
	}
	if len(r.all) == 0 {
		r.all = []requirementPart{{">=", &gemVersion{"0"}}}
	}
	return c.t.newObject(c.ownClass(), r), nil
}

func (c *Call) requirementPart(v Value) (requirementPart, error) {
	if version := versionOf(v); version != nil {
		return requirementPart{"=", version}, nil
	}
	text, err := c.ToS(v)
	if err != nil {
		return requirementPart{}, err
	}
	if err := c.versionSize(text); err != nil {
		return requirementPart{}, err
	}
	m := requirementText.FindStringSubmatch(text)
	if m == nil {
		shown, err := c.Inspect(v)
		if err != nil {
			return requirementPart{}, err
		}
		return requirementPart{}, c.Errorf("Gem::Requirement::BadRequirementError", "Illformed requirement [%s]", shown)
	}
	op := m[1]
	if op == "" {
		op = "="
	}
	return requirementPart{op, versionOf(c.newVersion(nil, m[2]))}, nil
}

func (p requirementPart) holds(c *Call, v *gemVersion) (bool, error) {
	n := v.compare(p.version)
	switch p.op {
	case "=":
		return n == 0, nil
	case "!=":
		return n != 0, nil
	case ">":
		return n > 0, nil
	case "<":
		return n < 0, nil
	case ">=":
		return n >= 0, nil
	case "<=":
		return n <= 0, nil
	}
	numbers, err := c.joined(v.numbers())
	if err != nil {
		return false, err
	}
	next, err := c.joined(p.version.bump())
	return n >= 0 && (&gemVersion{numbers}).compare(&gemVersion{next}) < 0, err
}

func requirementSatisfied(c *Call) (Value, error) {
	v := versionOf(c.Args[0])
	if v == nil {
		return nil, c.Errorf("ArgumentError", "Need a Gem::Version: %s", c.t.mustInspect(c.Args[0]))
	}
	for _, p := range selfRequirement(c).all {
		c.t.scanned(len(v.text) + len(p.version.text))
		if err := c.Step(); err != nil {
			return nil, err
		}
		if ok, err := p.holds(c, v); err != nil || !ok {
			return False, err
		}
	}
	return True, nil
}

func (r *gemRequirement) list() []string {
	texts := make([]string, len(r.all))
	for i, p := range r.all {
		texts[i] = p.String()
	}
	return texts
}

func requirementNone(c *Call) (Value, error) {
	list := selfRequirement(c).list()
	return Bool(len(list) == 1 && list[0] == ">= 0"), nil
}

func requirementToS(c *Call) (Value, error) {
	return c.t.newString(strings.Join(selfRequirement(c).list(), ", ")), nil
}

func requirementList(c *Call) (Value, error) {
	list := c.t.newArray()
	for _, text := range selfRequirement(c).list() {
		if err := c.t.push(list, c.t.newString(text)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func requirementInspect(c *Call) (Value, error) { return c.t.newString(gemText(c.Self)), nil }
