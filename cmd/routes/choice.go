package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A choice is a flag that takes one of a few words. It is a pflag.Value.
type choice struct {
	single
	words []string
}

// choiceFlag adds a flag that takes one of some words, which the shell completes. The first
// word is the default.
func choiceFlag(cmd *cobra.Command, into *string, name, usage string, words ...string) {
	*into = words[0]
	cmd.Flags().Var(&choice{single{into, false}, words}, name, usage)
	if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(fmt.Sprintf("flag %s: %v", name, err)) // there is no such flag
	}
}

// A choiceError is a word that a flag does not take.
type choiceError struct {
	words []string
	given string
}

// Error goes on from the flag's name: "must be text or json, not "jsn", did you mean json?".
func (e *choiceError) Error() string {
	last := len(e.words) - 1
	return "must be " + strings.Join(e.words[:last], ", ") + " or " + e.words[last] + ", not " + quote(e.given) + meant(e.given, e.words...)
}

// Set implements pflag.Value.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return &choiceError{c.words, word}
	}
	return c.single.Set(word)
}
