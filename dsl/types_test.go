package dsl_test

import (
	"testing"

	"signalbox/dsl"
)

// Every interpreter has the registered types at their names, below the superclasses and
// with the modules that they name.
func TestRegisteredTypes(t *testing.T) {
	in := dsl.New(dsl.Options{})
	for name, typ := range dsl.Registered {
		k := in.Type(name)
		if v, ok := in.Const(name); ok == typ.Hidden || ok && v != dsl.Value(k) {
			t.Errorf("the constant %s is %v, %v", name, v, ok)
		}
		if super := in.Type(typ.Super); typ.Super != "" && k.Super() != super || !typ.Module && k.Super() == nil && name != "BasicObject" {
			t.Errorf("the superclass of %s is %v, want %q", name, k.Super(), typ.Super)
		}
		for i, module := range typ.Includes {
			if m := in.Type(module); m == nil || k.Includes(i) != m {
				t.Errorf("%s does not include %s", name, module)
			}
		}
	}
}

// A function of Kernel that stands with a data type can be called on Kernel too, and not
// on other objects.
func TestFunctionsOfDataTypes(t *testing.T) {
	in := dsl.New(dsl.Options{})
	for src, want := range map[string]string{
		`Kernel.format("%d", 1)`:                            `"1"`,
		`format("%d", 1)`:                                   `"1"`,
		`Kernel.Integer("12")`:                              `12`,
		`begin; 1.Float("2"); rescue NoMethodError; 0; end`: `0`,
		`begin; "a".sprintf; rescue NoMethodError; 0; end`:  `0`,
		`1.to_enum(:upto, 3).to_a`:                          `[1, 2, 3]`,
	} {
		v, err := in.NewThread().Run(parse(t, src), nil)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got, err := in.NewThread().Inspect(v); got != want || err != nil {
			t.Errorf("%s is %s, %v, want %s", src, got, err, want)
		}
	}
}
