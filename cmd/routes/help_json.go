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

const jsonHelp = `What the commands print as JSON. "routes help json schema" prints a JSON Schema (2020-12) of it, an entry of $defs each:

  list      routes --json                 an array of rows, in the order of the table
  row       a row of it: index, name, verb, path, controller, action, guards, source and more
  tree      routes --tree --json          {"schema": "routes.tree/1", "segment", "path", "routes", "children"}
  match     routes match --json           an object a line: method, path, status, route (a row's index), params
  path      routes path --json            an object a line: {"result"}, or {"error", "message"}
  check     routes check --format json    {"schema": "routes.check/1", "findings"}
  problems  routes check --json           the older array of problems, one for each place
  diff      routes diff --json            {"schema": "routes.diff/1", "exposure", "added", "removed", "changed", ...}

An object names its form and version in "schema". The same version may get further fields; where a field changes its
meaning or goes, the number is another one. An array has no version: its objects only ever get further fields.

  routes --json | jq -r '.[] | select(.guards == []) | .path'       the paths that nothing guards
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
