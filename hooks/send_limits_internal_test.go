package hooks

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

type answer int

func (a answer) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: int(a), Body: http.NoBody}, nil
}

type unsigned struct{}

func (unsigned) SignDelivery(*Delivery) error { return nil }

// A Sender remembers no endpoint that is well, and a bounded number of the others.
func TestSenderForgetsEndpoints(t *testing.T) {
	for status, want := range map[answer]int{200: 0, 500: maxEndpoints} {
		s, err := NewSender(SenderOptions{Attempts: 1, Transport: status})
		if err != nil {
			t.Fatal(err)
		}
		n := 100
		if status == 500 {
			for i := range maxEndpoints - 10 { // as if they had been sent to
				key := fmt.Sprint(i)
				s.endpoints.states[key] = &endpointState{key: key, since: time.Now()}
			}
			n = 100
		}
		for i := range n {
			_, err := s.Send(t.Context(), Message{Payload: 1}, Endpoint{URL: fmt.Sprintf("https://%d.example", i), Signer: unsigned{}})
			if (err == nil) != (status == 200) {
				t.Error(err)
			}
		}
		if got := len(s.endpoints.states); got != want {
			t.Errorf("%d endpoints after status %d, want %d", got, status, want)
		}
	}
}

func TestLimitsThatCannotBeMeant(t *testing.T) {
	for _, l := range []EndpointLimits{
		{Parallel: -1}, {Rate: -1}, {Burst: -1}, {Failures: -1}, {Open: -1}, {MaxOpen: -1}, {PauseAfter: -1},
	} {
		_, err := NewSender(SenderOptions{Limits: l})
		if config := (*ConfigError)(nil); !errors.As(err, &config) {
			t.Errorf("%+v: %v", l, err)
		}
	}
}
