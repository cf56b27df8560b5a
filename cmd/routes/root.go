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
		Long: `routes prints the routes of a Rails application exactly as "rails routes" of Rails 8.1 does. It reads
config/routes.rb itself: no Ruby, no gems, no database and no running application are needed.`,
		Example: `  routes                        the table of the application around this folder
  routes -f ~/blog              the table of another application
  routes -f engine/routes.rb    the table of one file
  git show HEAD^:config/routes.rb | routes -f -
                                the table of one file of another revision
  routes diff main...           what the routes of this branch change
  routes -c posts               the rows of PostsController, Admin::PostsController, ...
  routes -g edit                the rows with "edit" in controller, action, verb, name or path
  routes -g /posts/1            the rows whose path answers /posts/1
  routes --json | jq length     how many routes there are`,
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
	root.AddCommand(list, c.match(), c.path(), c.check(), c.diff(), c.gen(), c.newApp(), c.webhook(), c.version(), c.completion(root), c.man(root))

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

// readCommand is the command that reads a file, with the flags that were given.
func readCommand(cmd *cobra.Command, file string) string {
	if cmd.Flags().ShorthandLookup("f") == nil {
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
	if flags := strings.TrimRight(cmd.LocalFlags().FlagUsages(), "\n"); flags != "" {
		fmt.Fprintf(&b, "\nFlags:\n%s\n", flags)
	}
	if !cmd.HasParent() {
		b.WriteString(topics)
	}
	io.WriteString(w, b.String())
}

const topics = `
PATH is a routes file or the folder of an application, whose config/routes.rb is read; files that it draws and custom
inflections are looked up from there. Without -f it is the config/routes.rb of this folder or of the nearest one above.
-f - reads a routes file from standard input: no application is around it, and no file is read, be it of this folder.

Nothing is executed but the routes file itself, by an interpreter that reads files of the application and nothing
else. Constants and methods that it can't know (Settings.beta?) make their routes conditional: both sides of the
condition are listed, with a note on stderr; --set and .routes.yml in the application's folder settle them, and
"routes check --missing" tells which. ENV holds RAILS_ENV, what they give
and what files of the application assign, nothing of this machine.

Exit status: 0 all is well, 1 the routes file has an error (told on stderr, with its place) or, with --strict, there is
a warning, 2 wrong usage. --strict counts what the application decides, words that are not known, what Rails 8.1 refuses
but the table takes, such as a name in only: that is no action, and slips that Rails takes, such as onyl:; notes do not
count. A setting settles the first two; the others are to be mended in the file.
`
