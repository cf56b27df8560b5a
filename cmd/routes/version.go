package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// railsVersion is the Rails whose routing is followed.
const railsVersion = "8.1"

func (c *command) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the command and of the Rails it follows",
		Args:  noArguments,
		RunE:  func(*cobra.Command, []string) error { return c.printVersion() },
	}
}

func (c *command) printVersion() error {
	_, err := fmt.Fprintf(c.stdout, "routes %s\nfollows Rails %s\n%s %s/%s\n",
		buildVersion(), railsVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// buildVersion is the module's version and the commit it was built from, as far
// as the build knows them.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		version += " " + commit[:min(len(commit), 12)]
		if settings["vcs.modified"] == "true" {
			version += " (modified)"
		}
	}
	return version
}
