package hooks

import (
	"bytes"
	"encoding/json"
	"net/url"
)

// document is the JSON of a body: the body itself, or what a form says. Slack and
// GitHub send forms with JSON in the field payload; other forms, such as Slack's
// commands and Twilio's messages, are an object of their fields. The body alone
// decides, not the Content-Type, which is not signed. A byte order mark before the
// JSON is no part of it: RFC 8259, section 8.1.
func document(body []byte) []byte {
	body = bytes.TrimPrefix(body, []byte(byteOrderMark))
	if !isForm(body) {
		return body
	}
	fields, err := url.ParseQuery(string(body))
	if err != nil {
		return body
	}
	if payload := fields["payload"]; len(payload) == 1 && json.Valid([]byte(payload[0])) {
		return []byte(payload[0])
	}
	object := make(map[string]any, len(fields))
	for name, values := range fields {
		if object[name] = values; len(values) == 1 {
			object[name] = values[0]
		}
	}
	text, err := marshal(object)
	if err != nil {
		return body
	}
	return text
}

const byteOrderMark = "\ufeff"

// isForm reports whether a body can be a form: printable ASCII without spaces, and
// not JSON.
func isForm(body []byte) bool {
	if len(body) == 0 || body[0] == '{' || body[0] == '[' || body[0] == '"' {
		return false
	}
	for _, c := range body {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return bytes.IndexByte(body, '=') > 0
}
