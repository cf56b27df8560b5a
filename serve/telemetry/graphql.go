package telemetry

import (
	"context"
	"errors"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"signalbox/graphqlsrv"
)

// GraphQL returns the option of a GraphQL server that measures its operations:
//
//	graphql_operation_duration_seconds_count{graphql_operation_type="query",graphql_outcome="data"} 1
//	graphql_operation_cost_sum{graphql_operation_type="query"} 21
//	graphql_errors_total{graphql_error_code="FORBIDDEN"} 1
//	graphql_resolver_calls_total 3
//	graphql_field_uses_total{graphql_client="web",graphql_field="posts",graphql_field_deprecated="false",graphql_type="Query"} 1
//	graphql_batch_size_sum{graphql_batch="Post.author"} 20
//
// The outcome is data, errors (beside the data, or in its place) or refused: then there is no
// type, as nothing was executed. A field counts once for each operation that asks for it. clients
// are those that are told apart by the header apollographql-client-name; all others are "other".
// What strangers choose makes no series: no name of an operation, no version of a client. Fields
// times clients may be more than the 2,000 series that OpenTelemetry keeps of a metric: the
// environment variable OTEL_GO_X_CARDINALITY_LIMIT raises that. The error says why a metric cannot
// be made.
//
//	measured, err := t.GraphQL("web", "ios")
//	// ...
//	h, err := graphqlsrv.New(sdl, graphqlsrv.WithServices(services), measured)
func (t *Telemetry) GraphQL(clients ...string) (graphqlsrv.Option, error) {
	meter := t.provider.Meter("signalbox/serve/telemetry")
	duration, err := t.duration("graphql.operation.duration", "How long operations took to be answered.")
	cost, err1 := meter.Float64Histogram("graphql.operation.cost", metric.WithDescription("The field cost and the type cost of operations."), counts)
	failed, err2 := meter.Int64Counter("graphql.errors", metric.WithDescription("Errors of operations."))
	calls, err3 := meter.Int64Counter("graphql.resolver.calls", metric.WithDescription("How often resolvers were called."))
	uses, err4 := meter.Int64Counter("graphql.field.uses", metric.WithDescription("How many operations asked for a field."))
	batch, err5 := meter.Int64Histogram("graphql.batch.size", metric.WithDescription("For how many keys or parents a loader or batch resolver was called."), counts)
	if err := errors.Join(err, err1, err2, err3, err4, err5); err != nil {
		return nil, err
	}
	return graphqlsrv.WithObserver(graphqlsrv.Observer{
		Operation: func(ctx context.Context, o *graphqlsrv.Observation) {
			kind := attribute.String("graphql.operation.type", string(o.Kind))
			outcome := "data"
			switch {
			case o.Kind == "":
				outcome = "refused"
			case o.Errors > 0:
				outcome = "errors"
			}
			duration.Record(ctx, o.Duration.Seconds(), metric.WithAttributes(kind, attribute.String("graphql.outcome", outcome)))
			for _, code := range o.Codes {
				failed.Add(ctx, 1, metric.WithAttributes(attribute.String("graphql.error.code", code)))
			}
			if o.Kind == "" {
				return
			}
			cost.Record(ctx, o.FieldCost+o.TypeCost, metric.WithAttributes(kind))
			calls.Add(ctx, int64(o.Calls))
			client := "other"
			if slices.Contains(clients, o.ClientName) {
				client = o.ClientName
			}
			for _, use := range o.Uses {
				uses.Add(ctx, 1, metric.WithAttributes(attribute.String("graphql.type", use.Type), attribute.String("graphql.field", use.Field),
					attribute.Bool("graphql.field.deprecated", use.Deprecated), attribute.String("graphql.client", client)))
			}
		},
		Batch: func(ctx context.Context, c graphqlsrv.CallObservation) {
			batch.Record(ctx, int64(c.Size), metric.WithAttributes(attribute.String("graphql.batch", c.Name)))
		},
	}), nil
}

// GraphQLFields returns the option of a GraphQL server that measures each call of a resolver, which
// costs more than what GraphQL measures of operations:
//
//	graphql_field_duration_seconds_count{graphql_field="posts",graphql_outcome="data",graphql_type="User"} 1
//
// The functions of directives on the field count, also of one without a resolver; the resolver of a
// subscription, which runs before the events, is not measured. The outcome is data or errors; of a batch resolver it is errors where any of its results failed.
// The error says why the metric cannot be made.
func (t *Telemetry) GraphQLFields() (graphqlsrv.Option, error) {
	duration, err := t.duration("graphql.field.duration", "How long calls of resolvers took.")
	return graphqlsrv.WithObserver(graphqlsrv.Observer{Field: func(ctx context.Context, c graphqlsrv.CallObservation) {
		typ, field, _ := strings.Cut(c.Name, ".")
		outcome := "data"
		if c.Err != nil {
			outcome = "errors"
		}
		duration.Record(ctx, c.Duration.Seconds(), metric.WithAttributes(attribute.String("graphql.type", typ), attribute.String("graphql.field", field), attribute.String("graphql.outcome", outcome)))
	}}), err
}

// counts are the bounds of the histograms of costs and sizes.
var counts = metric.WithExplicitBucketBoundaries(1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000)
