package grammar

import (
	"fmt"
	"strings"
	"testing"
)

// constructs are files of about the same size that consist of one kind of construct.
var constructs = []struct{ name, line string }{
	{"flat", "get \"things%[1]d/:id\", to: \"things#show%[1]d\"\n"},
	{"block", "scope(\"a%[1]d\") do\n  get \"b\", to: \"c#d\"\nend\n"},
	{"def", "def m%[1]d(a, b = 1)\n  get \"b\", to: \"c#d\"\nend\n"},
	{"if", "if a%[1]d?\n  get \"b\", to: \"c#d\"\nelse\n  get \"c\", to: \"c#d\"\nend\n"},
	{"elsif", "if a%[1]d?\n  get \"b\"\nelsif b%[1]d?\n  get \"c\"\nelse\n  get \"d\"\nend\n"},
	{"while", "while a%[1]d?\n  get \"b\", to: \"c#d\"\nend\n"},
	{"for", "for a%[1]d in list\n  get \"b\", to: \"c#d\"\nend\n"},
	{"case", "case a%[1]d\nwhen 1, 2\n  get \"b\", to: \"c#d\"\nelse\n  get \"c\", to: \"c#d\"\nend\n"},
	{"class", "class A%[1]d < B\n  get \"b\", to: \"c#d\"\nend\n"},
	{"module", "module A%[1]d\n  get \"b\", to: \"c#d\"\nend\n"},
	{"singleton", "class << a%[1]d\n  get \"b\", to: \"c#d\"\nend\n"},
	{"begin", "begin\n  get \"b%[1]d\", to: \"c#d\"\nrescue A, B => e\n  get \"c\"\nensure\n  get \"d\"\nend\n"},
	{"alias", "alias a%[1]d b%[1]d\nundef c%[1]d\n"},
}

// BenchmarkConstructs parses files of each kind of construct: flat text is the peer.
func BenchmarkConstructs(b *testing.B) {
	for _, k := range constructs {
		var text strings.Builder
		for i := 0; text.Len() < 100_000; i++ {
			fmt.Fprintf(&text, k.line, i)
		}
		for _, around := range []string{"", "if x\n"} {
			name, src := k.name, text.String()
			if around != "" {
				name, src = name+" in if", around+src+"end\n"
			}
			b.Run(name, func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Parse("routes.rb", []byte(src)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
