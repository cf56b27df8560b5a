package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"time"

	"signalbox/graphqlsrv"
)

//go:embed views
var viewFiles embed.FS

var views = map[string]*template.Template{
	"posts": view("posts"), "post": view("post"), "user": view("user"),
}

func view(name string) *template.Template {
	return template.Must(template.New("layout.html").Funcs(template.FuncMap{
		"day":     func(t time.Time) string { return t.Format("2 January 2006") },
		"rfc3339": func(t time.Time) string { return t.Format(time.RFC3339) },
	}).ParseFS(viewFiles, "views/layout.html", "views/"+name+".html"))
}

// render answers with a page.
func render(w http.ResponseWriter, status int, name string, data any) {
	var page bytes.Buffer
	if err := views[name].Execute(&page, data); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w)
}

// renderJSON answers with JSON.
func renderJSON(w http.ResponseWriter, status int, data any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(data)
}

// fail answers an error: what the service says to clients, as GraphQL would; any
// other is only logged.
func fail(w http.ResponseWriter, err error) {
	var visible *graphqlsrv.Error
	if !errors.As(err, &visible) {
		slog.Error("blog", "error", err)
		renderJSON(w, http.StatusInternalServerError, map[string]string{"error": "Something went wrong."})
		return
	}
	status := http.StatusUnprocessableEntity
	switch visible.Code {
	case "NOT_FOUND":
		status = http.StatusNotFound
	case graphqlsrv.CodeUnauthenticated:
		status = http.StatusUnauthorized
	case graphqlsrv.CodeForbidden:
		status = http.StatusForbidden
	}
	renderJSON(w, status, map[string]string{"error": visible.Message})
}
