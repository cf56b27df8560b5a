package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"

	"signalbox/dispatch"
)

// A product is a row of the table that Rails and Go share; here it is a file.
type product struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Price string `json:"price"`
}

//go:embed rails/products.json
var productsFile []byte

var allProducts = func() (all []product) {
	if err := json.Unmarshal(productsFile, &all); err != nil {
		panic(err)
	}
	return all
}()

var pages = template.Must(template.New("").Parse(`
{{- define "index"}}<!DOCTYPE html>
<h1>Products</h1>
{{range .}}<a href="/products/{{.ID}}">{{.Name}}</a>
{{end}}{{end}}
{{- define "show"}}<!DOCTYPE html>
<h1>{{.Name}}</h1>
Price: {{.Price}}
<a href="/orders/new?product={{.ID}}">Order</a>
{{end}}`))

// products are the controller of that name: ProductsController in Go.
type products struct{ mistake bool }

// Index is GET /products.
func (p *products) Index(w http.ResponseWriter, r *http.Request) {
	p.render(w, r, "index", allProducts)
}

// Show is GET /products/:id.
func (p *products) Show(w http.ResponseWriter, r *http.Request) {
	for _, one := range allProducts {
		if fmt.Sprint(one.ID) == r.PathValue("id") {
			if p.mistake {
				one.Price = "0"
			}
			p.render(w, r, "show", one)
			return
		}
	}
	header(w, "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	io.WriteString(w, "Not Found")
}

func (p *products) render(w http.ResponseWriter, r *http.Request, page string, data any) {
	if dispatch.RouteFrom(r.Context()).Format == "json" {
		header(w, "application/json; charset=utf-8")
		json.NewEncoder(w).Encode(data)
		return
	}
	header(w, "text/html; charset=utf-8")
	pages.ExecuteTemplate(w, page, data)
}

// header sets what Rails sets in each answer.
func header(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
}
