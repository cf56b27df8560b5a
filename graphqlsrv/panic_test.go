package graphqlsrv

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// Methods of applications that panic or fail where the server calls them.
type (
	panickingText  struct{ N [4]byte }
	panickingJSON  struct{}
	failingJSON    struct{}
	panickingError struct{ text string }
	panickingChild struct{ ID int }
)

func (*panickingText) UnmarshalText([]byte) error  { panic("text") }
func (panickingJSON) MarshalJSON() ([]byte, error) { panic("JSON") }
func (failingJSON) MarshalJSON() ([]byte, error)   { return nil, errors.New("password") }
func (e *panickingError) Error() string            { return e.text }
func (e *panickingError) Unwrap() error            { return errors.New(e.text) }
func (*panickingChild) Child() *panickingChild     { panic("child") }
func failing(err error) Resolver {
	return Func(func(context.Context) (string, error) { return "", err })
}

func constant[T any](v T) Resolver { return Func(func(context.Context) (T, error) { return v, nil }) }

func noNames(_ context.Context, _ None, of []*panickingChild) ([]string, error) {
	return make([]string, len(of)), nil
}

// TestPanicsFailTheirFieldOnly has the fields beside one that panics answered.
func TestPanicsFailTheirFieldOnly(t *testing.T) {
	services := map[string]Resolver{
		"ok":      constant("yes"),
		"text":    FuncWith(func(context.Context, struct{ ID panickingText }) (string, error) { return "called", nil }),
		"json":    constant[any](failingJSON{}),
		"typed":   failing((*Error)(nil)),
		"method":  failing((*panickingError)(nil)),
		"child":   constant(&panickingChild{1}),
		"C.named": Batch(noNames),
	}
	const schema = `scalar Any
type Query { ok: String! text(id: ID!): String json: Any typed: String method: String child: C }
type C { child: C named: String }`
	for _, mode := range []Option{WithDevelopment(false), WithDevelopment(true), WithoutMasking()} {
		e := engineOf(t, schema, services, mode)
		for _, query := range []string{`{ok f:text(id:"x")}`, `{ok f:json}`, `{ok f:typed}`, `{ok f:method}`, `{ok child{f:child{named}}}`} {
			if got := ask(t, e, query); !strings.HasPrefix(got, `{"data":{"ok":"yes",`) || !strings.Contains(got, `"f":null`) || !strings.Contains(got, `"path":[`) {
				t.Errorf("%s: %s", query, got)
			}
		}
	}
	expect(t, ask(t, engineOf(t, schema, services), `{json}`), `{"data":{"json":null},"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":2}],"path":["json"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
}

func TestExtensionsThatPanic(t *testing.T) {
	e := engineOf(t, `type Query { a: String b: String }`, map[string]Resolver{
		"a": failing(&Error{Message: "m", Extensions: map[string]any{"x": panickingJSON{}}}),
		"b": failing(&Error{Message: "m", Code: "C", Extensions: map[string]any{"x": panickingJSON{}}}),
	})
	expect(t, ask(t, e, `{a b}`), `{"data":{"a":null,"b":null},"errors":[{"message":"m","locations":[{"line":1,"column":2}],"path":["a"]},{"message":"m","locations":[{"line":1,"column":4}],"path":["b"],"extensions":{"code":"C"}}]}`)
}

func TestPanicOfALoaderIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	loader := NewLoader(func(context.Context, []int) (map[int]int, error) { panic("lost connection") })
	e := engineOf(t, `type Query { a: Int b: Int }`, map[string]Resolver{
		"a": Func(func(ctx context.Context) (int, error) { return loader.Load(ctx, 1) }),
		"b": Func(func(ctx context.Context) (int, error) { return loader.Load(ctx, 1) }),
	}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	ask(t, e, `{a b}`)
	if n := strings.Count(log.String(), `panic="lost connection"`); n != 1 || !strings.Contains(log.String(), "panic_test.go") {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}

// TestConstantArguments holds arguments that are written in the query to what
// the same in variables would be.
func TestConstantArguments(t *testing.T) {
	e := engineOf(t, `type Query { user(id: ID!): Int }`, map[string]Resolver{
		"user": FuncWith(func(_ context.Context, a struct{ ID int8 }) (int, error) { return int(a.ID), nil }),
	})
	for _, c := range []struct{ id, want string }{
		{"7", `{"data":{"user":7}}`}, {"x", `is no number`}, {"300", `is out of range`},
	} {
		for _, got := range []string{ask(t, e, `{user(id:"`+c.id+`")}`), ask(t, e, `query($id:ID!){user(id:$id)}`, map[string]any{"id": c.id})} {
			if !strings.Contains(got, c.want) {
				t.Errorf("%s: %s", c.id, got)
			}
		}
	}
}
