package dsl

// BooleanType is ActiveModel's type of booleans, which applications read variables
// with: ActiveModel::Type::Boolean.new.cast(ENV["BETA"]). No constant holds it: the
// host knows whether the application has that gem.
func (in *Interp) BooleanType() *Class { return in.Type("ActiveModel::Type::Boolean") }

func init() {
	Register(Type{
		Name: "ActiveModel::Type::Boolean", Hidden: true, Methods: booleanTypeMethods,
		Functions: methodTable{"new": fnAny(func(c *Call) Value { return c.t.newObject(c.ownClass(), booleanType{}) })},
	})
}

type booleanType struct{}

var booleanTypeMethods = methodTable{
	"cast":        fn(1, booleanCast),
	"deserialize": fn(1, booleanCast),
	"serialize":   fn(1, booleanCast),
	"type":        fn(0, func(*Call) Value { return Symbol("boolean") }),
}

// falseValues are ActiveModel::Type::Boolean::FALSE_VALUES, as texts.
var falseValues = names("0 f F false FALSE off OFF")

func booleanCast(c *Call) Value {
	switch v := c.Args[0].(type) {
	case nilValue:
		return Nil
	case *String:
		if v.s == "" {
			return Nil
		}
		return Bool(!falseValues[v.s])
	case Symbol:
		return Bool(!falseValues[string(v)])
	case Int:
		return Bool(v != 0)
	case Bool:
		return v
	}
	return True
}
