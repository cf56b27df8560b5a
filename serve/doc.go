// Package serve runs an application's http.Handler as a server on the open network has to:
// with bounds, a log, health checks, TLS, and a clean end.
//
//	router, err := dispatch.New(table, ...) // the controllers of a routes.rb
//	// ...
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	defer stop()
//	err = serve.Run(ctx, router,
//		serve.Log(slog.Default()),             // one line a request, secrets left out
//		serve.Health(db.PingContext),          // GET /up, GET /ready
//		serve.SameOrigin(),                    // against forged forms
//		serve.Static(public, "public"),        // files of an embed.FS
//		serve.Handle("/graphql", graphql),     // what the routes file does not mount
//		serve.Handle("/graphql/", graphql),    // health, readiness, the playground's files
//		serve.Drain(graphql))                  // ends subscriptions at the end
//
// It knows nothing of routes, GraphQL or webhooks: what the router of package dispatch tells
// of a request goes through package [signalbox/serve/answer]. Metrics and traces are in the
// module signalbox/serve/telemetry.
//
// # Files in order
//
// serve.go (the server), listen.go (its port), tls.go, stack.go (what stands around the
// application, in order), log.go and filter.go, recover.go (panics), headers.go, client.go
// (who asks, through which proxies), health.go, static.go.
package serve
