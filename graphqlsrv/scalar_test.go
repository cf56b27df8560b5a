package graphqlsrv

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestScalars compares with graphql-scalars; scripts/judge/run graphql plugins writes the cases.
func TestScalars(t *testing.T) {
	// Byte takes base64 only, where graphql-scalars takes some other texts; a list is no BigInt.
	except := map[string]bool{`Byte "1"`: true, `Byte "-12"`: true, `Byte "123456789012345678901234567890"`: true, `BigInt [1]`: true}
	type scalarCase struct {
		Scalar     string
		Value      json.RawMessage
		Parses     bool
		Moment     time.Time
		Serialized any
	}
	for _, c := range judged[scalarCase](t, "testdata/scalars.jsonl") {
		if c.Value == nil {
			got, err := builtinScalars[c.Scalar].Serialize(c.Moment)
			if err != nil || got != c.Serialized {
				t.Errorf("%s of %s is %v (%v), graphql-scalars says %v", c.Scalar, c.Moment, got, err, c.Serialized)
			}
			continue
		}
		if except[c.Scalar+" "+string(c.Value)] {
			continue
		}
		v, _ := decodeJSON(c.Value, VariableLimits{})
		_, err := builtinScalars[c.Scalar].Parse(plain(v))
		if parses := err == nil; parses != c.Parses {
			t.Errorf("%s %s: parses is %v, graphql-scalars says %v (%v)", c.Scalar, c.Value, parses, c.Parses, err)
		}
	}
}

func TestScalarsBothWays(t *testing.T) {
	type args struct {
		Big    *big.Int
		Small  int64 `json:"small"`
		Day    time.Time
		JSON   any `json:"json"`
		Object map[string]any
		Bytes  []byte
		Twice  point
	}
	e := engineOf(t, `scalar Point type Query { echo(big: BigInt, small: BigInt, day: Date, json: JSON, object: JSONObject, bytes: Byte, twice: Point): Echo }
type Echo { big: BigInt small: BigInt day: Date json: JSON object: JSONObject bytes: Byte twice: Point }`, map[string]Resolver{
		"echo": FuncWith(func(_ context.Context, a args) (args, error) { return a, nil }),
	}, WithScalar("Point", Scalar{
		Serialize: func(v any) (any, error) { return []int{v.(point).x, v.(point).y}, nil },
		Parse: func(v any) (any, error) {
			list, ok := v.([]any)
			if !ok || len(list) != 2 {
				return nil, errors.New("a Point is a list of two numbers")
			}
			return point{list[0].(int), list[1].(int)}, nil
		},
	}))
	want := `{"data":{"echo":{"big":99999999999999999999,"small":9007199254740993,"day":"2020-02-29","json":{"a":[1,2.5,"x"]},"object":{"k":null},"bytes":"aGk=","twice":[1,2]}}}`
	fields := `{big small day json object bytes twice}`
	expect(t, ask(t, e, `{echo(big:99999999999999999999,small:9007199254740993,day:"2020-02-29",json:{a:[1,2.5,"x"]},object:{k:null},bytes:"aGk=",twice:[1,2])`+fields+`}`), want)
	vars := json.RawMessage(`{"a":99999999999999999999,"b":9007199254740993,"c":"2020-02-29","d":{"a":[1,2.5,"x"]},"e":{"k":null},"f":"aGk=","g":[1,2]}`)
	expect(t, ask(t, e, `query($a:BigInt,$b:BigInt,$c:Date,$d:JSON,$e:JSONObject,$f:Byte,$g:Point){echo(big:$a,small:$b,day:$c,json:$d,object:$e,bytes:$f,twice:$g)`+fields+`}`, vars), want)
	if got := ask(t, e, `query($g:Point){echo(twice:$g)`+fields+`}`, map[string]any{"g": 1}); !strings.Contains(got, `got invalid value 1; Expected type \"Point\". a Point is a list of two numbers`) {
		t.Error(got)
	}
	if got := ask(t, e, `query($b:BigInt){echo(small:$b){small}}`, json.RawMessage(`{"b":99999999999999999999}`)); !strings.Contains(got, `Argument \"small\": 99999999999999999999 is out of range`) {
		t.Error(got)
	}
}

