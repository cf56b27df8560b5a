package postbox

import (
	"reflect"
	"testing"
	"time"

	"github.com/riverqueue/river/rivertype"
)

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
