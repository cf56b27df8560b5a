package stdlib

import "signalbox/dsl"

// commonFunctions are those that no one class has to itself.
var commonFunctions = functions{
	"call":         callOfProgram,
	"undecided":    func(*dsl.Call) dsl.Value { panic(dsl.Undecided()) },
	"unknown?":     func(c *dsl.Call) dsl.Value { return dsl.Bool(dsl.UnknownIn(c.Args[0]) != nil) },
	"unrecorded":   func(c *dsl.Call) dsl.Value { return c.Unrecorded() },
	"status_texts": statusTexts,
}

// callOfProgram is call(receiver, name, ...): a call as the program would write it, so
// that an unknown result is that of this call.
func callOfProgram(c *dsl.Call) dsl.Value {
	name, _ := c.Args[1].(dsl.Symbol)
	own := *c
	own.Pos = c.Thread.Stack()[0].Pos
	return own.Send(c.Args[0], string(name), c.Args[2:]...)
}

// ---- arguments

// text is argument i, a string, whose bytes are charged as work.
func text(c *dsl.Call, i int) string {
	if s, ok := c.Arg(i).(*dsl.String); ok {
		c.Work(len(s.String()))
		return s.String()
	}
	if dsl.UnknownIn(c.Arg(i)) != nil {
		panic(dsl.Undecided())
	}
	panic(c.NoConversion(c.Arg(i), "String"))
}
