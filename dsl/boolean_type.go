package dsl

// BooleanType is ActiveModel's type of booleans, which applications read variables
// with: ActiveModel::Type::Boolean.new.cast(ENV["BETA"]). No constant holds it: the
// host knows whether the application has that gem.
func (in *Interp) BooleanType() *Class { return in.classes.booleanType }

func (in *Interp) setupBooleanType() {
	c := &Class{name: "ActiveModel::Type::Boolean", super: in.classes.object, builtins: booleanTypeMethods}
	in.singletonOf(c).builtins = methodTable{"new": fnAny(func(c *Call) (Value, error) { return c.t.newObject(c.ownClass(), booleanType{}), nil })}
	in.classes.booleanType = c
}

type booleanType struct{}

var booleanTypeMethods = methodTable{
	"cast":        fn(1, booleanCast),
	"deserialize": fn(1, booleanCast),
	"serialize":   fn(1, booleanCast),
	"type":        fn(0, func(*Call) (Value, error) { return Symbol("boolean"), nil }),
}

// falseValues are ActiveModel::Type::Boolean::FALSE_VALUES, as texts.
var falseValues = names("0 f F false FALSE off OFF")

func booleanCast(c *Call) (Value, error) {
	switch v := c.Args[0].(type) {
	case nilValue:
		return Nil, nil
	case *String:
		if v.s == "" {
			return Nil, nil
		}
		return Bool(!falseValues[v.s]), nil
	case Symbol:
		return Bool(!falseValues[string(v)]), nil
	case Int:
		return Bool(v != 0), nil
	case Bool:
		return v, nil
	}
	return True, nil
}
