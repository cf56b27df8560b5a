package postbox

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
)

// The deliveries of one key to one endpoint keep order. One that is fetched while another is before
// it is snoozed, and then pending, which River leaves alone, until that one is [Done] or [Dead] and
// passes on, in one transaction. What nobody passes on to, because a process died, is found once a
// minute.

// unfinished are the states of what has not ended.
const unfinished = `'available', 'pending', 'retryable', 'running', 'scheduled'`

// isUnfinished is of the deliveries of the outbox that have not ended.
const isUnfinished = `queue = '` + outQueue + `' AND state IN (` + unfinished + `)`

// ofKey are those of them with a key to an endpoint.
const ofKey = `FROM river_job WHERE ` + isUnfinished + ` AND metadata ->> 'endpoint' = $1 AND metadata ->> 'key' = $2`

// isBehind reports whether a delivery of the same key comes before one.
func (b *Box[Tx]) isBehind(ctx context.Context, row *rivertype.JobRow) (behind bool, err error) {
	m := marksOf(row)
	if m.Key == "" {
		return false, nil
	}
	err = b.db.begin(ctx, func(tx Tx) error {
		before, err := b.jobs(ctx, tx, `SELECT id `+ofKey+` AND id < $3 LIMIT 1`, m.Endpoint, m.Key, row.ID)
		behind = before != nil
		return err
	})
	return behind, err
}

// queueUp makes a snoozed delivery pending, and wakes it if none is before it any more. It locks the
// row before it looks: whoever passes on does so later, or has done so already.
func (b *Box[Tx]) queueUp(ctx context.Context, row *rivertype.JobRow) {
	m := marksOf(row)
	err := b.db.begin(ctx, func(tx Tx) error {
		if _, err := b.exec(ctx, tx, `UPDATE river_job SET state = 'pending' WHERE id = $1 AND state IN ('available', 'scheduled')`, row.ID); err != nil {
			return err
		}
		return b.wakeAll(ctx, tx, `SELECT id FROM river_job WHERE state = 'pending' AND id = $3 AND NOT EXISTS (SELECT 1 `+ofKey+` AND id < $3)`, m.Endpoint, m.Key, row.ID)
	})
	if err != nil {
		b.options.Logger.WarnContext(ctx, "postbox: a delivery asks each second whether it is next", "job", row.ID, "error", err)
	}
}

