package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"signalbox/expand/route"
	"signalbox/inspect"
)

// clearScreen empties a terminal, and what scrolled out of it.
const clearScreen = "\x1b[H\x1b[2J\x1b[3J"

func watchFlag(cmd *cobra.Command, watch *bool) {
	cmd.Flags().BoolVar(watch, "watch", false, "print again after each change of the files, until it is interrupted")
}

// follow prints the table of a source, and again after each change, until the command is
// interrupted. What print returns is reported, and the watching goes on. Where print asks for
// more than the table, such as controllers, it is called again for the same one.
func (c *command) follow(cmd *cobra.Command, from *source, more bool, print func(*route.Table) error) error {
	src, err := c.watched(from, "--watch")
	if err != nil {
		return err
	}
	defer src.Close()
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	_, isTerminal := c.terminal()
	var last *route.Table
	lastErr := ""
	err = inspect.Watch(ctx, src, func(t *route.Table, err error) {
		text := ""
		if err != nil {
			text = c.explainText(err, src.Root)
		}
		if text == lastErr && (text != "" || t == last && !more) {
			return // what changed concerns others
		}
		switch {
		case isTerminal:
			fmt.Fprint(c.stdout, clearScreen)
		case last != nil || lastErr != "":
			fmt.Fprintln(c.stdout)
		}
		last, lastErr = t, text
		if text != "" {
			fmt.Fprint(c.stderr, text)
			return
		}
		c.report(print(t))
	}, c.warnWatch)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
