package dispatch

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
)

// Requests without an answer: no route takes them, or to route them failed.

// miss answers a request that no route takes.
func (s *site) miss(w http.ResponseWriter, r *http.Request, q *search) {
	switch {
	case s.cfg.goHabit && s.answerVerbs(w, r, q):
	case s.cfg.fallback != nil:
		s.answeredBy(r, ByFallback)
		s.cfg.fallback.ServeHTTP(w, r)
	case s.cfg.notFound != nil:
		s.answeredBy(r, ByNotFound)
		s.cfg.notFound.ServeHTTP(w, r)
	default:
		s.answeredBy(r, ByNotFound)
		w.Header()["X-Cascade"] = []string{"pass"}
		plainAnswer(w, http.StatusNotFound, "Not Found")
	}
}

// otherVerbs gives the verbs that the path has for certain; nil if it has none, or has the
// request's own: then a constraint said no, not the verb. Where only the application knows
// whether it has any, that is an error.
func (s *site) otherVerbs(r *http.Request, q *search) (verbs []string, err error) {
	defer guard(&err)
	var open error
	for _, verb := range httpMethods {
		q.Start(verb)
		for i := q.Find(0); i != match.None; i = q.Find(i + 1) {
			why := q.core.uncertain(q.Trie.Routes[i])
			if why == nil {
				verbs = append(verbs, verb)
				break
			}
			open = cmp.Or(open, why)
		}
	}
	switch {
	case slices.Contains(verbs, method(r)):
		return nil, nil
	case verbs == nil:
		return nil, open
	}
	return verbs, nil
}

// uncertain is why only the application knows whether the table has the route, or what
// its path is; nil if both are certain.
func (c *core) uncertain(rt *match.Route) error {
	switch gap := c.open[rt]; {
	case len(rt.Row.Conditions) > 0 && gap != nil:
		return &openError{gap}
	case rt.Unknown() != nil:
		return &rack.UnknownError{Value: rt.Unknown()[0].Value, What: unsettledText(rt.Unknown()[0])}
	}
	return nil
}

// answerVerbs answers 405, or OPTIONS, with the verbs that the path has; false if
// there are none to name.
func (s *site) answerVerbs(w http.ResponseWriter, r *http.Request, q *search) bool {
	verbs, err := s.otherVerbs(r, q)
	switch {
	case err != nil:
		s.fail(w, r, err)
		return true
	case verbs == nil:
		return false
	}
	s.answeredBy(r, ByMethodNotAllowed)
	w.Header().Set("Allow", strings.Join(verbs, ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
	} else {
		plainAnswer(w, http.StatusMethodNotAllowed, "Method Not Allowed")
	}
	return true
}

// fail answers a request that could not be routed. What the routes file says is
// for the log alone.
func (s *site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if s.cfg.fallback != nil && beyond(err) {
		s.erred(r, ByFallback, err)
		s.cfg.fallback.ServeHTTP(w, r)
		return
	}
	s.erred(r, ByError, err)
	status := StatusOf(err)
	s.log(r, status, err)
	if s.cfg.onError != nil {
		s.cfg.onError(w, r, err)
		return
	}
	text := http.StatusText(status)
	if known := statusOf(err); known != nil {
		text += ": " + known.Text
	}
	plainAnswer(w, status, text)
}

// maxLogged bounds what a log line shows of a request's path.
const maxLogged = 200

// log logs an error that is not the client's, with its route: where [OnError]
// answers, a mistake of this package only.
func (s *site) log(r *http.Request, status int, err error) {
	var panicked *panicError
	errors.As(err, &panicked)
	if status < 500 || s.cfg.onError != nil && panicked == nil {
		return
	}
	attrs := []any{"status", status, "method", r.Method, "error", err}
	if path := r.URL.Path; s.told(r) == nil { // a server's own log has it, with secrets filtered
		if len(path) > maxLogged {
			path = path[:maxLogged] + "..."
		}
		attrs = append(attrs, "path", path)
	}
	if panicked != nil {
		attrs = append(attrs, "stack", string(panicked.stack))
	}
	s.cfg.log().ErrorContext(r.Context(), "request not routed", attrs...)
}

func plainAnswer(w http.ResponseWriter, status int, text string) {
	w.Header()["Content-Type"] = []string{"text/plain; charset=utf-8"}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text))
}
