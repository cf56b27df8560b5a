package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"signalbox/internal/spelling"
)

// root is the command tree. A new subcommand is one line here and a file of its
// own; what they have in common are the flags of source.
func (c *command) root() *cobra.Command {
	list := c.list()
	version := false
	root := &cobra.Command{
		Use:   "routes",
		Short: "Print the routes of a Rails application, without Ruby",
		Long: `routes prints the routes of a Rails application, byte for byte as "rails routes"
of Rails 8.1 does. It runs config/routes.rb itself: it needs no Ruby, no gems,
no database and no running application.`,
		Example: `  routes                        the routes of the application in this folder
  routes -f ~/blog              the routes of another application
  routes -f engine/routes.rb    the routes of one file
  git show HEAD^:config/routes.rb | routes -f -
                                the routes of one file of another revision
  routes diff main...           what this branch changes
  routes -c posts               PostsController, Admin::PostsController, ...
  routes -g edit                "edit" in controller, action, verb, name or path
  routes -g /posts/1            the routes that match the path /posts/1
  routes --json | jq length     the number of routes`,
		Args:          noArguments,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if version {
				return c.printVersion()
			}
			return list.RunE(cmd, args)
		},
	}
	// Without a subcommand the command lists: it has the flags of list.
	root.Flags().SortFlags = false
	root.Flags().AddFlagSet(list.Flags())
	root.Flags().BoolVar(&version, "version", false, "print the version, like \"routes version\"")
	root.AddCommand(list, c.match(), c.path(), c.check(), c.diff(), c.serve(), c.inspect(), c.gen(), c.newApp(), c.webhook(), c.version(), c.completion(root), c.man(root))

	root.SetHelpCommand(c.helpCommand(root))
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { help(c.stdout, cmd) })
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return &usageError{flagError(cmd, err), cmd.CommandPath()} })
	return root
}

// noArguments refuses arguments, and tells what may have been meant.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("unexpected argument %q", args[0])
	if cmd.HasAvailableSubCommands() {
		text = fmt.Sprintf("unknown command %q", args[0]) + meantCommand(cmd, args[0])
	}
	if _, err := os.Stat(args[0]); err == nil {
		text += "; to read " + args[0] + " use: " + readCommand(cmd, args[0])
	}
	return &usageError{text, cmd.CommandPath()}
}

// readsInput is the annotation of a command that reads standard input.
const readsInput = "reads standard input"

// readCommand is the command that reads a file, with the flags that were given.
func readCommand(cmd *cobra.Command, file string) string {
	switch {
	case cmd.Annotations[readsInput] != "":
		return repeated(cmd) + " < " + shellWord(file)
	case cmd.Flags().ShorthandLookup("f") == nil:
		return "routes -f " + shellWord(file)
	}
	return repeated(cmd, "file") + " -f " + shellWord(file)
}

// repeated is a command with the flags that were given, but those of some names, to be
// typed again.
func repeated(cmd *cobra.Command, but ...string) string {
	text := cmd.CommandPath()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(but, f.Name) {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand
		}
		for _, value := range flagValues(f) {
			switch {
			case f.Value.Type() != "bool":
				text += " " + name + " " + shellWord(value)
			case value == "true":
				text += " " + name
			default:
				text += " " + name + "=" + value
			}
		}
	})
	return printable(text)
}

// flagValues are the values of a flag, of which some may be given several times.
func flagValues(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	value := f.Value.String()
	if f.Value.Type() == "stringToString" {
		return []string{strings.Trim(value, "[]")}
	}
	return []string{value}
}

// meantCommand adds to an error the command that a name was meant to be.
func meantCommand(cmd *cobra.Command, name string) string {
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		return fmt.Sprintf(", did you mean %q?", near[0])
	}
	return ""
}

// meant adds to an error the name that another was meant to be.
func meant(name string, known ...string) string {
	if near := spelling.Nearest(name, known); near != "" {
		return ", did you mean " + near + "?"
	}
	return ""
}

// meantFlag is meant for the name of a flag, also of `-expanded`.
func meantFlag(cmd *cobra.Command, missing *pflag.NotExistError) string {
	name := cmp.Or(missing.GetSpecifiedShortnames(), missing.GetSpecifiedName())
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	if slices.Contains(known, "--"+name) {
		return ", did you mean --" + name + "?"
	}
	return meant("--"+name, known...)
}

// flagError is the text of an error of the flags.
func flagError(cmd *cobra.Command, err error) string {
	var (
		value   *pflag.InvalidValueError
		missing *pflag.NotExistError
		twice   *twiceError
		word    *choiceError
	)
	switch {
	case errors.As(err, &missing):
		return err.Error() + meantFlag(cmd, missing)
	case !errors.As(err, &value):
	case errors.As(err, &word):
		return "--" + value.GetFlag().Name + " " + word.Error()
	case errors.As(err, &twice):
		return "--" + value.GetFlag().Name + " is " + twice.Error()
	case value.GetFlag().Value.Type() == "bool":
		return "--" + value.GetFlag().Name + " is true or false, not " + quote(value.GetValue())
	}
	return err.Error()
}

func (c *command) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:       "help [COMMAND | json [schema]]",
		Short:     "Explain a command, or the JSON that all print",
		ValidArgs: []string{"json"},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] == "json" {
				return c.helpJSON(args[1:])
			}
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return &usageError{fmt.Sprintf("no command %q to explain", strings.Join(args, " ")) + meantCommand(cmd, rest[0]), root.Name()}
			}
			return cmd.Help()
		},
	}
}

// helpWidth is the width of a terminal that help fits.
const helpWidth = 80

// help prints what a newcomer needs to know about a command.
func help(w io.Writer, cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	fmt.Fprintf(&b, "%s\n\nUsage:\n", text)
	if cmd.Runnable() && (cmd.HasParent() || !cmd.HasAvailableSubCommands()) {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	} else {
		fmt.Fprintf(&b, "  %s [list] [flags]\n  %s COMMAND [flags]\n", cmd.CommandPath(), cmd.CommandPath())
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-12s %s\n", sub.Name(), sub.Short)
			}
		}
	}
	if flags := strings.TrimRight(cmd.LocalFlags().FlagUsagesWrapped(helpWidth), "\n"); flags != "" {
		fmt.Fprintf(&b, "\nFlags:\n%s\n", flags)
	}
	if !cmd.HasParent() {
		b.WriteString(topics)
	}
	io.WriteString(w, b.String())
}

const topics = `
PATH is a routes file, or the folder of an application with config/routes.rb.
Files that it draws and custom inflections are found from there. Without -f, it
is the config/routes.rb of this folder or of the nearest one above. -f - reads
one routes file from standard input, without an application around it.

routes runs only the routes file, in an interpreter that reads files of the
application and nothing else. An unknown value in a condition (Settings.beta?)
makes its routes conditional: both branches are listed, with a note on stderr.
Set such values with --set or in .routes.yml in the application's folder;
"routes check --missing" prints a template. ENV holds RAILS_ENV, what you set,
and what files of the application assign: the shell's environment is not read.

Exit status: 0 success; 1 the routes file has an error, or there is a warning
and --strict is given; 2 wrong usage. Errors go to stderr with their position.

--strict treats as errors: unknown values, unknown routing methods, names that
Rails 8.1 refuses (an unknown action in only:), and slips that Rails accepts
(onyl:). It ignores notes. Set the first two; fix the others in the file.
`
