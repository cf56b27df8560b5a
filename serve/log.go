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
		inner, told := answer.Watch(r)
		defer answer.ReturnForm(r, inner)
		w, told.Sent = answer.Count(w, func(header http.Header) { complete(header, r) })
		if s.logger != nil && !s.health.asks(r) {
			defer func() { s.log(r, told, began) }()
		}
		next.ServeHTTP(w, inner)
		told.Sent.End()
	})
}

func (s *stack) log(r *http.Request, told *answer.Answer, began time.Time) {
	level := slog.LevelInfo
	if told.Sent.Status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.logger.Enabled(r.Context(), level) {
		return
	}
	now, params := time.Now(), s.params(told)
	attrs := append(make([]slog.Attr, 0, maxAttrs),
		slog.String("method", r.Method),
		slog.String("path", s.path(r.URL, told, params)),
		slog.Int("status", told.Sent.Status),
		slog.Duration("duration", now.Sub(began)),
		slog.Int64("bytes", told.Sent.Bytes),
		slog.String("remote", s.client(r)),
		slog.String("request_id", r.Header.Get(requestIDHeader)))
	add := func(key, text string) {
		if text != "" {
			attrs = append(attrs, slog.String(key, text))
		}
	}
	add("by", told.By)
	add("route", told.Pattern)
	if told.Route != nil {
		add("name", told.Route.Name())
		add("endpoint", told.Route.Endpoint())
	}
	if len(params) > 0 {
		attrs = append(attrs, slog.Attr{Key: "params", Value: slog.GroupValue(params...)})
	}
	if told.Err != nil {
		attrs = append(attrs, slog.String("error", told.Err.Error()))
	}
	line := slog.NewRecord(now, level, "request", 0) // without the line of code, which is this one
	line.AddAttrs(attrs...)
	s.logger.Handler().Handle(r.Context(), line)
}

// maxAttrs is how many a line of the log has at most.
const maxAttrs = 13

// params are the parameters of the path, filtered.
func (s *stack) params(told *answer.Answer) []slog.Attr {
	if told.Params == nil {
		return nil
	}
	params := told.Params()
	for i, p := range params {
		switch {
		case s.filter.hides(p.Key, ""):
			params[i].Value = slog.StringValue(filtered)
		case p.Value.Kind() == slog.KindAny:
			params[i].Value = slog.AnyValue(s.filter.value(p.Key, "", p.Value.Any()))
		}
	}
	return params
}

func isFiltered(a slog.Attr) bool {
	return a.Value.Kind() == slog.KindString && a.Value.String() == filtered
}

// path is the request's path and query without what the filter hides: a parameter of the
// path, too, may be a token (/passwords/:token/edit).
func (s *stack) path(u *url.URL, told *answer.Answer, params []slog.Attr) string {
	path := u.EscapedPath()
	if slices.ContainsFunc(params, isFiltered) {
		for _, p := range told.Params() {
			if p.Value.Kind() == slog.KindString && p.Value.String() != "" && s.filter.hides(p.Key, "") {
				path = strings.ReplaceAll(path, url.PathEscape(p.Value.String()), filtered)
				path = strings.ReplaceAll(path, p.Value.String(), filtered)
			}
		}
	}
	if u.RawQuery != "" {
		path += "?" + s.filter.Query(u.RawQuery)
	}
	return path
}
