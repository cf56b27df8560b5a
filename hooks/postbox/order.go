package postbox

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks/riveroutbox"
)

// The deliveries of one key to one endpoint keep order: the first is worked on, and those behind
// it are pending, which River leaves alone, until it is [Done] or [Dead] and passes on. What
// nobody passes on to, because a process died or two published at the same time, is found
// once a minute.

// isUnfinished is of the deliveries of the outbox that have not ended.
const isUnfinished = `queue = '` + outQueue + `' AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`

// ofKey are those of them with a key to an endpoint.
const ofKey = `FROM river_job WHERE ` + isUnfinished + ` AND metadata ->> 'endpoint' = $1 AND metadata ->> 'key' = $2`

// isBehind reports whether a new delivery of a key has one before it.
func (b *Box[Tx]) isBehind(ctx context.Context, tx Tx, endpoint, key string) (behind bool, err error) {
	if key == "" {
		return false, nil
	}
	err = b.each(ctx, tx, `SELECT 1 `+ofKey+` LIMIT 1`, func(func(...any) error) error { behind = true; return nil }, endpoint, key)
	return behind, err
}

// isEarlier reports whether a delivery of the same key comes before one.
func (b *Box[Tx]) isEarlier(ctx context.Context, job *river.Job[riveroutbox.Delivery]) (earlier bool, err error) {
	m := marksOf(job.JobRow)
	if m.Key == "" {
		return false, nil
	}
	err = b.db.begin(ctx, func(tx Tx) error {
		return b.each(ctx, tx, `SELECT 1 `+ofKey+` AND id < $3 LIMIT 1`, func(func(...any) error) error { earlier = true; return nil }, m.Endpoint, m.Key, job.ID)
	})
	return earlier, err
}

// passOn has the delivery behind one sent. If that fails, or this process ends, the next minute's
// look finds it.
func (b *Box[Tx]) passOn(ctx context.Context, job *river.Job[riveroutbox.Delivery], done bool) {
	m := marksOf(job.JobRow)
	if m.Key == "" {
		return
	}
	var next []int64
	err := b.db.begin(ctx, func(tx Tx) (err error) {
		if done { // now, so that the next finds none before it
			if err := complete(ctx, tx, job); err != nil {
				return err
			}
		}
		next, err = b.jobs(ctx, tx, `SELECT id `+ofKey+` AND id > $3 ORDER BY id LIMIT 1`, m.Endpoint, m.Key, job.ID)
		return err
	})
	if err == nil {
		b.wake(ctx, next)
	}
}

// wake has pending deliveries sent now.
func (b *Box[Tx]) wake(ctx context.Context, jobs []int64) {
	for _, id := range jobs {
		if _, err := b.client.JobRetry(ctx, id); err != nil {
			b.options.Logger.WarnContext(ctx, "postbox: a delivery waits another minute for the one before it, which has ended", "job", id, "error", err)
		}
	}
}

// jobs are the ids that a query finds.
func (b *Box[Tx]) jobs(ctx context.Context, tx Tx, query string, args ...any) (ids []int64, err error) {
	err = b.each(ctx, tx, query, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	}, args...)
	return ids, err
}

// passOnLost passes on, once a minute, what nobody else does, until the Box stops.
func (b *Box[Tx]) passOnLost(ctx context.Context, stopped <-chan struct{}) {
	every := time.NewTicker(time.Minute)
	defer every.Stop()
	for {
		var first []int64
		err := b.db.begin(ctx, func(tx Tx) (err error) {
			first, err = b.jobs(ctx, tx, `SELECT id FROM river_job WHERE state = 'pending' AND id IN (
SELECT min(id) FROM river_job WHERE `+isUnfinished+` AND metadata ->> 'key' <> '' GROUP BY metadata ->> 'endpoint', metadata ->> 'key')`)
			return err
		})
		if err != nil {
			b.options.Logger.WarnContext(ctx, "postbox: can't look for deliveries that wait for none", "error", err)
		}
		b.wake(ctx, first)
		select {
		case <-stopped:
			return
		case <-every.C:
		}
	}
}

// isDead reports whether an attempt that ends with an error is a delivery's last.
func isDead(row *rivertype.JobRow, err error) bool {
	var cancelled *river.JobCancelError
	var snoozed *river.JobSnoozeError
	return errors.As(err, &cancelled) || row.Attempt >= row.MaxAttempts && !errors.As(err, &snoozed)
}
