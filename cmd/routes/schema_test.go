package main

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSchema holds what the commands print for cases to the schema that they publish.
func TestSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	roots, err := filepath.Glob("../../testdata/golden/*/*/config/routes.rb")
	if err != nil || len(roots) < 200 {
		t.Fatalf("%d cases, %v", len(roots), err)
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, name := range []string{"list", "tree", "match", "path", "check", "problems", "diff"} {
		schemas[name] = schemaOf(t, name)
	}
	seen := map[string]int{}
	ask := func(name, in string, args ...string) {
		var out, errs bytes.Buffer
		run(args, strings.NewReader(in), &out, &errs, func(string) string { return "" })
		for d := json.NewDecoder(&out); ; {
			var value any
			if err := d.Decode(&value); err == io.EOF {
				return
			} else if err != nil {
				t.Fatalf("routes %q: %v", args, err)
			}
			if err := schemas[name].Validate(value); err != nil {
				t.Errorf("routes %q: %v", args, err)
			}
			seen[name]++
		}
	}
	before := ""
	for i, root := range roots {
		dir := filepath.Dir(filepath.Dir(root))
		if exists(filepath.Join(dir, "error.txt")) || i%2 == 1 { // half of them have it all
			continue
		}
		ask("list", "", "-f", dir, "--json", "--engines")
		ask("tree", "", "-f", dir, "--tree", "--json")
		ask("match", linesOf(t, filepath.Join(dir, "requests.jsonl")), "match", "-f", dir, "--json", "-")
		ask("path", linesOf(t, filepath.Join(dir, "paths.jsonl")), "path", "-f", dir, "--json", "-")
		ask("check", "", "check", "-f", dir, "--format", "json")
		ask("problems", "", "check", "-f", dir, "--json")
		if before != "" {
			ask("diff", "", "diff", before, dir, "--json")
		}
		before = dir
	}
	for name := range schemas {
		if seen[name] < 90 {
			t.Errorf("%d values of %s", seen[name], name)
		}
	}
}

func schemaOf(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("routes.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("routes.schema.json#/$defs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// linesOf returns a file of a case; none if it has no such file.
func linesOf(t *testing.T, name string) string {
	t.Helper()
	if !exists(name) {
		return ""
	}
	return read(t, name)
}
