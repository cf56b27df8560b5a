// Package serve runs an application's http.Handler: with bounds that an
// http.Server lacks by default, on the next free port where one is in use, and to
// a clean end.
//
//	mux := http.NewServeMux()
//	mux.Handle("/", router)          // the controllers of a routes.rb
//	mux.Handle("/graphql", graphql)  // with health, readiness and the playground's
//	mux.Handle("/graphql/", graphql) // files below it
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	defer stop()
//	err := serve.Run(ctx, mux, serve.Development(), serve.Drain(graphql))
//
// It knows nothing of routes, GraphQL or webhooks.
package serve
