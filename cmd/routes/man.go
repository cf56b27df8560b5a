package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// man is `routes man DIR`: the help of all commands as pages for man(1).
func (c *command) man(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the man pages into a folder",
		Long:    "Write a man page for each command into a folder: routes.1, routes-match.1, ...",
		Example: `  routes man ~/.local/share/man/man1 && man routes-check`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return &usageError{"missing DIR to write the man pages to", cmd.CommandPath()}
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root.DisableAutoGenTag = true // its date would be today's
			return doc.GenManTree(root, &doc.GenManHeader{Title: "ROUTES", Section: "1", Date: released(), Source: "signalbox " + buildVersion(), Manual: "signalbox"}, args[0])
		},
	}
}

// released is the date of the pages: that of the commit the command was built from.
func released() *time.Time {
	at, err := time.Parse(time.RFC3339, buildSetting("vcs.time"))
	if err != nil {
		at = time.Unix(0, 0).UTC()
	}
	return &at
}
