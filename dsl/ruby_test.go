package dsl

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"signalbox/grammar"
)

// spelled is a parameter of each kind.
var spelled = map[grammar.ParamKind]string{
	grammar.Required: "a", grammar.Optional: "a = b", grammar.Rest: "*a", grammar.RequiredKey: "a:", grammar.OptionalKey: "a: b",
	grammar.KeyRest: "**a", grammar.BlockParam: "&a",
}

// The rows of core are made without parsing its methods: each takes what its method does.
func TestCoreRowsTakeWhatTheirMethodsDo(t *testing.T) {
	files, err := fs.Glob(sources, "core/*.rb")
	Must(err)
	for _, file := range files {
		src, err := sources.ReadFile(file)
		Must(err)
		tree, err := grammar.Parse(file, src)
		if err != nil {
			t.Fatal(err)
		}
		rows := derived(strings.TrimSuffix(path.Base(file), ".rb"))
		grammar.Inspect(tree.Body, func(n grammar.Node) bool {
			def, ok := n.(*grammar.Def)
			if !ok {
				return true
			}
			row := rows[def.Name]
			if row == nil {
				t.Errorf("%s %s has no row", file, def.Name)
				return false
			}
			want := fnOpt(0, 0, nil)
			if def.Params != nil {
				for _, p := range def.Params.List {
					want.take(spelled[p.Kind])
				}
			}
			if row.min != want.min || row.max != want.max || row.keywords != want.keywords {
				t.Errorf("%s %s: the row takes %d to %d arguments, keywords %t; the method %d to %d, %t",
					file, def.Name, row.min, row.max, row.keywords, want.min, want.max, want.keywords)
			}
			return false
		})
	}
}
