package graphqlsrv

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// judged reads what another package said, one JSON object a line.
func judged[T any](t *testing.T, file string) (cases []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c T
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

const armorSDL = `directive @nope on QUERY type Query { a: Int b: Query c(x: Int, first: Int): [Query] }`

// TestArmor compares with graphql-armor; scripts/compare-graphql-plugins writes the cases.
func TestArmor(t *testing.T) {
	armor := DefaultArmor
	armor.Depth, armor.Aliases, armor.Directives, armor.Tokens, armor.Cost = 3, 2, 3, 60, 40
	e := engineOf(t, armorSDL, nil, WithArmor(armor), WithIntrospection(true))
	for _, c := range judged[struct{ Query, Message string }](t, "testdata/armor.jsonl") {
		t.Run(c.Query, func(t *testing.T) {
			_, f := e.document(c.Query)
			got := ""
			if f != nil && (strings.Contains(f.errs[0].Message, "limit of") || c.Message != "") {
				got = f.errs[0].Message
			}
			expect(t, got, c.Message)
		})
	}
}

func TestArmorDefaults(t *testing.T) {
	e := engineOf(t, armorSDL, nil)
	for _, c := range []struct{ name, query, want string }{
		{"depth", strings.Repeat("{b", 7) + "{a}" + strings.Repeat("}", 7), "Query depth limit of 6 exceeded, found 8."},
		{"aliases", "{" + strings.Repeat("x:a ", 16) + "}", "Aliases limit of 15 exceeded, found 16."},
		{"directives", "{" + strings.Repeat("a @skip(if:true) ", 51) + "}", "Directives limit of 50 exceeded, found 51."},
		{"tokens", "{" + strings.Repeat("a ", 1000) + "}", "Token limit of 1000 exceeded."},
		{"cost", "{c(first:2000){a b{a}}}", "Query Cost limit of 5000 exceeded, found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, f := e.document(c.query); f == nil || !strings.Contains(f.errs[0].Message, c.want) {
				t.Errorf("%+v, want %s", f, c.want)
			}
		})
	}
	if _, f := engineOf(t, armorSDL, nil, WithArmor(Armor{})).document(strings.Repeat("{b", 30) + "{a}" + strings.Repeat("}", 30)); f != nil {
		t.Error("no armor, and yet:", f.errs)
	}
}

func TestIntrospectionAndSuggestionsAreForDevelopment(t *testing.T) {
	for _, development := range []bool{true, false} {
		e := engineOf(t, armorSDL+` type Extra { hello: Int }`, nil, WithDevelopment(development))
		_, f := e.document(`{__schema{types{name}}}`)
		if open := f == nil; open != development {
			t.Errorf("development %v: introspection %v", development, f)
		}
		_, f = e.document(`{signalbx{version}}`)
		if told := strings.Contains(f.errs[0].Message, "Did you mean"); told != development {
			t.Errorf("development %v: %s", development, f.errs[0])
		}
		_, f = e.document(`query($v: Strin){a}`)
		if told := strings.Contains(f.errs[0].Message, "Did you mean"); told != development {
			t.Errorf("development %v: %s", development, f.errs[0])
		}
	}
	if _, f := engineOf(t, armorSDL, nil, WithIntrospection(true)).document(`{__type(name:"Query"){name}}`); f != nil {
		t.Error(f.errs)
	}
}
