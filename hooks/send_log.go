package hooks

import (
	"context"
	"log/slog"
	"time"
)

// An Attempt is one try to deliver to one endpoint, as the Log of [SenderOptions] gets each, and
// [Sender.Send] returns the last.
//
// The last one of a delivery is the one without Retry. If the delivery ends while it waits, because
// its context ends or the endpoint's limits hold it back for too long, that is one of its own, with
// Unsent. [Sender.Try] tells nothing of a delivery that limits hold back: the caller tries again.
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
	Wait     time.Duration // how long until then; 0 in an outbox, where River's policy says it, unless the endpoint has asked for a time
}

// SlogDeliveries is a Log for [SenderOptions] that writes to a slog.Logger: accepted
// deliveries at level Info, attempts that are retried at Warn, failed deliveries
// at Error. Bodies aren't written, and of an error at most 1 KiB.
func SlogDeliveries(logger *slog.Logger) func(ctx context.Context, a Attempt) {
	return func(ctx context.Context, a Attempt) {
		attrs := []slog.Attr{
			slog.String("id", a.ID), slog.String("endpoint", a.Endpoint), slog.String("url", a.URL), slog.Int("attempt", a.Number),
			slog.Int("status", a.Status), slog.Duration("took", a.Took),
		}
		level, message := slog.LevelInfo, "webhook delivered"
		switch {
		case a.Retry:
			level, message = slog.LevelWarn, "webhook delivery is retried"
			if a.Wait > 0 {
				attrs = append(attrs, slog.Duration("wait", a.Wait))
			}
			attrs = append(attrs, slog.String("error", clip(a.Err.Error(), maxLoggedError)))
		case a.Err != nil:
			level, message = slog.LevelError, "webhook delivery failed"
			attrs = append(attrs, slog.String("error", clip(a.Err.Error(), maxLoggedError)))
		}
		logger.LogAttrs(ctx, level, message, attrs...)
	}
}

// A Backlog is what an inbox or an outbox has in one state: see Backlog of package
// signalbox/hooks/postbox, and telemetry.Telemetry.Backlog, which makes metrics of it.
type Backlog struct {
	Box        string    // "inbox" or "outbox"
	State      string    // "waiting", "running", "retrying" or "dead"
	Deliveries int       // how many there are
	Oldest     time.Time // when the oldest of them was received or published
}
