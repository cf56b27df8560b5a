package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"signalbox/expand/route"
	"signalbox/lint"
)

var shells = []string{"bash", "zsh", "fish"}

// completion is `routes completion SHELL`: the script that completes commands,
// flags and controllers.
func (c *command) completion(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script for bash, zsh or fish",
		Long:  "Print the script that makes a shell complete commands, flags, and the names of\ncontrollers, helpers and codes.",
		Example: `  source <(routes completion bash)                   in ~/.bashrc
  routes completion zsh > "${fpath[1]}/_routes"      once
  routes completion fish > ~/.config/fish/completions/routes.fish`,
		ValidArgs: shells,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && slices.Contains(shells, args[0]) {
				return nil
			}
			return &usageError{"missing shell: " + strings.Join(shells, ", "), cmd.CommandPath()}
		},
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				if err := root.GenBashCompletionV2(c.stdout, true); err != nil {
					return err
				}
				_, err := io.WriteString(c.stdout, plainBash)
				return err
			case "zsh":
				return root.GenZshCompletion(c.stdout)
			}
			return root.GenFishCompletion(c.stdout, true)
		},
	}
}

// plainBash makes the script work where the package bash-completion is missing.
const plainBash = `
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    __routes_init_completion()
    {
        words=("${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=${words[cword]}
        prev=${words[cword-1]}
    }
fi
`

// completeFlags tells the shell what the values of flags may be.
func (c *command) completeFlags(cmd *cobra.Command) {
	values := map[string]cobra.CompletionFunc{
		"env":        cobra.FixedCompletions([]string{"development", "production", "test"}, cobra.ShellCompDirectiveNoFileComp),
		"grep":       cobra.NoFileCompletions,
		"set":        cobra.NoFileCompletions,
		"controller": c.controllers,
	}
	for name, complete := range values {
		if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(fmt.Sprintf("flag %s: %v", name, err)) // there is no such flag
		}
	}
}

// controllers completes the names of the controllers in the table.
func (c *command) controllers(cmd *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	return c.complete(cmd, prefix, func(t *route.Table) (names []string) {
		for _, r := range t.Routes {
			if name := r.Controller(); !strings.HasPrefix(name, ":") && name != "" {
				names = append(names, name)
			}
		}
		return names
	})
}

// helpers completes the name of a helper, post or shop.product.
func (c *command) helpers(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return c.complete(cmd, prefix, func(t *route.Table) []string {
		names := helperNames(t, "")
		for mount, r := range t.Names {
			if r.Endpoint.Table != nil {
				names = append(names, helperNames(r.Endpoint.Table, mount+".")...)
			}
		}
		return names
	})
}

func helperNames(t *route.Table, before string) (names []string) {
	for name := range t.Names {
		names = append(names, before+name)
	}
	for _, d := range t.Directs {
		names = append(names, before+d.Name)
	}
	return names
}

// complete returns the names in the table of the flags that begin as what is typed.
func (c *command) complete(cmd *cobra.Command, prefix string, of func(*route.Table) []string) ([]string, cobra.ShellCompDirective) {
	path, _ := cmd.Flags().GetString("file")
	if path == "-" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	table, err := c.loadRows(&source{path: path})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names := slices.DeleteFunc(of(table), func(name string) bool { return !strings.HasPrefix(name, prefix) })
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}

// codes completes the codes of findings, with commas between.
func codes(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var list []string
	for _, code := range lint.Codes {
		list = append(list, before+code.Name+"\t"+code.What)
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
