package graphqlsrv

import (
	"encoding/json"
	"io"
	"net/http"
)

type httpConfig struct{}

func defaultHTTP() httpConfig { return httpConfig{} }

func (e *engine) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Query         string          `json:"query"`
			OperationName string          `json:"operationName"`
			Variables     json.RawMessage `json:"variables"`
			Extensions    json.RawMessage `json:"extensions"`
		}
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ctx, f := e.newContext(r.Context(), r)
		var op *operation
		if f == nil {
			op, f = e.prepare(ctx, &Request{Query: in.Query, OperationName: in.OperationName, Variables: in.Variables, Extensions: in.Extensions})
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		if f != nil {
			_, _ = w.Write(f.append(nil))
			return
		}
		_, _ = w.Write(op.execute(ctx, nil))
	})
}
