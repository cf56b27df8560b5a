package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"signalbox/diff"
	"signalbox/grammar"
	"signalbox/inspect"
	"signalbox/serve"
)

// serve is `routes serve`: the inspector, a page that shows the routes.
func (c *command) serve() *cobra.Command {
	var (
		from source
		port int
		open bool
	)
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Show the routes in a browser while you edit them",
		Long: `Show the routes in a browser: the table with search, the paths by segments, the
route that answers a request and why earlier ones do not, helpers, the findings
of "routes check" at their lines, and what differs between two revisions. The
page follows changes of the files within a second. If they have an error, it is
shown next to the last table.

serve prints the address: port 8911 of this machine, or the next free one. It
does not answer other machines. The page shows the routes files and the files
they depend on, and loads nothing from elsewhere. See docs/inspector.md.`,
		Example: `  routes serve --open       open the routes of this application
  routes serve -f ~/blog    show another application`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			src, err := c.watched(&from, "serve")
			if err != nil {
				return err
			}
			defer src.Close()
			l, err := serve.ListenDevelopment(port)
			if err != nil {
				return err
			}
			if open {
				c.browse("http://" + localName(l))
			}
			return c.serveInspector(ctx, src, &from, l)
		},
	}
	from.flags(cmd)
	cmd.Flags().IntVar(&port, "port", serve.DevelopmentPort, "listen at port `N`, or the next one that is free; 0 is any")
	cmd.Flags().BoolVar(&open, "open", false, "open the page in the browser")
	return cmd
}

// watched opens the source of a command that follows its changes.
func (c *command) watched(from *source, name string) (*inspect.Source, error) {
	if from.isStdin() {
		return nil, &usageError{"standard input does not change: give " + name + " a routes file or an application's folder", "routes " + name}
	}
	options, err := c.options(from)
	if err != nil {
		return nil, err
	}
	path, err := from.file()
	if err != nil {
		return nil, err
	}
	src, err := inspect.Open(path, options)
	if err != nil {
		return nil, &fileError{err: err, path: path}
	}
	return src, nil
}

// serveInspector serves the page until the context ends.
func (c *command) serveInspector(ctx context.Context, src *inspect.Source, from *source, l net.Listener) error {
	in := inspect.New(src, inspect.Options{
		Explain: func(err error) string { return c.explainText(err, src.Root) },
		Compare: func(ctx context.Context, before, after string) ([]byte, error) {
			return c.compareRevisions(ctx, from, before, after)
		},
		Warn: c.warnWatch,
	})
	watching, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- in.Watch(watching) }()
	err := serve.Run(ctx, in, serve.Listener(l), serve.Drain(in), serve.Output(c.stdout))
	stop()
	if watchErr := <-ended; err == nil && !errors.Is(watchErr, context.Canceled) {
		err = watchErr
	}
	return err
}

func (c *command) warnWatch(err error) {
	fmt.Fprintf(c.stderr, "warning: some changes will not be seen: %s\n", printable(err.Error()))
}

// explainText is how an error reads: that of a routes file with its line.
func (c *command) explainText(err error, root string) string {
	var file *fileError
	var at interface{ Position() grammar.Pos }
	switch {
	case errors.As(err, &file):
		return c.explain(file)
	case errors.As(err, &at):
		return c.explain(&fileError{err: err, path: root})
	}
	return err.Error()
}

// compareRevisions is `routes diff --json` of two revisions; an empty name is the working
// tree. Nothing else is compared: a page may not name files.
func (c *command) compareRevisions(ctx context.Context, from *source, before, after string) ([]byte, error) {
	options, err := c.options(from)
	if err != nil {
		return nil, err
	}
	r := &revisions{ctx: ctx, from: from}
	defer r.close()
	sides := [2]*side{}
	for i, name := range []string{before, after} {
		if name == "" {
			path, err := from.file()
			if err != nil {
				return nil, err
			}
			sides[i] = &side{name: workingTree, path: path}
			continue
		}
		if sides[i], err = r.revision(name); err != nil {
			return nil, err
		}
	}
	report, err := r.compare(sides[0], sides[1], options)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = report.WriteJSON(&b, diff.Names{Before: sides[0].name, After: sides[1].name})
	return b.Bytes(), err
}

// localName is the address of a listener of this machine, with its name.
func localName(l net.Listener) string {
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return l.Addr().String()
	}
	return net.JoinHostPort("localhost", port)
}

// browse opens a page in the browser of this machine.
func (c *command) browse(url string) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		fmt.Fprintf(c.stderr, "warning: no browser could be opened: %s\n", printable(err.Error()))
		return
	}
	go cmd.Wait()
}
