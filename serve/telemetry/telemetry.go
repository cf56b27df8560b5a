// Package telemetry gives a server of package serve traces and metrics of OpenTelemetry, by
// the patterns of its routes.
//
//	t, err := telemetry.New()
//	// ...
//	err = serve.Run(ctx, router,
//		serve.Use(t.Middleware),
//		serve.Handle("GET /metrics", t.Metrics())) // or at an address of its own
//
// It is the middleware of otelhttp and the exporter for Prometheus, put together. Of each
// request there is
//
//	http_server_request_duration_seconds_count{http_request_method="GET",http_route="/posts/:id(.:format)",http_response_status_code="200",...} 1
//
// with mounts and redirects by their routes, and requests without a route under none, so that
// paths that do not exist make no series. A span is named "GET /posts/:id(.:format)". Webhooks,
// received and sent, have metrics of their own, see [Telemetry.Received],
// [Telemetry.Sent], [Telemetry.Handled] and [Telemetry.Backlog], and what is sent has spans.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	exporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/sdk/metric"
)

// A Telemetry measures the requests of a server.
type Telemetry struct {
	around   func(http.Handler) http.Handler
	metrics  http.Handler
	provider *metric.MeterProvider
}

// New begins to measure. Spans go to the TracerProvider that otel.SetTracerProvider set, and
// continue the traces of clients by the propagator of otel.SetTextMapPropagator; without them
// there are metrics only. Options are those of otelhttp, such as otelhttp.WithFilter. The
// error says why the metrics cannot be exported.
func New(options ...otelhttp.Option) (*Telemetry, error) {
	registry := prometheus.NewRegistry()
	reader, err := exporter.New(exporter.WithRegisterer(registry), exporter.WithoutScopeInfo(), exporter.WithoutTargetInfo())
	if err != nil {
		return nil, fmt.Errorf("telemetry: %w", err)
	}
	provider := metric.NewMeterProvider(metric.WithReader(reader), metric.WithView(withoutHost))
	options = append([]otelhttp.Option{otelhttp.WithMeterProvider(provider), otelhttp.WithSpanNameFormatter(spanName)}, options...)
	return &Telemetry{
		around:   otelhttp.NewMiddleware("", options...),
		metrics:  promhttp.HandlerFor(registry, promhttp.HandlerOpts{}),
		provider: provider,
	}, nil
}

// withoutHost leaves out the host that a request names: whoever sends it could make any number
// of series.
var withoutHost = metric.NewView(metric.Instrument{Name: "http.server.*"},
	metric.Stream{AttributeFilter: attribute.NewDenyKeysFilter("server.address", "server.port")})

// spanName is the route's verb and pattern, once the router has found it.
func spanName(_ string, r *http.Request) string {
	if r.Pattern != "" {
		return r.Pattern
	}
	return r.Method
}

// Middleware measures the requests that pass it. It is for serve.Use.
func (t *Telemetry) Middleware(next http.Handler) http.Handler { return t.around(next) }

// Metrics returns the handler that Prometheus asks. What it answers is not for everyone: serve
// it at an address of its own, or let the proxy in front refuse it.
func (t *Telemetry) Metrics() http.Handler { return t.metrics }

// Provider returns the MeterProvider, for metrics of the application beside these.
func (t *Telemetry) Provider() *metric.MeterProvider { return t.provider }

// Close ends the measuring.
func (t *Telemetry) Close(ctx context.Context) error {
	if err := t.provider.Shutdown(ctx); err != nil {
		return errors.Join(errors.New("telemetry: the metrics do not end"), err)
	}
	return nil
}
