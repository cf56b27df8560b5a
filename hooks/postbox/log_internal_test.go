package postbox

import (
	"errors"
	"fmt"
	"net"
	"reflect"
	"testing"
	"time"

	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
)

// The owner of an endpoint reads the log: it holds nothing of this side's network.
func TestCauseOfFailures(t *testing.T) {
	sent := func(err error) error { return &hooks.DeliveryError{ID: "1", Err: fmt.Errorf("post: %w", err)} }
	for want, err := range map[string]error{
		"lookup acme.example: no such host":             sent(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "acme.example", Server: "10.0.0.53:53"}}),
		"the address of the endpoint's host is refused": sent(&net.OpError{Op: "dial", Err: &hooks.ConfigError{Setting: "endpoint", Problem: "the address 10.0.0.1 is refused"}}),
		"read: connection reset by peer":                sent(&net.OpError{Op: "read", Source: &net.TCPAddr{IP: net.IPv4(10, 0, 0, 2)}, Addr: &net.TCPAddr{}, Err: errors.New("connection reset by peer")}),
		"post: the endpoint answered 500":               sent(errors.New("the endpoint answered 500")),
	} {
		if got := cause(err); got.Error() != want {
			t.Errorf("cause of %v is %v, want %s", err, got, want)
		}
	}
}

// The log has each attempt once, in order, also one whose process died, and none of River's words.
func TestAllAttempts(t *testing.T) {
	at := time.Unix(1, 0).UTC()
	row := &rivertype.JobRow{
		Metadata: []byte(`{"output":[{"number":1,"at":"1970-01-01T00:00:01Z","took":5,"status":500},{"number":3,"at":"1970-01-01T00:00:01Z","took":5,"status":410}]}`),
		Errors: []rivertype.AttemptError{
			{Attempt: 1, At: at, Error: "500"},
			{Attempt: 2, At: at, Error: "Stuck job rescued by JobRescuer"},
			{Attempt: 3, At: at, Error: "JobCancelError: gone"},
			{Attempt: 4, At: at, Error: "JobCancelError: the endpoint is gone or disabled"},
		},
	}
	want := []Attempt{
		{Number: 1, At: at, Took: 5, Status: 500},
		{Number: 2, At: at, Error: "its process died, or was too slow"},
		{Number: 3, At: at, Took: 5, Status: 410},
		{Number: 4, At: at, Error: "the endpoint is gone or disabled"},
	}
	if got := allAttempts(row); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
