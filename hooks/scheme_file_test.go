package hooks_test

import (
	"crypto"
	"errors"
	"testing"
	"time"

	"signalbox/hooks"
)

// A scheme of a file is the one that Go code writes; what is wrong in it is told with its line.
func TestParseScheme(t *testing.T) {
	got, err := hooks.ParseScheme("partner.json", []byte(`{
  "Name": "partner", "Header": "X-Partner-Signature", "Form": "t={time},v1={hex}", "Hash": "SHA-512",
  "Content": "{id}.{time}.{body}", "Tolerance": "10m", "TypeHeader": "X-Partner-Event", "IDHeader": "X-Partner-Id"
}`))
	want := hooks.Scheme{
		Name: "partner", Header: "X-Partner-Signature", Form: "t={time},v1={hex}", Hash: crypto.SHA512,
		Content: "{id}.{time}.{body}", Tolerance: 10 * time.Minute, TypeHeader: "X-Partner-Event", IDHeader: "X-Partner-Id",
	}
	if got != want || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := got.New(hooks.WithSecrets("secret")); err != nil {
		t.Error(err)
	}
	for text, want := range map[string][2]string{
		"# yaml\nName: partner":                  {"partner.json:1", `a scheme is an object of JSON, such as {"Name": "partner", "Header": "X-Signature"}`},
		"\nnull":                                 {"partner.json:2", `a scheme is an object of JSON, such as {"Name": "partner", "Header": "X-Signature"}`},
		"{\n\"Name\": \"partner\",\n}":           {"partner.json:2", "invalid character ',' at start of value"},
		"{\n\"name\": \"partner\"}":              {"partner.json:2", "a Scheme has no name; its fields are Name, Header, Form, Hash, Content, TimeHeader, Tolerance, TypeHeader, TypePath, IDHeader, IDPath"},
		"{\n\"Name\": \"x\",\n\"Hash\":\"MD5\"}": {"partner.json:3", `Hash: "MD5" is none of SHA-256, SHA-1 and SHA-512`},
		`{"Tolerance": "soon"}`:                  {"partner.json:1", `Tolerance: time: invalid duration "soon"`},
	} {
		_, err := hooks.ParseScheme("partner.json", []byte(text))
		var config *hooks.ConfigError
		if !errors.As(err, &config) || [2]string{config.Setting, config.Problem} != want {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}
