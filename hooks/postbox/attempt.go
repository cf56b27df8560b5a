package postbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
)

// An Attempt is one try to send or to handle a delivery.
type Attempt struct {
	Number   int           `json:"number"`
	At       time.Time     `json:"at"`
	Took     time.Duration `json:"took"`
	Status   int           `json:"status,omitempty"`   // 0 if there was no answer, and in the inbox
	Response string        `json:"response,omitempty"` // the beginning of the answer
	Error    string        `json:"error,omitempty"`    // empty if it was accepted
}

// What is kept of attempts.
const (
	mostAttempts = 50
	mostResponse = 1 << 10
)

// record keeps an attempt with those before, in what River stores of the job when it ends.
func record(ctx context.Context, row *rivertype.JobRow, a hooks.Attempt) {
	before := attempts(row)
	next := Attempt{Number: a.Number, At: a.At.UTC(), Took: a.Took, Status: a.Status, Response: text(a.Response, mostResponse)}
	if a.Err != nil {
		next.Error = text([]byte(a.Err.Error()), mostResponse)
	}
	all := append(before[max(0, len(before)-mostAttempts+1):len(before):len(before)], next)
	_ = river.RecordOutput(ctx, all) // its errors are of other contexts, and of 32 MB
}

// cause is what went wrong with sending, for the endpoint's owner: without the message and the
// endpoint, which the delivery names, and without this side's resolver and networks.
func cause(err error) error {
	if failed := (*hooks.DeliveryError)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	lookup, network, refused := (*net.DNSError)(nil), (*net.OpError)(nil), (*hooks.ConfigError)(nil)
	switch {
	case errors.As(err, &lookup):
		return &net.DNSError{Err: lookup.Err, Name: lookup.Name}
	case errors.As(err, &refused) && errors.As(err, &network):
		return errors.New("the address of the endpoint's host is refused")
	case errors.As(err, &network): // whose text has both addresses
		return fmt.Errorf("%s: %w", network.Op, network.Err)
	}
	return err
}

// text is the beginning of what may not be text, as jsonb takes it.
func text(b []byte, most int) string {
	if len(b) > most {
		b = b[:most]
		for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
	}
	return plain(string(b))
}

// attempts are those that were recorded of a job.
func attempts(row *rivertype.JobRow) (all []Attempt) {
	_ = json.Unmarshal(row.Output(), &all) // nothing before the first
	return all
}

// allAttempts are the last ones of a job: those that were recorded, and others that failed.
func allAttempts(row *rivertype.JobRow) []Attempt {
	all := attempts(row)
	for _, e := range row.Errors {
		if !slices.ContainsFunc(all, func(a Attempt) bool { return a.Number == e.Attempt }) {
			all = append(all, Attempt{Number: e.Attempt, At: e.At.UTC(), Error: plainly(e.Error)})
		}
	}
	slices.SortStableFunc(all, func(a, b Attempt) int { return cmp.Compare(a.Number, b.Number) })
	return all[max(0, len(all)-mostAttempts):]
}

// plainly says without River's words why an attempt failed.
func plainly(problem string) string {
	if strings.HasPrefix(problem, "Stuck job rescued") {
		return "its process died, or was too slow"
	}
	return strings.TrimPrefix(problem, "JobCancelError: ")
}
