package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"signalbox/expand/psych"
	"signalbox/expand/route"
	"signalbox/expand/settings"
	"signalbox/lint"

	"github.com/spf13/cobra"
)

// defaults takes what the application's .routes.yml says of check, where no flag says it.
func (k *checking) defaults(cmd *cobra.Command, table *route.Table) error {
	if k.from.isStdin() || table.Root == "" {
		return nil
	}
	name := filepath.Join(table.Root, route.SettingsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	all, err := settings.Parse(text)
	if err != nil {
		return err
	}
	given := cmd.Flags().Changed
	said := all.Check
	selected := given("only") || given("except")
	for _, list := range []struct {
		codes []settings.Code
		into  *[]string
	}{{said.Only, &k.only}, {said.Except, &k.except}} {
		for _, code := range list.codes {
			if lint.Named(code.Name) == nil {
				err := psych.WrongSyntax(code.Pos, "no code "+quote(code.Name)+meant(code.Name, lint.Names()...), "")
				return &fileError{err: err, path: name}
			}
			if !selected {
				*list.into = append(*list.into, code.Name)
			}
		}
	}
	if said.FailOn != "" && !given("fail-on") {
		k.failOn = said.FailOn
	}
	if said.Baseline != "" && !given("baseline") {
		k.baseline = filepath.Join(table.Root, filepath.FromSlash(said.Baseline))
	}
	return nil
}
