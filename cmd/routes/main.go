package main

import (
	"io"
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("GOGC") == "" { // most runs end before a collection pays
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" { // but a program that makes much must not keep what it needs no more
		debug.SetMemoryLimit(memoryLimit)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// memoryLimit is the memory above which a collection pays, in bytes.
const memoryLimit = 400 << 20

// The exit statuses.
const (
	statusOK    = 0
	statusError = 1 // the routes file has an error
	statusUsage = 2
)

// A command is one run of the program: what the world gives it.
type command struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	getenv func(string) string
	source []byte   // the routes file of standard input, once it was read
	unread []string // the keys of JSON lines that were told
}

// run runs the command line and gives its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	c := &command{stdin: stdin, stdout: stdout, stderr: stderr, getenv: getenv}
	root := c.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return c.report(root.Execute())
}
