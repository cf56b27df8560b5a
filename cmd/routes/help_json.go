package main

import (
	_ "embed"
	"io"
	"strings"
)

// schema is the JSON Schema of what the commands print.
//
//go:embed schema.json
var schema string

const jsonHelp = `What the commands print as JSON. "routes help json schema" prints its JSON
Schema (2020-12), with an entry of $defs for each:

  list      routes --json                 an array of rows, in table order
  row       one row: index, name, verb, path, controller, action, guards, ...
  tree      routes --tree --json          "segment", "path", "routes", ...
  match     routes match --json           an object per line: method, path,
                                          status, route (an index), params, ...
  path      routes path --json            an object per line: "result", or
                                          "error" and "message"
  check     routes check --format json    {"schema", "findings"}
  problems  routes check --json           the older array of problems
  diff      routes diff --json            "exposure", "added", "removed",
                                          "changed", "precedence", ...

An object names its form and version in "schema": "routes.check/1". Fields may
be added to a version; if a field changes its meaning or goes, the number
changes. Arrays have no version: they only ever get further fields.

  routes --json | jq -r '.[] | select(.guards == []) | .path'
  routes check --format json | jq -r '.findings[].code' | sort | uniq -c
  routes help json schema > routes.schema.json
`

// helpJSON is `routes help json`, and with "schema" the schema itself.
func (c *command) helpJSON(args []string) error {
	text := jsonHelp
	switch {
	case len(args) == 1 && args[0] == "schema":
		text = schema
	case len(args) > 0:
		return &usageError{"no help about json " + strings.Join(args, " ") + `: it is "routes help json" or "routes help json schema"`, "routes help"}
	}
	_, err := io.WriteString(c.stdout, text)
	return err
}
