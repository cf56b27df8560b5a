// Command strangler is a shop on its way from Rails to Go: a program in front of the Rails
// application that answers more and more by itself. docs/migrating.md goes along its stages.
//
//	go run ./examples/strangler                     # everything is answered by Rails
//	go run ./examples/strangler -stage rehearse     # products too, and a copy goes to Go
//	go run ./examples/strangler -stage verify       # Go answers, and a copy goes to Rails
//	go run ./examples/strangler -stage go           # Go answers
//	go run ./examples/strangler -stage rehearse -mistake   # and makes a mistake
//
// The part of Rails is played by a Rack program, rails/config.ru, if Ruby with the gems rack and
// webrick is there, and by a stand-in in Go otherwise. With -rails it is the application at an
// address.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"signalbox/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("strangler", flag.ContinueOnError)
	var s shop
	flags.StringVar(&s.stage, "stage", "rails", "who answers for the products: rails, rehearse, verify or go")
	flags.BoolVar(&s.products.mistake, "mistake", false, "let the products in Go make a mistake")
	address := flags.String("rails", "", "the `address` of an application that runs already")
	standIn := flags.Bool("stand-in", false, "use the stand-in even if Ruby is there")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case *address != "":
	case *standIn:
		l, err := serve.ListenDevelopment(0)
		if err != nil {
			return err
		}
		rails := &http.Server{Handler: newStandIn()}
		go rails.Serve(l)
		defer rails.Close()
		*address = "http://" + l.Addr().String()
	default:
		ruby, err := startRuby(ctx)
		if err != nil {
			fmt.Fprintf(out, "A stand-in plays Rails: %v\n", err)
			return run(ctx, append(args, "-stand-in"), out)
		}
		defer ruby.stop()
		*address = ruby.address
	}
	fmt.Fprintf(out, "Rails is at %s\n", *address)
	h, err := s.handler(*address)
	if err != nil {
		return err
	}
	return serve.Run(ctx, h, serve.Development(), serve.Output(out))
}
