package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"
)

// railsVersion is the Rails whose routing is followed.
const railsVersion = "8.1"

func (c *command) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, and the Rails version it matches",
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
	if commit := buildSetting("vcs.revision"); commit != "" {
		version += " " + commit[:min(len(commit), 12)]
		if buildSetting("vcs.modified") == "true" {
			version += " (modified)"
		}
	}
	return version
}

// buildSetting is what the build recorded under a key; empty for nothing.
func buildSetting(key string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	if i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == key }); i >= 0 {
		return info.Settings[i].Value
	}
	return ""
}
