package proxy

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
)

// statusClientClosed is what nginx logs for a client that is gone; nobody sees it but those
// who observe the answers.
const statusClientClosed = 499

// fail answers a request for which the application has sent nothing. The address of the
// application and the error are for the log alone.
func (p *proxy) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, text := statusOf(r, err)
	if status == statusClientClosed {
		w.WriteHeader(status)
		return
	}
	level := slog.LevelError
	if status < http.StatusInternalServerError {
		level = slog.LevelInfo
	}
	p.logger.Log(r.Context(), level, "no answer from the application",
		"status", status, "method", r.Method, "path", r.URL.Path, "target", p.target.String(), "error", err)
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, text, status)
}

// statusOf returns the status of a failure, and what the client is to read.
func statusOf(r *http.Request, err error) (status int, text string) {
	var tooLarge *http.MaxBytesError
	var network net.Error
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, "The request is too large."
	case errors.Is(r.Context().Err(), context.Canceled):
		return statusClientClosed, ""
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return http.StatusGatewayTimeout, "The application took too long to answer. Please try again."
	}
	return http.StatusBadGateway, "The application does not answer. Please try again."
}
