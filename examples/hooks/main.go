// Command hooks shows how webhooks are received and sent, by examples that are
// their own other side: each sends itself what a real sender would, and what a
// forger would, and prints how it was answered.
//
//	go run ./examples/hooks/...                 # all examples
//	go run ./examples/hooks github stripe       # some of them
//	GITHUB_WEBHOOK_SECRET=... go run ./examples/hooks -listen :8080 github
//	STRIPE_WEBHOOK_SECRET=... go run ./examples/hooks -listen :8080 stripe
//
// With -listen it serves one receiver for the real sender. Built and deployed as
// an AWS Lambda function, it is the GitHub receiver there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"signalbox/examples/hooks/github"
	"signalbox/examples/hooks/postbox"
	"signalbox/examples/hooks/sender"
	"signalbox/examples/hooks/serverless"
	"signalbox/examples/hooks/stripe"
	"signalbox/hooks"
)

// An example is one that can be run.
type example struct {
	name, about string
	demo        func(ctx context.Context, out io.Writer, logger *slog.Logger) error
	receiver    func(logger *slog.Logger) (*hooks.Receiver, error) // nil if it isn't one
}

var examples = []example{
	{"github", "a receiver of GitHub's pushes", github.Demo, func(l *slog.Logger) (*hooks.Receiver, error) {
		return github.Receiver(os.Getenv("GITHUB_WEBHOOK_SECRET"), l)
	}},
	{"stripe", "a receiver of Stripe's payments", stripe.Demo, func(l *slog.Logger) (*hooks.Receiver, error) {
		return stripe.Receiver([]string{os.Getenv("STRIPE_WEBHOOK_SECRET")}, l)
	}},
	{"sender", "a sender with retries, and what it refuses", sender.Demo, nil},
	{"serverless", "the GitHub receiver as an AWS Lambda function", serverless.Demo, nil},
	{"postbox", "an inbox and an outbox that survive a crash", postbox.Demo, nil},
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	flags := flag.NewFlagSet("hooks", flag.ContinueOnError)
	flags.SetOutput(stderr)
	listen := flags.String("listen", "", "serve the one named receiver at this `address`, as in :8080, instead of showing it")
	verbose := flags.Bool("v", false, "log to stderr what receivers and senders log")
	flags.Usage = func() { usage(flags) }
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	logger := slog.New(slog.DiscardHandler)
	if *verbose || *listen != "" {
		logger = slog.New(slog.NewTextHandler(stderr, nil))
	}
	chosen, err := choose(flags.Args())
	switch {
	case err != nil:
		fmt.Fprintln(stderr, err)
		return 2
	case os.Getenv("AWS_LAMBDA_RUNTIME_API") != "":
		err = function()
	case *listen != "":
		err = serve(ctx, *listen, chosen, logger, stderr)
	default:
		err = demos(ctx, chosen, stdout, logger)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

func usage(flags *flag.FlagSet) {
	fmt.Fprintln(flags.Output(), "usage: hooks [-v] [-listen ADDRESS] [EXAMPLE...]")
	flags.PrintDefaults()
	for _, e := range examples {
		fmt.Fprintf(flags.Output(), "  %-10s  %s\n", e.name, e.about)
	}
}

// choose finds examples by their names; without names all.
func choose(names []string) (chosen []example, err error) {
	if len(names) == 0 {
		return examples, nil
	}
	for _, name := range names {
		found := false
		for _, e := range examples {
			if e.name == name {
				chosen, found = append(chosen, e), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no example %q; -h lists them", name)
		}
	}
	return chosen, nil
}

func demos(ctx context.Context, chosen []example, out io.Writer, logger *slog.Logger) error {
	for _, e := range chosen {
		fmt.Fprintf(out, "%s: %s\n", e.name, e.about)
		if err := e.demo(ctx, out, logger); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

// serve serves one receiver until it is interrupted.
func serve(ctx context.Context, address string, chosen []example, logger *slog.Logger, stderr io.Writer) error {
	if len(chosen) != 1 || chosen[0].receiver == nil {
		return errors.New("-listen needs the name of one receiver: github or stripe")
	}
	receiver, err := chosen[0].receiver(logger)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: receiver, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second}
	fmt.Fprintf(stderr, "%s listens on %s\n", chosen[0].name, listener.Addr())
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return server.Shutdown(deadline) // deliveries under way are finished
}

// function runs as an AWS Lambda function.
func function() error {
	handler, err := serverless.Function(os.Getenv("GITHUB_WEBHOOK_SECRET"), slog.Default())
	if err != nil {
		return err
	}
	lambda.Start(handler)
	return nil
}
