package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"signalbox/expand"
	"signalbox/gen"
)

// gen is `routes gen`: path helpers as source code.
func (c *command) gen() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gen",
		Short: "Write path helpers as Go or TypeScript",
		Long: `Write path helpers as source code: one function for each named route, with the parts of the path as its arguments,
and in Go one interface for each controller. A route that was renamed, that takes another part or whose action is
missing is then an error of the compiler. The code needs nothing but the standard library, in TypeScript nothing.`,
		Example: `  routes gen go -o internal/routes/routes.go
  routes gen ts -o web/routes.ts
  routes gen go -o internal/routes/routes.go --check    in CI: exit status 1 if the file is out of date`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &usageError{"gen wants a language: go or ts", cmd.CommandPath()}
		},
	}
	cmd.AddCommand(c.genGo(), c.genTypeScript())
	return cmd
}

func (c *command) genGo() *cobra.Command {
	var options gen.GoOptions
	cmd := c.genLanguage("go", "Write a Go package", func(t *expand.Table) ([]byte, []string, error) {
		src, notes, err := gen.Go(t, options)
		if err != nil {
			err = &usageError{err.Error(), "routes gen go"}
		}
		return src, notes, err
	})
	cmd.Flags().StringVar(&options.Package, "package", "routes", "the `NAME` of the package")
	return cmd
}

func (c *command) genTypeScript() *cobra.Command {
	return c.genLanguage("ts", "Write a TypeScript module", func(t *expand.Table) ([]byte, []string, error) {
		src, notes := gen.TypeScript(t)
		return src, notes, nil
	})
}

// genLanguage is one of the languages.
func (c *command) genLanguage(name, short string, write func(*expand.Table) ([]byte, []string, error)) *cobra.Command {
	var (
		from  source
		file  string
		check bool
	)
	cmd := &cobra.Command{
		Use:   name + " [flags]",
		Short: short,
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if check && file == "" {
				return &usageError{"--check wants the file to look at: -o FILE", cmd.CommandPath()}
			}
			table, err := c.load(&from)
			if err != nil {
				return err
			}
			src, notes, err := write(table)
			if err != nil {
				return err
			}
			if check {
				return upToDate(file, src, cmd.CommandPath())
			}
			for _, note := range notes {
				fmt.Fprintf(c.stderr, "note: %s\n", printable(note))
			}
			if file == "" {
				_, err = c.stdout.Write(src)
				return err
			}
			return os.WriteFile(file, src, 0o666)
		},
	}
	from.flags(cmd)
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of stdout")
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; exit with status 1 if the file of -o is out of date")
	return cmd
}

// upToDate tells whether a file holds what would be written.
func upToDate(file string, src []byte, command string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, src) {
		return fmt.Errorf("%s is out of date; run: %s -o %s", file, command, file)
	}
	return nil
}