// passOn ends a delivery with a key, whose last attempt may have run out of time, and has the one
// behind it sent. If that fails, or this process ends, the next minute's look finds it.
func (b *Box[Tx]) passOn(ctx context.Context, job *river.Job[riveroutbox.Delivery], failure error) {
	m := marksOf(job.JobRow)
	if m.Key == "" {
		return
	}
	ended := rivertype.JobStateDiscarded
	if isCancelled(ctx, failure) {
		ended = rivertype.JobStateCancelled
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := b.db.begin(ctx, func(tx Tx) (err error) {
		if failure == nil {
			err = complete(ctx, tx, job)
		} else {
			err = b.bury(ctx, tx, job.JobRow, failure, ended)
		}
		if err != nil {
			return err
		}
		return b.wakeAll(ctx, tx, `SELECT id `+ofKey+` AND id > $3 ORDER BY id LIMIT 1`, m.Endpoint, m.Key, job.ID)
	})
	if err != nil && !errors.Is(err, hooks.ErrClaimLost) {
		b.options.Logger.WarnContext(ctx, "postbox: a delivery waits another minute for the one before it, which has ended", "endpoint", m.Endpoint, "key", m.Key, "error", err)
	}
}

// bury writes down that a delivery is [Dead], in one of the two states of that, as River would when its
// attempt has returned. It returns [hooks.ErrClaimLost] if another attempt has begun since.
func (b *Box[Tx]) bury(ctx context.Context, tx Tx, row *rivertype.JobRow, failure error, state rivertype.JobState) error {
	text, err := json.Marshal(rivertype.AttemptError{At: *row.AttemptedAt, Attempt: row.Attempt, Error: failure.Error()})
	if err != nil {
		return err
	}
	dead := riverdriver.JobSetStateDiscarded(row.ID, time.Now(), text, nil)
	dead.State = state
	ended, err := b.db.driver().UnwrapExecutor(tx).JobSetStateIfRunningMany(ctx, &riverdriver.JobSetStateIfRunningManyParams{
		ID: []int64{dead.ID}, State: []rivertype.JobState{dead.State}, FinalizedAt: []*time.Time{dead.FinalizedAt}, ErrData: [][]byte{text},
		Attempt: make([]*int, 1), ScheduledAt: make([]*time.Time, 1), MetadataDoMerge: make([]bool, 1), MetadataUpdates: make([][]byte, 1),
	})
	if err == nil && (len(ended) == 0 || ended[0].State != dead.State || ended[0].Attempt != row.Attempt) {
		err = hooks.ErrClaimLost
	}
	return err
}

// wakeAll wakes the deliveries that a query finds.
func (b *Box[Tx]) wakeAll(ctx context.Context, tx Tx, query string, args ...any) error {
	ids, err := b.jobs(ctx, tx, query, args...)
	for _, id := range ids {
		if err == nil {
			err = b.wake(ctx, tx, id)
		}
	}
	return err
}

// wake has a delivery sent now if it still waits: it locks the row before River revives it, which it
// would also do if it has ended since it was found. To River it is inserted: that changes nothing,
// for it has it, but it looks for it at once.
func (b *Box[Tx]) wake(ctx context.Context, tx Tx, id int64) error {
	waits, err := b.exec(ctx, tx, `UPDATE river_job SET state = 'pending' WHERE id = $1 AND state IN ('available', 'pending', 'scheduled')`, id)
	if err != nil || waits == 0 {
		return err
	}
	row, err := b.client.JobRetryTx(ctx, tx, id)
	if err != nil {
		return err
	}
	var d riveroutbox.Delivery
	if err := json.Unmarshal(row.EncodedArgs, &d); err != nil {
		return err
	}
	_, err = b.client.InsertTx(ctx, tx, d, &river.InsertOpts{Queue: outQueue})
	return err
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

// keepOrder does what the worker can't, because River has to write first how an attempt ended: it
// queues up what was snoozed behind others. Once a minute it passes on what nobody else does.
func (b *Box[Tx]) keepOrder(ctx context.Context, snoozed <-chan *river.Event, stopped <-chan struct{}) {
	every := time.NewTicker(time.Minute)
	defer every.Stop()
	for b.passOnLost(ctx); ; {
		select {
		case <-stopped:
			return
		case e, ok := <-snoozed:
			if !ok {
				return
			}
			if e.Job.Queue == outQueue && marksOf(e.Job).Behind {
				b.queueUp(ctx, e.Job)
			}
		case <-every.C:
			b.passOnLost(ctx)
		}
	}
}

// passOnLost has those sent that are pending with none before them, each for itself: what is wrong
// with one holds up no other.
func (b *Box[Tx]) passOnLost(ctx context.Context) {
	var lost []int64
	err := b.db.begin(ctx, func(tx Tx) (err error) {
		lost, err = b.jobs(ctx, tx, `SELECT id FROM river_job WHERE state = 'pending' AND id IN (
SELECT min(id) FROM river_job WHERE `+isUnfinished+` AND metadata ->> 'key' <> '' GROUP BY metadata ->> 'endpoint', metadata ->> 'key') ORDER BY id`)
		return err
	})
	if err != nil {
		b.options.Logger.WarnContext(ctx, "postbox: can't look for deliveries that wait for none", "error", err)
	}
	for _, id := range lost {
		if err := b.db.begin(ctx, func(tx Tx) error { return b.wake(ctx, tx, id) }); err != nil {
			b.options.Logger.WarnContext(ctx, "postbox: a delivery that waits for none waits another minute", "job", id, "error", err)
		}
	}
}

// isDead reports whether an attempt that ends with an error is a delivery's last. One that a stop
// interrupts is made again, whichever it was.
func isDead(ctx context.Context, row *rivertype.JobRow, err error) bool {
	var snoozed *river.JobSnoozeError
	switch {
	case err == nil:
		return false
	case isCancelled(ctx, err):
		return true
	case errors.As(err, &snoozed), errors.Is(ctx.Err(), context.Canceled) && errors.Is(err, context.Canceled):
		return false
	}
	return row.Attempt >= row.MaxAttempts
}

// isCancelled reports whether an attempt that fails ends a delivery that has attempts left: by its error,
// or because somebody cancelled the job.
func isCancelled(ctx context.Context, err error) bool {
	var cancelled *river.JobCancelError
	return errors.As(err, &cancelled) || errors.Is(context.Cause(ctx), rivertype.ErrJobCancelledRemotely)
}
