package serve

import (
	"bytes"
	"encoding/hex"
	"log/slog"
	"net/http"
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
// What begins with by= comes from the router of package dispatch, if it is what is served, or what
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
		told := answer.Watch(r)
		defer told.Done(r)
		w, told.Sent = answer.Count(w, func(header http.Header) { complete(header, r) })
		if s.logger != nil && !s.health.asks(r) {
			defer func() { s.log(r, told.Told(), told.Sent, began) }()
		}
		next.ServeHTTP(w, r)
		told.Sent.End()
	})
}

func (s *stack) log(r *http.Request, told answer.Told, sent *answer.Sent, began time.Time) {
	level := slog.LevelInfo
	if sent.Status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.logger.Enabled(r.Context(), level) {
		return
	}
	now, written := time.Now(), sent.Bytes
	path, params := s.filtered(r.URL.EscapedPath(), told.Params)
	if r.Method == http.MethodHead {
		written = 0
	}
	if r.URL.RawQuery != "" {
		path += "?" + s.filter.Query(r.URL.RawQuery)
	}
	attrs := append(make([]slog.Attr, 0, maxAttrs),
		slog.String("method", r.Method),
		slog.String("path", path),
		slog.Int("status", sent.Status),
		slog.Duration("duration", now.Sub(began)),
		slog.Int64("bytes", written),
		slog.String("remote", s.client(r)),
		slog.String("request_id", requestID(r)))
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

// filtered replaces what the filter hides in parameters, and in the path, however it is escaped
// there: a parameter of the path, too, may be a token (/passwords/:token/edit).
func (s *stack) filtered(path string, params []slog.Attr) (string, []slog.Attr) {
	var hidden []string // of the path
	for i, p := range params {
		var shown slog.Value
		switch {
		case s.filter.hides(p.Key, ""):
			shown = slog.StringValue(filtered)
			if p.Value.Kind() == slog.KindString && p.Value.String() != "" {
				hidden = append(hidden, p.Value.String())
			}
		case p.Value.Kind() == slog.KindAny:
			shown = slog.AnyValue(s.filter.value(p.Key, "", p.Value.Any()))
		default:
			continue
		}
		params = slices.Clone(params) // others have it too
		params[i].Value = shown
	}
	return hide(path, hidden), params
}

// hide replaces values in a path.
func hide(path string, values []string) string {
	if len(values) == 0 {
		return path
	}
	plain, ends := unescaped(path)
	hidden := make([]bool, len(plain))
	for _, value := range values {
		for from := 0; ; {
			at := bytes.Index(plain[from:], []byte(value))
			if at < 0 {
				break
			}
			from += at + len(value)
			for i := from - len(value); i < from; i++ {
				hidden[i] = true
			}
		}
	}
	var b strings.Builder
	for i, from := 0, 0; i < len(hidden); i++ {
		switch {
		case !hidden[i]:
			b.WriteString(path[from:ends[i]])
		case i == 0 || !hidden[i-1]:
			b.WriteString(filtered)
		}
		from = ends[i]
	}
	return b.String()
}

// unescaped is a path without its escapes, and where the text of each byte ends in it.
func unescaped(path string) (plain []byte, ends []int) {
	for i := 0; i < len(path); {
		c, n := path[i], 1
		if c == '%' && i+2 < len(path) {
			if b, err := hex.DecodeString(path[i+1 : i+3]); err == nil {
				c, n = b[0], 3
			}
		}
		i += n
		plain, ends = append(plain, c), append(ends, i)
	}
	return plain, ends
}
