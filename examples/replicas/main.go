// Command replicas is a small shop of which any number of replicas may run: what they share is
// in Redis. A payment that is delivered to two of them counts once, a subscription at one hears
// of payments at another, and a routes file that one is given is served by all.
//
//	PORT=8080 REDIS_URL=redis://127.0.0.1:6379 WEBHOOK_SECRET=whsec_... TABLE_TOKEN=... go run ./examples/replicas
//
// compose.yaml runs three of them behind a load balancer. docs/scaling.md explains each part.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9"

	"signalbox/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	s := settings{os.Getenv("WEBHOOK_SECRET"), os.Getenv("TABLE_TOKEN"), slog.New(slog.NewJSONHandler(os.Stdout, nil))}
	if s.secret == "" || s.token == "" {
		return errors.New("missing WEBHOOK_SECRET or TABLE_TOKEN: set both in the environment")
	}
	options, err := redis.ParseURL(os.Getenv("REDIS_URL"))
	if err != nil {
		return fmt.Errorf("cannot read REDIS_URL: %w", err)
	}
	options.ContextTimeoutEnabled = true
	client := redis.NewClient(options)
	defer client.Close()
	shop, err := newShop(ctx, client, s)
	if err != nil {
		return err
	}
	go shop.routes.follow(ctx)
	return serve.Run(ctx, shop.routes.router,
		serve.Address(":"+os.Getenv("PORT")),
		serve.Log(s.logger),
		serve.Health(func(ctx context.Context) error { return client.Ping(ctx).Err() }),
		serve.Delay(delay()),
		serve.Drain(shop.graphql))
}

// delay is how long requests still come after SIGTERM: as long as the load balancer takes to
// notice that /ready is 503.
func delay() time.Duration {
	d, err := time.ParseDuration(os.Getenv("SHUTDOWN_DELAY"))
	if err != nil {
		return 5 * time.Second
	}
	return d
}
