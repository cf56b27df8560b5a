package hooks

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// retryStatus reports whether a [Sender] tries again, by itself, after an answer
// with this status: 408, 409, 425, 429 and all of 5xx but 501 and 505. The other
// failures say that the same request will get the same answer in a minute.
//
// 409 is among them because a receiver answers it while another delivery with
// the same id is being handled.
func retryStatus(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}

// retryable tells whether another attempt may succeed where err ended this one.
// It knows only errors of the transport: what a status means, retryStatus says.
func retryable(err error) bool {
	var certificate *tls.CertificateVerificationError
	return !errors.As(err, &certificate)
}

// A backoff is how long to wait between attempts.
type backoff struct {
	base, most time.Duration // before the first retry, and the most that doubling leads to
	retryAfter time.Duration // the longest Retry-After that is waited for
	random     func() float64
}

// wait is the time before the next attempt when number attempts were made, and
// whether waiting so long is allowed. Backoff doubles, with full jitter: any time
// from nothing to the whole, so that senders who failed together don't return
// together. A Retry-After is waited for in full, then part of the base for the
// same reason.
func (b backoff) wait(number int, retryAfter time.Duration) (time.Duration, bool) {
	if retryAfter > 0 {
		if retryAfter > b.retryAfter {
			return retryAfter, false
		}
		return retryAfter + b.jitter(b.base), true
	}
	d := b.base
	for i := 1; i < number && d < b.most; i++ {
		d *= 2
	}
	return b.jitter(min(d, b.most)), true
}

func (b backoff) jitter(d time.Duration) time.Duration {
	share := min(max(b.random(), 0), 1)
	return time.Duration(share * float64(d))
}

// parseRetryAfter reads a Retry-After header, seconds or a date (RFC 9110, section
// 10.2.3). What is neither counts as absent: 0.
func parseRetryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if digits(value) {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(math.MaxInt64/time.Second) {
			return math.MaxInt64
		}
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(at.Sub(now), 0)
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// sleep waits, or returns the context's error at once when it ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
