package graphqlsrv

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
)

type innerRecord struct {
	Inner string
	Twice string `json:"outer"`
}

type color int

func (c color) String() string { return []string{"RED", "GREEN"}[c] }

type version struct{ major, minor int }

func (v version) MarshalText() ([]byte, error) {
	return []byte{byte('0' + v.major), '.', byte('0' + v.minor)}, nil
}

type record struct {
	*innerRecord
	Tagged   string `json:"name,omitempty"`
	Name     string
	Hidden   string `json:"-"`
	Pointer  *int
	Nothing  *int
	Null     sql.NullString
	Some     sql.NullString
	Color    color
	Version  version
	Any      any
	Bytes    []byte
	Big      *big.Int
	Moment   time.Time
	Strings  iter.Seq[string]
	Empty    []string
	private  string
	Function func() (string, error)
}

func (record) ByValue() string             { return "by value" }
func (*record) ByPointer() (string, error) { return "by pointer", nil }
func (*record) Failing() (string, error)   { return "", Forbidden("no") }
func (*record) Panicking() string          { panic("ouch") }
func (*record) WithArgument(int) string    { return "" }
func (r *record) Self() *record            { return r }

func TestProperties(t *testing.T) {
	one := 1
	r := record{
		innerRecord: &innerRecord{"i", "o"}, Tagged: "tagged", Name: "untagged", Hidden: "h", Pointer: &one, private: "p",
		Some: sql.NullString{String: "some", Valid: true}, Color: 1, Version: version{1, 2}, Any: map[string]any{"x": 1},
		Bytes: []byte("bytes"), Big: big.NewInt(1 << 60), Moment: time.Date(2025, 9, 3, 10, 0, 0, 5e6, time.FixedZone("", 3600)),
		Strings: slices.Values([]string{"a", "b"}),
	}
	e := engineOf(t, `
enum Color { RED GREEN }
type Query { pointer: R value: R map: R list: [R] }
type R {
	inner: String outer: String name: String hidden: String private: String
	pointer: Int nothing: Int null: String some: String color: Color version: String any: JSON bytes: Byte big: BigInt moment: DateTime
	strings: [String] empty: [String!]! byValue: String byPointer: String failing: String panicking: String withArgument: String
	self: R missing: String function: String
}`, map[string]Resolver{
		"pointer": Computed(func(any) *record { return &r }),
		"value":   Computed(func(any) record { return r }),
		"list":    Computed(func(any) []record { return []record{r} }),
		"map": Computed(func(any) map[string]any {
			return map[string]any{"name": "in a map", "function": func() (string, error) { return "called", nil }, "failing": func() (string, error) { return "", Forbidden("no") }}
		}),
	})
	for _, c := range []struct{ name, fields, want string }{
		{"embedded", "inner outer", `"inner":"i","outer":"o"`},
		{"tag before name", "name", `"name":"tagged"`},
		{"not exported, tagged -", "private hidden", `"private":null,"hidden":null`},
		{"pointers", "pointer nothing", `"pointer":1,"nothing":null`},
		{"sql.Null", "null some", `"null":null,"some":"some"`},
		{"stringer and text", "color version", `"color":"GREEN","version":"1.2"`},
		{"scalars", "any bytes big moment", `"any":{"x":1},"bytes":"Ynl0ZXM=","big":1152921504606846976,"moment":"2025-09-03T09:00:00.005Z"`},
		{"iter.Seq", "strings", `"strings":["a","b"]`},
		{"no items", "empty", `"empty":[]`},
		{"methods", "byValue byPointer self{byPointer}", `"byValue":"by value","byPointer":"by pointer","self":{"byPointer":"by pointer"}`},
		{"no method with arguments", "withArgument missing", `"withArgument":null,"missing":null`},
	} {
		for _, root := range []string{"pointer", "value"} {
			t.Run(c.name+" of "+root, func(t *testing.T) {
				if root == "value" && strings.Contains(c.fields, "byPointer") {
					return // a value that nothing points to has no pointer methods
				}
				expect(t, ask(t, e, `{`+root+`{`+c.fields+`}}`), `{"data":{"`+root+`":{`+c.want+`}}}`)
			})
		}
	}
	expect(t, ask(t, e, `{list{byPointer}}`), `{"data":{"list":[{"byPointer":"by pointer"}]}}`)
	expect(t, ask(t, e, `{map{name function missing}}`), `{"data":{"map":{"name":"in a map","function":"called","missing":null}}}`)
	expect(t, ask(t, e, `{map{failing}}`), `{"data":{"map":{"failing":null}},"errors":[{"message":"no","locations":[{"line":1,"column":6}],"path":["map","failing"],"extensions":{"code":"FORBIDDEN"}}]}`)
	expect(t, ask(t, e, `{pointer{failing panicking}}`), `{"data":{"pointer":{"failing":null,"panicking":null}},"errors":[{"message":"no","locations":[{"line":1,"column":10}],"path":["pointer","failing"],"extensions":{"code":"FORBIDDEN"}},{"message":"Something went wrong.","locations":[{"line":1,"column":18}],"path":["pointer","panicking"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
}

func TestMaskingInDevelopment(t *testing.T) {
	services := map[string]Resolver{
		"fails":  Func(func(context.Context) (string, error) { return "", errors.New("secret") }),
		"panics": Func(func(context.Context) (string, error) { panic("ouch") }),
		"wraps": Func(func(context.Context) (string, error) {
			return "", errors.Join(errors.New("context"), BadUserInput("Too long.", map[string]any{"max": 3}))
		}),
	}
	e := engineOf(t, `type Query { fails: String panics: String wraps: String }`, services, WithDevelopment(true))
	if got := ask(t, e, `{fails}`); !strings.Contains(got, `"message":"Something went wrong."`) || !strings.Contains(got, `"originalError":{"message":"secret"}`) {
		t.Error(got)
	}
	if got := ask(t, e, `{panics}`); !strings.Contains(got, `"originalError":{"message":"panic: ouch","stack":"goroutine`) {
		t.Error(got)
	}
	expect(t, ask(t, e, `{wraps}`), `{"data":{"wraps":null},"errors":[{"message":"Too long.","locations":[{"line":1,"column":2}],"path":["wraps"],"extensions":{"code":"BAD_USER_INPUT","max":3}}]}`)
}

// A pointer to a pointer is an object where that points to one, and else null.
func TestPointersToPointers(t *testing.T) {
	type point struct{ X int }
	there, none := &point{1}, (*point)(nil)
	e := engineOf(t, `type Query { there: P none: P list: [P] } type P { x: Int }`, map[string]Resolver{
		"there": Func(func(context.Context) (**point, error) { return &there, nil }),
		"none":  Func(func(context.Context) (**point, error) { return &none, nil }),
		"list":  Func(func(context.Context) ([]**point, error) { return []**point{&none, &there}, nil }),
	})
	if got, want := ask(t, e, `{there{x} none{x} list{x}}`), `{"data":{"there":{"x":1},"none":null,"list":[null,{"x":1}]}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type (
	cents   int64
	label   string
	onOff   bool
	span    struct{ from, to int }
	grade   int
	chain   []string
	verbose int
	lazily  struct{ text string }
)

func (c cents) String() string               { return fmt.Sprintf("%d.%02d", c/100, c%100) }
func (label) String() string                 { return "shown" }
func (onOff) String() string                 { return "on" }
func (s span) String() string                { return fmt.Sprint(s.from, "-", s.to) }
func (grade) String() string                 { return "GOOD" }
func (c chain) String() string               { return strings.Join(c, "/") }
func (verbose) String() string               { return "string" }
func (verbose) Value() (driver.Value, error) { return "value", nil }
func (l *lazily) String() string             { return l.text }

// TestStringers: what String returns is written wherever New takes a type for it, whatever its kind,
// as a property, an item, or behind a pointer.
func TestStringers(t *testing.T) {
	for _, c := range []struct {
		typ   string
		value any
		want  string // "" where New refuses the type
	}{
		{"String", cents(1250), `"12.50"`},
		{"ID", cents(1250), `"1250"`},
		{"Own", cents(1250), `"12.50"`},
		{"JSON", cents(1250), `1250`},
		{"Passed", cents(1250), `1250`},
		{"Int", cents(1250), `1250`},
		{"Float", cents(1250), `1250`},
		{"Boolean", span{3, 4}, ""},
		{"String", label("as it is"), `"as it is"`},
		{"Own", label("as it is"), `"as it is"`},
		{"String", onOff(true), `"on"`},
		{"Boolean", onOff(true), `true`},
		{"Boolean", span{1, 2}, ""},
		{"String", span{1, 2}, `"1-2"`},
		{"Own", span{1, 2}, `"1-2"`},
		{"Grade", grade(1), `"GOOD"`},
		{"String", chain{"a", "b"}, `"a/b"`},
		{"Own", chain{"a", "b"}, `"a/b"`},
		{"String", verbose(1), `"value"`},
		{"Own", verbose(1), `"value"`},
		{"String", lazily{"by its pointer"}, `"by its pointer"`},
		{"Own", lazily{"by its pointer"}, `"by its pointer"`},
		{"Own", sql.NullString{String: "there", Valid: true}, `"there"`},
		{"Own", sql.NullString{}, `null`},
		{"Own", json.RawMessage(`{"a":1}`), `{"a":1}`},
		{"Own", map[string]int{"a": 1}, `{"a":1}`},
	} {
		t.Run(fmt.Sprintf("%T as %s", c.value, c.typ), func(t *testing.T) {
			g := reflect.TypeOf(c.value)
			holder := reflect.New(reflect.StructOf([]reflect.StructField{
				{Name: "Value", Type: g},
				{Name: "Pointer", Type: reflect.PointerTo(g)},
				{Name: "Items", Type: reflect.ArrayOf(1, g)},
				{Name: "Any", Type: reflect.TypeFor[any]()},
			})).Elem()
			pointer := reflect.New(g)
			pointer.Elem().Set(reflect.ValueOf(c.value))
			holder.Field(0).Set(pointer.Elem())
			holder.Field(1).Set(pointer)
			holder.Field(2).Index(0).Set(pointer.Elem())
			holder.Field(3).Set(pointer.Elem())
			s := strings.ReplaceAll(`enum Grade { GOOD } scalar Own scalar Passed type Query { a: A } type A { value: T pointer: T items: [T] any: T }`, "T ", c.typ+" ")
			s = strings.ReplaceAll(s, "[T]", "["+c.typ+"]")
			e := engineOf(t, s, map[string]Resolver{"a": Computed(func(any) any { return holder.Interface() })}, WithScalar("Passed", Scalar{}))
			if says := e.schema.fits(e.schema.ref(&ast.Type{NamedType: c.typ}), g) == ""; says != (c.want != "") {
				t.Errorf("New takes it: %v", says)
			}
			if c.want != "" {
				expect(t, ask(t, e, "{a{value pointer items any}}"), fmt.Sprintf(`{"data":{"a":{"value":%s,"pointer":%[1]s,"items":[%[1]s],"any":%[1]s}}}`, c.want))
			}
		})
	}
}
