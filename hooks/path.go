package hooks

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// jsonValue finds a value in JSON by the names of members, and by numbers in
// arrays.
func jsonValue(body []byte, path []string) (json.RawMessage, bool) {
	raw := json.RawMessage(bytes.TrimSpace(body))
	for _, name := range path {
		if len(raw) > 0 && raw[0] == '[' {
			var list []json.RawMessage
			i, err := strconv.Atoi(name)
			if err != nil || json.Unmarshal(raw, &list) != nil || i < 0 || i >= len(list) {
				return nil, false
			}
			raw = list[i]
			continue
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil {
			return nil, false
		}
		value, ok := object[name]
		if !ok {
			return nil, false
		}
		raw = bytes.TrimSpace(value)
	}
	return raw, len(raw) > 0
}

// jsonString finds a text or a number in JSON, as text.
func jsonString(body []byte, path []string) (string, bool) {
	raw, ok := jsonValue(body, path)
	if !ok {
		return "", false
	}
	var text string
	if json.Unmarshal(raw, &text) == nil && raw[0] == '"' {
		return text, true
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil && raw[0] != '"' && number != "" {
		return number.String(), true
	}
	return "", false
}

// jsonNumber finds a number in JSON.
func jsonNumber(body []byte, path []string) (float64, bool) {
	raw, ok := jsonValue(body, path)
	if !ok {
		return 0, false
	}
	var number *float64
	if json.Unmarshal(raw, &number) != nil || number == nil {
		return 0, false
	}
	return *number, true
}
