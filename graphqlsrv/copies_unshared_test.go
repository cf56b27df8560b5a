package graphqlsrv

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
)

// spoil changes everything within an argument.
func spoil(value any) {
	switch v := value.(type) {
	case []any:
		for i := range v {
			spoil(v[i])
			v[i] = "spoilt"
		}
	case map[string]any:
		for name := range v {
			spoil(v[name])
			v[name] = "spoilt"
		}
		v["more"] = true
	case []int:
		clear(v)
	case []byte:
		clear(v)
	case map[string]string:
		clear(v)
	case *big.Int:
		v.SetInt64(0)
	}
}

// TestArgumentsAreTheResolversOwn has resolvers that change their arguments, while
// other fields and requests get the same defaults and variables. The race
// detector has its say here too.
func TestArgumentsAreTheResolversOwn(t *testing.T) {
	const text = `
scalar Pairs
input In { tags: [String!]! = ["a"] meta: JSON = {k: [1]} inner: In }
type Query { ` + "put(ARGS): String! strict(ARGS): String! }"
	const arguments = `list: [Int!]! = [1, 2], in: In = {inner: {}}, json: JSON = {x: [{}]}, n: BigInt = 7, byte: Byte = "YQ==", pairs: Pairs = "a=b"`
	type strict struct {
		List  []int
		In    map[string]any
		JSON  any
		N     *big.Int
		Byte  []byte
		Pairs map[string]string
	}
	e := engineOf(t, strings.ReplaceAll(text, "ARGS", arguments), map[string]Resolver{
		"put": FuncWith(func(_ context.Context, args map[string]any) (string, error) {
			seen, err := json.Marshal(args)
			spoil(args)
			return string(seen), err
		}),
		"strict": FuncWith(func(_ context.Context, a strict) (string, error) {
			seen, err := json.Marshal([]any{a.List, a.In, a.JSON, a.N, a.Byte, a.Pairs})
			for _, value := range []any{a.List, a.In, a.JSON, a.N, a.Byte, a.Pairs} {
				spoil(value)
			}
			return string(seen), err
		}),
	}, WithScalar("Pairs", Scalar{Parse: func(v any) (any, error) {
		name, value, _ := strings.Cut(fmt.Sprint(v), "=")
		return map[string]string{name: value}, nil
	}}))
	for _, c := range []struct {
		name, query string
		variables   string
	}{
		{"defaults", `{a: FIELD b: FIELD}`, `{}`},
		{"literals", `{a: FIELD(in: {tags: ["x"]}, json: {y: [1]}) b: FIELD(in: {tags: ["x"]}, json: {y: [1]})}`, `{}`},
		{
			"variables", `query($l: [Int!]!, $i: In, $j: JSON, $n: BigInt, $b: Byte, $p: Pairs) {
			a: FIELD(list: $l, in: $i, json: $j, n: $n, byte: $b, pairs: $p) b: FIELD(list: $l, in: $i, json: $j, n: $n, byte: $b, pairs: $p) }`,
			`{"l": [3], "i": {"inner": {"tags": ["z"]}}, "j": {"q": [[1]]}, "n": 9, "b": "Yg==", "p": "c=d"}`,
		},
		{"defaults of variables", `query($i: In = {meta: {m: []}}) { a: FIELD(in: $i) b: FIELD(in: $i) }`, `{}`},
		{"variables within literals", `query($t: [String!]!, $j: JSON) { a: FIELD(in: {tags: $t, meta: {j: $j}}) b: FIELD(in: {tags: $t, meta: {j: $j}}) }`, `{"t": ["t"], "j": {"j": [1]}}`},
	} {
		for _, field := range []string{"put", "strict"} {
			t.Run(c.name+" "+field, func(t *testing.T) {
				query := strings.ReplaceAll(c.query, "FIELD", field)
				var answers [4]string
				var group sync.WaitGroup
				for i := range answers {
					group.Go(func() { answers[i] = ask(t, e, query, json.RawMessage(c.variables)) })
				}
				group.Wait()
				var first struct{ Data struct{ A, B string } }
				if err := json.Unmarshal([]byte(answers[0]), &first); err != nil || first.Data.A == "" {
					t.Fatal(answers[0], err)
				}
				if first.Data.A != first.Data.B || strings.Contains(answers[0], "spoilt") {
					t.Errorf("one field sees what another changed: %s", answers[0])
				}
				for _, answer := range answers[1:] {
					expect(t, answer, answers[0])
				}
			})
		}
	}
}
