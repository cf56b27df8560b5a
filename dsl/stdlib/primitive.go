package stdlib

import "signalbox/dsl"

// commonFunctions are those that no one class has to itself.
var commonFunctions = map[string]dsl.Function{
	"call":         callOfProgram,
	"undecided":    func(*dsl.Call) (dsl.Value, error) { return nil, dsl.Undecided() },
	"unknown?":     func(c *dsl.Call) (dsl.Value, error) { return dsl.Bool(dsl.UnknownIn(c.Args[0]) != nil), nil },
	"unrecorded":   func(c *dsl.Call) (dsl.Value, error) { return c.Unrecorded(), nil },
	"status_texts": statusTexts,
}

// callOfProgram is call(receiver, name, ...): a call as the program would write it, so
// that an unknown result is that of this call.
func callOfProgram(c *dsl.Call) (dsl.Value, error) {
	name, _ := c.Args[1].(dsl.Symbol)
	own := *c
	own.Pos = c.Thread.Stack()[0].Pos
	return own.Send(c.Args[0], string(name), c.Args[2:]...), nil
}

// ---- arguments

// text is argument i, a string, whose bytes are charged as work.
func text(c *dsl.Call, i int) (string, error) {
	if i < len(c.Args) {
		if s, ok := c.Args[i].(*dsl.String); ok {
			c.Work(len(s.String()))
			return s.String(), nil
		}
		if dsl.UnknownIn(c.Args[i]) != nil {
			return "", dsl.Undecided()
		}
	}
	return "", c.Errorf("TypeError", "no implicit conversion of %s into String", kind(c, i))
}

// kind names the class of argument i as messages about conversions do.
func kind(c *dsl.Call, i int) string {
	if i >= len(c.Args) || dsl.IsNil(c.Args[i]) {
		return "nil"
	}
	switch c.Args[i] {
	case dsl.True:
		return "true"
	case dsl.False:
		return "false"
	}
	return c.Interp().PlainClassOf(c.Args[i]).Name()
}

func str(s string) dsl.Value { return dsl.NewString(s) }

// Bytes that a text and a list take, beside what they hold.
const (
	madeText = 48
	madeList = 48
)

// counted is str of a text within another value; that of a result is counted anyway.
func counted(c *dsl.Call, s string) dsl.Value {
	c.Thread.ChargeMemory(madeText + len(s))
	return str(s)
}
