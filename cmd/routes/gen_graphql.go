package main

import (
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"signalbox/graphqlsrv"
	"signalbox/graphqlsrv/codegen"
)

// genGraphQL is `routes gen graphql`: Go types and the service of a schema.
func (c *command) genGraphQL() *cobra.Command {
	var options codegen.Options
	cmd := &cobra.Command{
		Use:   "graphql [flags]",
		Short: "Write a Go package for a GraphQL schema",
		Long: `Write a Go package for the schema that the *.graphql files of a folder make: a struct for every object, input and
list of arguments, a type for every enum, and the interface Service with a method for each field that has to be
resolved. A server needs none of it; with it, a service that lacks a field or has a wrong type doesn't compile.

Methods are all fields of Query, Mutation and Subscription, fields with arguments, and fields of objects with an id that
lead to other objects. --resolve, --property and --batch decide otherwise for single fields.`,
		Example: `  routes gen graphql -f graphql -o graph/graph.go
  routes gen graphql -f graphql --batch Post.author --scalar Url=net/url.URL --model Post=example.org/blog/record.Post
  routes gen graphql -f graphql -o graph/graph.go --check    in CI: exit status 1 if the file is out of date`,
	}
	c.genSchema(cmd, func(files fs.FS) ([]byte, error) { return codegen.Go(files, options) })
	f := cmd.Flags()
	f.StringVar(&options.Package, "package", "graph", "the `NAME` of the package")
	f.StringToStringVar(&options.Scalars, "scalar", nil, "let a scalar of the schema be a Go type: `NAME=TYPE`; may be repeated")
	f.StringToStringVar(&options.Models, "model", nil, "let an object of the schema be a struct of yours: `NAME=TYPE`; may be repeated")
	f.StringSliceVar(&options.Resolved, "resolve", nil, "make a method of `TYPE.FIELD`; may be repeated")
	f.StringSliceVar(&options.Properties, "property", nil, "make a field of the struct of `TYPE.FIELD`; may be repeated")
	f.StringSliceVar(&options.Batched, "batch", nil, "make a method of `TYPE.FIELD` that gets all parents of a list; may be repeated")
	return cmd
}

// genSDL is `routes gen sdl`: a schema as clients see it, in one file.
func (c *command) genSDL() *cobra.Command {
	var live bool
	cmd := &cobra.Command{
		Use:   "sdl [flags]",
		Short: "Write a whole GraphQL schema as one file",
		Long: `Write the schema that a server makes of the *.graphql files of a folder as one file of SDL: with the root schema, its
scalars and the directives @requireAuth and @skipAuth. Tools that write code for clients, such as graphql-code-generator,
read it.`,
		Example: `  routes gen sdl -f graphql -o web/schema.graphql
  routes gen sdl -f graphql -o web/schema.graphql --check    in CI: exit status 1 if the file is out of date`,
	}
	c.genSchema(cmd, func(files fs.FS) ([]byte, error) {
		if live {
			return graphqlsrv.SDL(files, graphqlsrv.WithLiveQueries(graphqlsrv.NewLiveQueries(graphqlsrv.NewMemory(0))))
		}
		return graphqlsrv.SDL(files)
	})
	cmd.Flags().BoolVar(&live, "live", false, "with the directive @live, for a server with live queries")
	return cmd
}

// genSchema has a command write what is made of the files of a schema.
func (c *command) genSchema(cmd *cobra.Command, write func(files fs.FS) ([]byte, error)) {
	var (
		folder string
		to     target
	)
	cmd.Args = noArguments
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := to.valid(cmd); err != nil {
			return err
		}
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return &usageError{fmt.Sprintf("%s is no folder: -f wants the one with the *.graphql files", folder), cmd.CommandPath()}
		}
		src, err := write(os.DirFS(folder))
		if err != nil {
			return err
		}
		return c.put(&to, cmd, src, nil)
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&folder, "folder", "f", "graphql", "read the *.graphql files at and below `FOLDER`")
	to.flags(cmd)
}
