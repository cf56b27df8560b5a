package telemetry

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"signalbox/hooks"
)

// seconds are the bounds of the histograms, as those of http.server.request.duration.
var seconds = metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)

// Received returns the option of a receiver of webhooks that measures its deliveries under a
// name:
//
//	webhook_receive_duration_seconds_count{webhook_receiver="github",webhook_outcome="processed",webhook_type="push"} 1
//
// Deliveries that a handler is for have a type, of which a hundred are told apart: some senders
// do not sign it, and whoever has recorded a delivery could make a series of each word. What
// comes after them is "_OTHER". The span of the request has outcome, type and id, too. The
// error says why the metric cannot be made.
//
//	received, err := t.Received("github")
//	// ...
//	receiver, err := hooks.Handler(github, nil, hooks.On("push", pushed), received)
func (t *Telemetry) Received(receiver string) (hooks.Option, error) {
	duration, err := t.duration("webhook.receive.duration", "How long deliveries of webhooks took to be answered.")
	if err != nil {
		return hooks.Option{}, err
	}
	var types boundedSet
	return hooks.WithObserver(func(ctx context.Context, o hooks.Observation) {
		attributes := []attribute.KeyValue{
			attribute.String("webhook.receiver", receiver), attribute.String("webhook.outcome", o.Outcome),
		}
		if o.Type != "" && o.Outcome != hooks.Rejected && o.Outcome != hooks.Ignored {
			attributes = append(attributes, attribute.String("webhook.type", types.name(o.Type)))
		}
		duration.Record(ctx, o.Duration.Seconds(), metric.WithAttributes(attributes...))
		span := trace.SpanFromContext(ctx)
		span.SetAttributes(append(attributes, attribute.String("webhook.id", o.ID))...)
	}), nil
}

// mostTypes is how many types of one receiver are told apart.
const mostTypes = 100

// A boundedSet is the first of the names that were seen. The zero value is empty.
type boundedSet struct {
	mu    sync.Mutex
	names map[string]bool
}

// name returns a name that is in the set, or for which there was room; else "_OTHER".
func (s *boundedSet) name(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.names[name]:
	case len(s.names) >= mostTypes:
		return "_OTHER"
	case s.names == nil:
		s.names = map[string]bool{name: true}
	default:
		s.names[name] = true
	}
	return name
}

// Sent returns the log of a hooks.Sender that measures its attempts:
//
//	webhook_send_duration_seconds_count{webhook_result="accepted",http_response_status_code="200"} 1
//
// The result is accepted, retried, or given up. Endpoints are not told apart: there may be any
// number of them. Each attempt is a span with the endpoint's key and URL. The error says why
// the metric cannot be made.
//
//	sent, err := t.Sent()
//	// ...
//	sender, err := hooks.NewSender(hooks.SenderOptions{Log: sent})
func (t *Telemetry) Sent() (func(ctx context.Context, a hooks.Attempt), error) {
	duration, err := t.duration("webhook.send.duration", "How long attempts to deliver webhooks took.")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, a hooks.Attempt) {
		if a.Unsent {
			return
		}
		attributes := []attribute.KeyValue{resultOf(a, "accepted", "given up"), attribute.Int("http.response.status_code", a.Status)}
		duration.Record(ctx, a.Took.Seconds(), metric.WithAttributes(attributes...))
		span(ctx, a, attributes)
	}, nil
}

// Handled returns what a postbox.Box calls for each attempt of its inbox to handle a delivery, which
// measures them:
//
//	webhook_handle_duration_seconds_count{webhook_receiver="github",webhook_result="done"} 1
//
// The result is done, retried, or dead. The error says why the metric cannot be made.
//
//	handled, err := t.Handled()
//	// ...
//	box, err := postbox.OpenSQLite("webhooks.db", postbox.Options{Handled: handled})
func (t *Telemetry) Handled() (func(ctx context.Context, a hooks.Attempt), error) {
	duration, err := t.duration("webhook.handle.duration", "How long attempts to handle stored webhooks took.")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, a hooks.Attempt) {
		result := resultOf(a, "done", "dead")
		duration.Record(ctx, a.Took.Seconds(), metric.WithAttributes(attribute.String("webhook.receiver", a.Endpoint), result))
	}, nil
}

// Backlog measures, whenever the metrics are asked for, what an inbox and an outbox have not done:
//
//	webhook_backlog_deliveries{webhook_box="inbox",webhook_state="retrying"} 3
//	webhook_backlog_age_seconds{webhook_box="inbox",webhook_state="retrying"} 61.2
//
// The age is that of the oldest. The states are those of a postbox.Delivery: waiting, running,
// retrying and dead. The error says why the metrics cannot be made.
//
//	err := t.Backlog(box.Backlog)
func (t *Telemetry) Backlog(look func(ctx context.Context) ([]hooks.Backlog, error)) error {
	meter := t.provider.Meter("signalbox/serve/telemetry")
	deliveries, err := meter.Int64ObservableGauge("webhook.backlog.deliveries", metric.WithDescription("How many webhooks an inbox or outbox has in a state."))
	if err != nil {
		return err
	}
	age, err := meter.Float64ObservableGauge("webhook.backlog.age", metric.WithUnit("s"), metric.WithDescription("How long ago the oldest of them came."))
	if err != nil {
		return err
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // Prometheus' has no deadline
		defer cancel()
		all, err := look(ctx)
		for _, b := range all {
			attributes := metric.WithAttributes(attribute.String("webhook.box", b.Box), attribute.String("webhook.state", b.State))
			o.ObserveInt64(deliveries, int64(b.Deliveries), attributes)
			if !b.Oldest.IsZero() {
				o.ObserveFloat64(age, time.Since(b.Oldest).Seconds(), attributes)
			}
		}
		return err
	}, deliveries, age)
	return err
}

// resultOf is what came of an attempt, in the words for one that succeeded and for the last.
func resultOf(a hooks.Attempt, succeeded, last string) attribute.KeyValue {
	result := succeeded
	switch {
	case a.Retry:
		result = "retried"
	case a.Err != nil:
		result = last
	}
	return attribute.String("webhook.result", result)
}

func (t *Telemetry) duration(name, description string) (metric.Float64Histogram, error) {
	return t.provider.Meter("signalbox/serve/telemetry").Float64Histogram(name, metric.WithUnit("s"), metric.WithDescription(description), seconds)
}

// span makes a span of an attempt that has ended: of the tracer that the context's span is of,
// or else of the one that otel.SetTracerProvider set.
func span(ctx context.Context, a hooks.Attempt, attributes []attribute.KeyValue) {
	provider := otel.GetTracerProvider()
	if around := trace.SpanFromContext(ctx); around.SpanContext().IsValid() {
		provider = around.TracerProvider()
	}
	_, s := provider.Tracer("signalbox/serve/telemetry").Start(ctx, "webhook send",
		trace.WithTimestamp(a.At), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attributes...),
		trace.WithAttributes(
			attribute.String("webhook.endpoint", a.Endpoint), attribute.String("webhook.id", a.ID), attribute.String("url.full", a.URL),
			attribute.Int("http.request.resend_count", a.Number-1)))
	if a.Err != nil {
		s.SetStatus(codes.Error, a.Err.Error())
	}
	s.End(trace.WithTimestamp(a.At.Add(max(a.Took, time.Duration(0)))))
}