type point struct{ x, y int }

func TestScalarThatPanics(t *testing.T) {
	e := engineOf(t, `scalar S type Query { a(s: S): S }`, map[string]Resolver{
		"a": FuncWith(func(_ context.Context, a struct{ S any }) (any, error) { return a.S, nil }),
	}, WithScalar("S", Scalar{Parse: func(v any) (any, error) { return v.(string)[:3], nil }, Serialize: func(v any) (any, error) { panic("ouch") }}))
	for query, want := range map[string]string{
		`{a(s:"x")}`:   "The value can't be read.",
		`{a(s:"xyz")}`: maskedMessage,
	} {
		if got := ask(t, e, query); !strings.Contains(got, want) {
			t.Errorf("%s: %s", query, got)
		}
	}
	if got := ask(t, e, `query($s:S){a(s:$s)}`, map[string]any{"s": 1}); !strings.Contains(got, "The value can't be read.") {
		t.Error(got)
	}
}

func TestTimesKeepWhatMillisecondsLose(t *testing.T) {
	at := time.Date(2025, 9, 3, 10, 0, 0, 123456, time.UTC)
	if got := formatDateTime(at); got != "2025-09-03T10:00:00.000123456Z" {
		t.Error(got)
	}
}

// TestTypesInThePlaceOfScalars: a type of the schema with the name of a scalar that
// every schema has takes its place.
func TestTypesInThePlaceOfScalars(t *testing.T) {
	for name := range builtinScalars {
		for _, c := range []struct{ sdl, query, want string }{
			{"type %s { id: Int } type Query { a: %[1]s }", "{a{id}}", `{"data":{"a":{"id":1}}}`},
			{"enum %s { ONE } type Query { b(x: %[1]s = ONE): %[1]s }", "{b}", `{"data":{"b":"ONE"}}`},
			{"enum %s { ONE } type Query { b(x: %[1]s): %[1]s }", "{b(x:ONE)}", `{"data":{"b":"ONE"}}`},
			{"input %s { id: Int } type Query { c(x: %[1]s): Int }", "{c(x:{id:2})}", `{"data":{"c":2}}`},
			{"interface %s { id: Int } type One implements %[1]s { id: Int } type Query { d: %[1]s }", "{d{__typename id}}", `{"data":{"d":{"__typename":"One","id":1}}}`},
			{"type One { id: Int } union %s = One type Query { d: %[1]s }", "{d{... on One{id}}}", `{"data":{"d":{"id":1}}}`},
		} {
			t.Run(name+" "+c.query, func(t *testing.T) {
				services := map[string]Resolver{
					"a": Computed(func(any) map[string]any { return map[string]any{"id": 1} }),
					"b": FuncWith(func(_ context.Context, a struct{ X string }) (string, error) { return a.X, nil }),
					"c": FuncWith(func(_ context.Context, a struct{ X struct{ ID int } }) (int, error) { return a.X.ID, nil }),
					"d": Computed(func(any) map[string]any { return map[string]any{"__typename": "One", "id": 1} }),
				}
				used := services[c.query[1:2]]
				e := engineOf(t, fmt.Sprintf(c.sdl, name), map[string]Resolver{c.query[1:2]: used},
					WithAuth(func(context.Context, Token, *http.Request) (any, error) {
						return map[string]any{"roles": []int{1}}, nil
					}, nil))
				expect(t, ask(t, e, c.query), c.want)
				expect(t, askAs(t, e, "{signalbox{currentUser}}", "auth-provider", "a", "Authorization", "Bearer a"), `{"data":{"signalbox":{"currentUser":{"roles":[1]}}}}`)
				if _, err := LoadSDL(sdl(fmt.Sprintf(c.sdl, name))); err != nil {
					t.Error(err)
				}
			})
		}
	}
	_, err := newEngine(sdl("type File { id: Int } type Query { a: File @skipAuth }"), []Option{WithScalar("File", Scalar{}), WithLogger(nil)})
	if err == nil || err.Error() != "WithScalar names File, which is no scalar of its own: its meaning is the specification's, or the schema's" {
		t.Errorf("error is %v", err)
	}
}
