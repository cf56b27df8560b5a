package hooks

import (
	"context"
	"log/slog"
	"time"
)

// A DeliveryLog is told of every attempt that a [Sender] makes, in the order of
// its attempts per endpoint, for several endpoints at the same time. It is where
// an application shows its customers what became of their deliveries.
//
// The last entry of a delivery is the one without Retry. If the delivery ends while
// it waits, because its context ends or the endpoint's limits hold it back for too
// long, that is an entry of its own, with Unsent. [Sender.Try] makes no entry for a
// delivery that limits hold back: the caller tries again.
//
// LogAttempt should be quick: the next attempt waits for it. Its panic is logged and
// changes nothing.
type DeliveryLog interface {
	LogAttempt(ctx context.Context, a Attempt)
}

// DeliveryLogFunc is a function as a [DeliveryLog].
type DeliveryLogFunc func(ctx context.Context, a Attempt)

// LogAttempt calls f.
func (f DeliveryLogFunc) LogAttempt(ctx context.Context, a Attempt) { f(ctx, a) }

// An Attempt is one try to deliver to one endpoint.
type Attempt struct {
	ID       string        // the delivery's idempotency id
	Endpoint string        // its Key
	URL      string        // the endpoint's, without user, password and query
	Number   int           // 1 for the first; with Unsent how many there were
	Unsent   bool          // no request was made: the delivery ended while it waited
	At       time.Time     // when it began
	Took     time.Duration // until the answer was read
	Status   int           // the answer's, 0 if there was none; with Unsent the last one's
	Response []byte        // the beginning of the answer's body, at most 4 KiB
	Err      error         // nil when the delivery was accepted
	Retry    bool          // whether another attempt follows
	Wait     time.Duration // how long until then
}

// SlogDeliveries is a [DeliveryLog] that writes to a slog.Logger: accepted
// deliveries at level Info, attempts that are retried at Warn, failed deliveries
// at Error. Bodies aren't written, and of an error at most 1 KiB.
func SlogDeliveries(logger *slog.Logger) DeliveryLog {
	return DeliveryLogFunc(func(ctx context.Context, a Attempt) {
		attrs := []slog.Attr{
			slog.String("id", a.ID), slog.String("url", a.URL), slog.Int("attempt", a.Number),
			slog.Int("status", a.Status), slog.Duration("took", a.Took),
		}
		level, message := slog.LevelInfo, "webhook delivered"
		switch {
		case a.Retry:
			level, message = slog.LevelWarn, "webhook delivery is retried"
			attrs = append(attrs, slog.Duration("wait", a.Wait), slog.String("error", clip(a.Err.Error(), maxLoggedError)))
		case a.Err != nil:
			level, message = slog.LevelError, "webhook delivery failed"
			attrs = append(attrs, slog.String("error", clip(a.Err.Error(), maxLoggedError)))
		}
		logger.LogAttrs(ctx, level, message, attrs...)
	})
}
