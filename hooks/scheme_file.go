package hooks

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ParseScheme reads a [Scheme] from JSON, as the command routes webhook does with --scheme: an object
// of its fields under their own names, the Hash as crypto.Hash calls it, the Tolerance as in "5m".
//
//	text, err := os.ReadFile("partner.json") // {"Name": "partner", "Header": "X-Signature", "Hash": "SHA-512"}
//	...
//	scheme, err := hooks.ParseScheme("partner.json", text)
//	...
//	partner, err := scheme.New(hooks.WithSecrets(os.Getenv("PARTNER_SECRET")))
//
// It returns a *ConfigError, whose Setting is the name of the text and the line, for what is no
// such JSON. What the scheme says is checked by [Scheme.New].
func ParseScheme(name string, text []byte) (Scheme, error) {
	var f struct {
		Scheme
		Hash      hashName
		Tolerance duration
	}
	if jsontext.Value(text).Kind() != '{' {
		return Scheme{}, &ConfigError{Setting: lineOf(name, text, len(text)-len(bytes.TrimLeft(text, " \t\r\n"))), Problem: `a scheme is an object of JSON, such as {"Name": "partner", "Header": "X-Signature"}`}
	}
	if err := json.Unmarshal(text, &f, json.RejectUnknownMembers(true)); err != nil {
		return Scheme{}, placedIn(name, text, err)
	}
	f.Scheme.Hash, f.Scheme.Tolerance = crypto.Hash(f.Hash), time.Duration(f.Tolerance)
	return f.Scheme, nil
}

type (
	hashName crypto.Hash
	duration time.Duration
)

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *hashName) UnmarshalText(text []byte) error {
	for _, known := range []crypto.Hash{crypto.SHA256, crypto.SHA1, crypto.SHA512} {
		if known.String() == string(text) {
			*h = hashName(known)
			return nil
		}
	}
	return fmt.Errorf("%q is none of SHA-256, SHA-1 and SHA-512", text)
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = duration(parsed)
	return err
}

// placedIn is an error of JSON, or of what it says, with its line.
func placedIn(name string, text []byte, err error) error {
	at, problem := int64(0), err.Error()
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	switch {
	case errors.As(err, &syntax):
		at, problem = syntax.ByteOffset, syntax.Err.Error()
	case errors.As(err, &meaning):
		at = meaning.ByteOffset
		field := meaning.JSONPointer.LastToken()
		switch {
		case errors.Is(err, json.ErrUnknownName):
			problem = "a Scheme has no " + field + "; its fields are " + strings.Join(schemeFields(), ", ")
		case meaning.Err != nil:
			problem = field + ": " + meaning.Err.Error()
		}
	}
	return &ConfigError{Setting: lineOf(name, text, int(at)), Problem: problem, Err: err}
}

// lineOf is "NAME:LINE" of an offset in a text.
func lineOf(name string, text []byte, at int) string {
	return fmt.Sprintf("%s:%d", name, 1+bytes.Count(text[:min(max(at, 0), len(text))], []byte("\n")))
}

func schemeFields() (names []string) {
	for f := range reflect.TypeFor[Scheme]().Fields() {
		names = append(names, f.Name)
	}
	return names
}
