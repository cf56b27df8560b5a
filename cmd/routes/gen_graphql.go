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
		Long: `Write a Go package for the schema in a folder's *.graphql files: a struct for
every object, input and list of arguments, a type for every enum, and the
interface Service with a method for each field to resolve. A server does not
need it. With it, a missing field or a wrong type is a compile error.

Fields of Query, Mutation and Subscription become methods, as do fields with
arguments, and fields that lead from an object with an id or a @key to other
objects, unless they are of the key. --resolve, --property and --batch override
this for single fields.

Entities of a subgraph have a method that finds what gateways refer to, such as
ReferenceProduct; --batch Product.__resolveReference gives it all references of
a request at once.`,
		Example: `  routes gen graphql -f graphql -o graph/graph.go
  routes gen graphql --batch Post.author --scalar Url=net/url.URL
  routes gen graphql --model Post=example.org/blog/record.Post
  routes gen graphql -o graph.go --check    in CI: status 1 if it is out of date`,
	}
	c.genSchema(cmd, func(files fs.FS) ([]byte, error) { return codegen.Go(files, options) })
	f := cmd.Flags()
	f.StringVar(&options.Package, "package", "graph", "the `NAME` of the package")
	f.StringToStringVar(&options.Scalars, "scalar", nil, "map a scalar to a Go type, repeatable: `NAME=TYPE`")
	f.StringToStringVar(&options.Models, "model", nil, "map an object to your own struct, repeatable: `NAME=TYPE`")
	f.StringSliceVar(&options.Resolved, "resolve", nil, "make `TYPE.FIELD` a method, repeatable")
	f.StringSliceVar(&options.Properties, "property", nil, "make `TYPE.FIELD` a field of the struct, repeatable")
	f.StringSliceVar(&options.Batched, "batch", nil, "make `TYPE.FIELD` a method that gets all parents of a list, repeatable")
	return cmd
}

// genSDL is `routes gen sdl`: a schema as clients see it, in one file.
func (c *command) genSDL() *cobra.Command {
	var live bool
	cmd := &cobra.Command{
		Use:   "sdl [flags]",
		Short: "Write a whole GraphQL schema as one file",
		Long: `Write the schema of a folder's *.graphql files as one SDL file, with the root
schema, its scalars and the directives @requireAuth and @skipAuth that a server
adds. Tools that generate clients, such as graphql-code-generator, read it.`,
		Example: `  routes gen sdl -f graphql -o web/schema.graphql
  routes gen sdl -o out.graphql --check    in CI: status 1 if it is out of date`,
	}
	c.genSchema(cmd, func(files fs.FS) ([]byte, error) {
		if live {
			return graphqlsrv.SDL(files, graphqlsrv.WithLiveQueries(graphqlsrv.NewLiveQueries(graphqlsrv.NewMemory(0))))
		}
		return graphqlsrv.SDL(files)
	})
	cmd.Flags().BoolVar(&live, "live", false, "include the directive @live, for a server with live queries")
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
			return &usageError{fmt.Sprintf("%s is not a folder: pass the one with the *.graphql files", folder), cmd.CommandPath()}
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
