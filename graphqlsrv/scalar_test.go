package graphqlsrv

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/variables"
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
		v, _ := variables.Value(c.Value, variables.Limits{})
		_, err := builtinScalars[c.Scalar].Parse(variables.Plain(v))
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

type (
	anyText  struct{ text string }
	ownTime  time.Time
	ownBytes []byte
	ownText  string
	pointer  struct{ n int64 }
)

func (a *anyText) UnmarshalText(b []byte) error { a.text = string(b); return nil }

func (p *pointer) Value() (driver.Value, error) { return p.n, nil }

// TestTypesOfScalars: what New says of a Go type is what a request finds.
func TestTypesOfScalars(t *testing.T) {
	types := []any{
		"", ownText(""), 1, int64(1), uint8(1), 1.5, float32(1), true,
		time.Time{},
		ownTime{},
		anyText{},
		[]byte{},
		ownBytes{},
		[]string{},
		[]any{},
		map[string]any{},
		map[string]int{},
		struct{}{},
		big.Int{},
		json.Number(""),
		json.RawMessage{},
		net.IP{},
		Upload{},
		pointer{},
		time.Duration(1),
		new(string), new(int64), new(time.Time), new(anyText), new(ownBytes), new(map[string]any), new(big.Int), new(*big.Int), new(Upload), new(*Upload), new(FileValue),
	}
	samples := map[string][]any{
		"BigInt": {big.NewInt(1)}, "DateTime": {time.Now()}, "JSON": {"1", "2025-09-03T10:15:30Z", "::1", true, 1, 1.0, json.Number("1"), json.Number("2025-09-03T10:15:30Z"), json.Number("::1"), []any{}, map[string]any{}},
		"JSONObject": {map[string]any{}}, "Byte": {[]byte("a")}, "File": {&Upload{}},
	}
	for name, values := range samples {
		ref := &typeRef{kind: kindScalar, scalar: builtinScalars[name], def: &ast.Definition{Name: name, Kind: ast.Scalar}}
		type storing struct{ value, to reflect.Type }
		works := map[storing]bool{} // one of the values of the type does
		for _, value := range values {
			for _, to := range types {
				key := storing{reflect.TypeOf(value), reflect.TypeOf(to)}
				works[key] = ref.storeScalar(reflect.New(key.to).Elem(), value, nil) == nil || works[key]
			}
		}
		for key, ok := range works {
			if !slices.Contains(builtinTypes[name].parsed, key.value) || stores(key.value, key.to) != ok {
				t.Errorf("%s: a %s is stored in a %s: %v, and New says %v", name, key.value, key.to, ok, !ok)
			}
		}
	}
	s := &schema{}
	written := []any{
		"1", "YQ==", "2025-09-03", "10:15:30Z", "2025-09-03T10:15:30Z", ownText("1"), 1, int64(1), uint8(1), 1.0, true, time.Now(),
		ownTime{},
		[]byte{},
		ownBytes{},
		[]any{},
		map[string]any{},
		struct{}{},
		*big.NewInt(1), big.NewInt(1), json.Number("1"),
		new(int64), new(time.Time), &pointer{}, time.Duration(1),
		sql.NullTime{Valid: true},
		errors.New("a struct"),
	}
	for name, scalar := range builtinScalars {
		ref := &typeRef{kind: kindScalar, scalar: scalar, def: &ast.Definition{Name: name, Kind: ast.Scalar}}
		works, says := map[reflect.Type]bool{}, map[reflect.Type]bool{}
		for _, value := range written {
			g := reflect.TypeOf(value)
			v := reflect.ValueOf(value)
			if g.Kind() == reflect.Pointer && !marshals(g) {
				v = v.Elem()
			}
			_, _, err := appendScalar(nil, ref, v)
			works[g] = works[g] || err == nil
			says[g] = s.fits(ref, g) == ""
		}
		for g, ok := range works {
			if g.Implements(valuerType) { // which may return anything
				ok = true
			}
			if says[g] != ok {
				t.Errorf("%s is written from %s: %v, and New says %v", name, g, ok, says[g])
			}
		}
	}
	e := engineOf(t, "type Query { a(n: BigInt, at: DateTime): String }", map[string]Resolver{"a": FuncWith(func(_ context.Context, a struct {
		N  *int64
		At **time.Time
	},
	) (string, error) {
		return fmt.Sprint(*a.N, (**a.At).Year()), nil
	})})
	expect(t, ask(t, e, `{a(n: 12345678901, at: "2025-09-03T10:15:30Z")}`), `{"data":{"a":"12345678901 2025"}}`)
}
