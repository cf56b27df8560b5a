package graphqlsrv

import (
	"context"
	"encoding/json"
	"math"
	"testing"
)

// TestNumbersAtTheEdge compares numbers that float64 can't hold, and -0, with what
// graphql-js 16.15.0 answers.
func TestNumbersAtTheEdge(t *testing.T) {
	echo := FuncWith(func(_ context.Context, args map[string]any) (any, error) { return args["x"], nil })
	e := engineOf(t, `type Query { f(x: Float): Float i(x: Int): Int id(x: ID): ID l(x: [Float]): [Float] d(x: Float = 1e400): Float str(x: Float): String j(x: JSON): JSON z: Z }
type Z { f: Float j: JSON }`,
		map[string]Resolver{"f": echo, "i": echo, "id": echo, "l": echo, "d": echo, "str": echo, "j": echo, "z": Func(func(context.Context) (any, error) {
			return &struct{ F, J float64 }{math.Copysign(0, -1), math.Copysign(0, -1)}, nil
		})})
	failed := func(key, path, message string) string {
		return `{"data":{"` + key + `"errors":[{"message":"` + message + `","locations":[{"line":1,"column":2}],"path":` + path + `}]}`
	}
	const infinite = "Float cannot represent non numeric value: Infinity"
	for _, c := range []struct{ query, variables, want string }{
		{`{f(x: 1e400)}`, ``, failed(`f":null},`, `["f"]`, infinite)},
		{`{f(x: -1e400)}`, ``, failed(`f":null},`, `["f"]`, "Float cannot represent non numeric value: -Infinity")},
		{`{d}`, ``, failed(`d":null},`, `["d"]`, infinite)},
		{`{l(x: [1e400, 1])}`, ``, failed(`l":[null,1]},`, `["l",0]`, infinite)},
		{`{str(x: 1e400)}`, ``, failed(`str":null},`, `["str"]`, "String cannot represent value: Infinity")},
		{`{f(x: 1e-400)}`, ``, `{"data":{"f":0}}`},
		{`{f(x: -0)}`, ``, `{"data":{"f":0}}`},
		{`{f(x: -0.0)}`, ``, `{"data":{"f":0}}`},
		{`{i(x: -0)}`, ``, `{"data":{"i":0}}`},
		{`{id(x: -0)}`, ``, `{"data":{"id":"-0"}}`},
		{`{str(x: -0.0)}`, ``, `{"data":{"str":"0"}}`},
		{`{j(x: -0.0)}`, ``, `{"data":{"j":0}}`},
		{`{z{f j}}`, ``, `{"data":{"z":{"f":0,"j":0}}}`},
		{`query($x:ID){id(x:$x)}`, `{"x":-0}`, `{"data":{"id":"0"}}`},
		{`query($x:ID){id(x:$x)}`, `{"x":-0.0}`, `{"data":{"id":"0"}}`},
		{`query($x:Int){i(x:$x)}`, `{"x":-0.0}`, `{"data":{"i":0}}`},
		{`query($x:Float){f(x:$x)}`, `{"x":1e400}`, invalid("Infinity; " + infinite)},
		{`query($x:Int){i(x:$x)}`, `{"x":-1e400}`, invalid("-Infinity; Int cannot represent non-integer value: -Infinity")},
		{`query($x:ID){id(x:$x)}`, `{"x":1e400}`, invalid("Infinity; ID cannot represent value: Infinity")},
	} {
		t.Run(c.query+c.variables, func(t *testing.T) {
			if c.variables == "" {
				expect(t, ask(t, e, c.query), c.want)
				return
			}
			expect(t, ask(t, e, c.query, json.RawMessage(c.variables)), c.want)
		})
	}
}

// invalid is the answer to a variable $x in column 7.
func invalid(what string) string {
	return `{"errors":[{"message":"Variable \"$x\" got invalid value ` + what + `","locations":[{"line":1,"column":7}],"extensions":{"code":"BAD_USER_INPUT"}}]}`
}
