package main

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"signalbox/hooks"
)

// A schemeFile is a hooks.Scheme in JSON: its fields under their own names, the Hash as crypto.Hash
// calls it ("SHA-512"), the Tolerance as in "5m".
type schemeFile struct {
	hooks.Scheme
	Hash      hashName
	Tolerance duration
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

// presetOfFile makes the preset of the scheme that a file has. An error of the file is a
// *hooks.ConfigError with the file as its Setting, and with the line if it is one of JSON.
func presetOfFile(name string, options []hooks.Option) (*hooks.Preset, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var f schemeFile
	if err := json.Unmarshal(text, &f, json.RejectUnknownMembers(true)); err != nil {
		return nil, placeInFile(name, text, err)
	}
	f.Scheme.Hash, f.Scheme.Tolerance = crypto.Hash(f.Hash), time.Duration(f.Tolerance)
	preset, err := f.Scheme.New(options...)
	if problem := (*hooks.ConfigError)(nil); errors.As(err, &problem) && problem.Setting == "scheme" {
		return nil, &hooks.ConfigError{Setting: name, Problem: problem.Problem, Err: err}
	}
	return preset, err
}

// placeInFile is an error of JSON, or of what it says, with its place.
func placeInFile(name string, text []byte, err error) error {
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
			problem = "a Scheme has no " + field
		case meaning.Err != nil:
			problem = field + ": " + meaning.Err.Error()
		}
	}
	return &hooks.ConfigError{Setting: filePlace(name, text, at), Problem: problem, Err: err}
}

// filePlace is "FILE:LINE" of an offset.
func filePlace(name string, text []byte, at int64) string {
	return fmt.Sprintf("%s:%d", name, 1+bytes.Count(text[:min(max(at, 0), int64(len(text)))], []byte("\n")))
}
