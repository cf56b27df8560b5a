package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"signalbox/expand/route"
	"signalbox/gen"

	"github.com/spf13/cobra"
)

// gen is `routes gen`: path helpers and GraphQL types as source code, and SDL.
func (c *command) gen() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gen",
		Short: "Write path helpers as Go or TypeScript, and Go types for a GraphQL schema",
		Long: `Write path helpers as source code: one function for each named route, with the parts of the path as its arguments,
and in Go one interface for each controller. A route that was renamed, that takes another part or whose action is
missing is then an error of the compiler. The code needs nothing but the standard library, in TypeScript nothing.

For a GraphQL schema: the types of its objects, inputs, enums and arguments, and the interface of the service behind it;
or the whole schema as one file of SDL, for tools that write code for clients.`,
		Example: `  routes gen go -o internal/routes/routes.go
  routes gen ts -o web/routes.ts
  routes gen graphql -o graph/graph.go
  routes gen sdl -o web/schema.graphql
  routes gen go -o internal/routes/routes.go --check    in CI: exit status 1 if the file is out of date`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return &usageError{fmt.Sprintf("gen knows no language %q: go or ts, graphql or sdl", args[0]) + meant(args[0], "go", "ts", "graphql", "sdl"), cmd.CommandPath()}
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &usageError{"gen wants a language: go or ts, graphql or sdl", cmd.CommandPath()}
		},
	}
	cmd.FParseErrWhitelist.UnknownFlags = true // what is wrong is that the language is missing
	cmd.AddCommand(c.genGo(), c.genTypeScript(), c.genGraphQL(), c.genSDL())
	return cmd
}

func (c *command) genGo() *cobra.Command {
	var (
		options     gen.GoOptions
		controllers bool
	)
	cmd := c.genLanguage("go", "Write a Go package", func(cmd *cobra.Command, t *route.Table, to *target) error {
		if controllers {
			return c.genControllers(cmd, t, to, options.Package)
		}
		src, notes, err := gen.Go(t, options)
		if err != nil {
			return &usageError{err.Error(), "routes gen go"}
		}
		return c.put(to, cmd, src, notes)
	})
	cmd.Long = `Write path helpers as a Go package: one function for each named route, and one interface for each controller.

With --controllers, write the controllers themselves, to be filled in: into the folder of -o a file for each, with a type
and a method for each action, and controllers.go, which hands all of them to dispatch.New. An action is left to the
fallback, the Rails application, as long as its method is unwritten. Files that are there are kept, and only
controllers.go is written again: run it again when routes are added.`
	cmd.Example = `  routes gen go -o internal/routes/routes.go
  routes gen go --controllers -o controllers`
	cmd.Flags().StringVar(&options.Package, "package", "", "the `NAME` of the package (default \"routes\", of controllers \"controllers\")")
	cmd.Flags().BoolVar(&controllers, "controllers", false, "write controllers to fill in, into the folder of -o")
	return cmd
}

func (c *command) genTypeScript() *cobra.Command {
	return c.genLanguage("ts", "Write a TypeScript module", func(cmd *cobra.Command, t *route.Table, to *target) error {
		src, notes := gen.TypeScript(t)
		return c.put(to, cmd, src, notes)
	})
}

// genLanguage is one of the languages.
func (c *command) genLanguage(name, short string, write func(*cobra.Command, *route.Table, *target) error) *cobra.Command {
	var (
		from source
		to   target
	)
	cmd := &cobra.Command{
		Use:   name + " [flags]",
		Short: short,
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := to.valid(cmd); err != nil {
				return err
			}
			table, err := c.load(&from)
			if err != nil {
				return err
			}
			err = write(cmd, table, &to)
			if err == nil && from.strict {
				err = c.warn(table, &from, true)
			}
			return err
		},
	}
	from.flags(cmd)
	to.flags(cmd)
	return cmd
}

// A target is where generated code goes.
type target struct {
	file  string
	check bool
}

func (t *target) flags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&t.file, "output", "o", "", "write to `FILE` instead of stdout")
	cmd.Flags().BoolVar(&t.check, "check", false, "write nothing; exit with status 1 if the file of -o is out of date")
}

func (t *target) valid(cmd *cobra.Command) error {
	if t.check && t.file == "" {
		return &usageError{"--check wants the file to look at: -o FILE", cmd.CommandPath()}
	}
	return nil
}

// put writes code to its target, or compares it with what is there.
func (c *command) put(t *target, cmd *cobra.Command, src []byte, notes []string) error {
	if t.check {
		return upToDate(t.file, src, repeated(cmd, "check"))
	}
	for _, note := range notes {
		fmt.Fprintf(c.stderr, "note: %s\n", printable(note))
	}
	if t.file == "" {
		_, err := c.stdout.Write(src)
		return err
	}
	if err := os.WriteFile(t.file, src, 0o666); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	folder := filepath.Dir(t.file)
	return fmt.Errorf("there is no folder %s to write %s to; run: mkdir -p %s", folder, filepath.Base(t.file), shellWord(folder))
}

// upToDate tells whether a file holds what would be written.
func upToDate(file string, src []byte, command string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, src) {
		return fmt.Errorf("%s is out of date; run: %s", file, command)
	}
	return nil
}
