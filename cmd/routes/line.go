package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// readLine reads a line of stdin, an object. A key that is misspelt is an error; of
// others that nothing reads a note tells, once.
func (c *command) readLine(line []byte, into any) error {
	if err := json.Unmarshal(line, into); err != nil {
		return err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(line, &given); err != nil {
		return err
	}
	known := lineKeys(into)
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, key) }) { // as the package reads them
			continue
		}
		if near := meant(strings.ToLower(key), known...); near != "" {
			return errors.New("unknown key " + key + near)
		}
		if !slices.Contains(c.unread, key) && len(c.unread) < maxUnread {
			c.unread = append(c.unread, key)
			fmt.Fprintf(c.stderr, "note: the key %s is not read; the keys are %s\n", printable(quote(key)), strings.Join(known, ", "))
		}
	}
	return nil
}

// maxUnread bounds the keys that notes tell of.
const maxUnread = 20

// lineKeys are the keys of a line's object.
func lineKeys(of any) (keys []string) {
	t := reflect.TypeOf(of).Elem()
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("json"); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
