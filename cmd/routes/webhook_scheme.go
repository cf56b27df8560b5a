package main

import (
	"errors"
	"os"

	"signalbox/hooks"
)

// presetOfFile makes the preset of the scheme that a file has. An error of the file is a
// *hooks.ConfigError with the file as its Setting, and with the line if it is one of JSON.
func presetOfFile(name string, options []hooks.Option) (*hooks.Preset, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, &hooks.ConfigError{Setting: "--scheme", Problem: err.Error(), Err: err}
	}
	scheme, err := hooks.ParseScheme(name, text)
	if err != nil {
		return nil, err
	}
	preset, err := scheme.New(options...)
	if problem := (*hooks.ConfigError)(nil); errors.As(err, &problem) && problem.Setting == "scheme" {
		return nil, &hooks.ConfigError{Setting: name, Problem: problem.Problem, Err: err}
	}
	return preset, err
}
