package serve

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"signalbox/serve/answer"
)

// Log writes one line for each request that was answered:
//
//	level=INFO msg=request method=GET path=/posts/1?token=[FILTERED] status=200 duration=1.2ms bytes=512
//	remote=203.0.113.9 request_id=0f1e… by=action route="GET /posts/:id(.:format)" name=post
//	endpoint=posts#show params.id=1
//
// The last five come from the router of package dispatch, if it is what is served, or what
// the middleware of [Use] stands around; they are missing where nothing was found. Values
// whose names the filters match are replaced, in path, query and params; without filters
// those of [DefaultFilters] count. 5xx is level Error.
func Log(logger *slog.Logger, filters ...any) Option {
	return func(s *server) {
		if logger == nil {
			s.refuse("Log: the logger is nil")
		}
		if len(filters) == 0 {
			filters = DefaultFilters
		}
		f, err := NewFilter(filters...)
		if err != nil {
			s.refuse("Log: %w", err)
		}
		s.logger, s.filter = logger, f
	}
}

// errors is where faults are logged, which no option turns off.
func (s *stack) errors() *slog.Logger {
	if s.logger != nil {
		return s.logger
	}
	return slog.Default()
}

// watch gives a request its identity and the answer its headers, and logs what was answered.
func (s *stack) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		identify(r)
		r, told := answer.Watch(r)
		w, told.Sent = answer.Count(w, func(header http.Header) { complete(header, r) })
		if s.logger != nil && !s.health.asks(r) {
			defer func() { s.log(r, told, time.Since(began)) }()
		}
		next.ServeHTTP(w, r)
		told.Sent.End()
	})
}

func (s *stack) log(r *http.Request, told *answer.Answer, took time.Duration) {
	level := slog.LevelInfo
	if told.Sent.Status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.logger.Enabled(r.Context(), level) {
		return
	}
	params := s.params(told)
	attrs := append(make([]slog.Attr, 0, maxAttrs),
		slog.String("method", r.Method),
		slog.String("path", s.path(r.URL, told, params)),
		slog.Int("status", told.Sent.Status),
		slog.Duration("duration", took),
		slog.Int64("bytes", told.Sent.Bytes),
		slog.String("remote", s.client(r)),
		slog.String("request_id", r.Header.Get(requestIDHeader)))
	for _, a := range [...]slog.Attr{
		slog.String("by", told.By), slog.String("route", told.Pattern), slog.String("name", told.Name), slog.String("endpoint", told.Endpoint),
	} {
		if a.Value.String() != "" {
			attrs = append(attrs, a)
		}
	}
	if len(params) > 0 {
		attrs = append(attrs, group(params))
	}
	if told.Err != nil {
		attrs = append(attrs, slog.String("error", told.Err.Error()))
	}
	s.logger.LogAttrs(r.Context(), level, "request", attrs...)
}

// maxAttrs is how many a line of the log has at most.
const maxAttrs = 13

// params are the parameters of the path, filtered, without what the endpoint says already.
func (s *stack) params(told *answer.Answer) map[string]any {
	if told.Params == nil {
		return nil
	}
	all := told.Params()
	delete(all, "controller")
	delete(all, "action")
	for name, value := range all {
		all[name] = s.filter.value(name, "", value)
	}
	return all
}

func group(params map[string]any) slog.Attr {
	attrs := make([]slog.Attr, 0, len(params))
	for name, value := range params {
		attrs = append(attrs, slog.Any(name, value))
	}
	slices.SortFunc(attrs, func(a, b slog.Attr) int { return strings.Compare(a.Key, b.Key) })
	return slog.Attr{Key: "params", Value: slog.GroupValue(attrs...)}
}

// path is the request's path and query without what the filter hides: a parameter of the
// path, too, may be a token (/passwords/:token/edit).
func (s *stack) path(u *url.URL, told *answer.Answer, params map[string]any) string {
	path := u.EscapedPath()
	for name, value := range params {
		if value != filtered {
			continue
		}
		if text, ok := told.Params()[name].(string); ok && text != "" {
			path = strings.ReplaceAll(path, url.PathEscape(text), filtered)
			path = strings.ReplaceAll(path, text, filtered)
		}
	}
	if u.RawQuery != "" {
		path += "?" + s.filter.Query(u.RawQuery)
	}
	return path
}
