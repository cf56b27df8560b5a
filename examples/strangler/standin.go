package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
)

// A standIn plays Rails where there is no Ruby; rails/config.ru is the same in Ruby.
type standIn struct {
	mu        sync.Mutex
	orders    []string // the paragraph of each
	listeners []chan string
}

func newStandIn() http.Handler {
	s := &standIn{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { s.page(w, "Welcome to the shop") })
	mux.HandleFunc("GET /products", func(w http.ResponseWriter, _ *http.Request) {
		var links []string
		for _, p := range allProducts {
			links = append(links, fmt.Sprintf(`<a href="/products/%d">%s</a>`, p.ID, html.EscapeString(p.Name)))
		}
		s.page(w, "Products", links...)
	})
	mux.HandleFunc("GET /products.json", func(w http.ResponseWriter, _ *http.Request) { s.json(w, allProducts) })
	mux.HandleFunc("GET /products/{id}", s.product)
	mux.HandleFunc("GET /orders/new", s.newOrder)
	mux.HandleFunc("POST /orders", s.createOrder)
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i, order := range s.orders {
			if fmt.Sprint(i+1) == r.PathValue("id") {
				s.page(w, "Order", order)
				return
			}
		}
		s.notFound(w)
	})
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { s.notFound(w) })
	return mux
}

func (s *standIn) product(w http.ResponseWriter, r *http.Request) {
	id, isJSON := strings.CutSuffix(r.PathValue("id"), ".json")
	for _, p := range allProducts {
		switch {
		case fmt.Sprint(p.ID) != id:
		case isJSON:
			s.json(w, p)
			return
		default:
			s.page(w, html.EscapeString(p.Name), "Price: "+p.Price, fmt.Sprintf(`<a href="/orders/new?product=%d">Order</a>`, p.ID))
			return
		}
	}
	s.notFound(w)
}

func (s *standIn) newOrder(w http.ResponseWriter, r *http.Request) {
	token := rand.Text()
	if c, err := r.Cookie("_shop_session"); err == nil {
		token = c.Value
	}
	w.Header().Set("Set-Cookie", "_shop_session="+token+"; path=/; HttpOnly; SameSite=Lax")
	s.page(w, "New order", fmt.Sprintf(`<form action="/orders" method="post"><input type="hidden" name="authenticity_token" value="%s">`+
		`<input name="product" value="%s"><button>Order</button></form>`, html.EscapeString(token), html.EscapeString(r.FormValue("product"))))
}

// createOrder believes the X-Forwarded headers, as Rails does.
func (s *standIn) createOrder(w http.ResponseWriter, r *http.Request) {
	base := r.Header.Get("X-Forwarded-Proto") + "://" + r.Header.Get("X-Forwarded-Host")
	origin, token := r.Header.Get("Origin"), r.FormValue("authenticity_token")
	if c, err := r.Cookie("_shop_session"); err != nil || c.Value != token || origin != "" && origin != base {
		header(w, "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(w, "The change you wanted was rejected: %s is not %s", origin, base)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ip := r.Header.Get("X-Forwarded-For")
	if ip == "" {
		ip, _, _ = net.SplitHostPort(r.RemoteAddr)
	}
	s.orders = append(s.orders, fmt.Sprintf("Product %s for %s", html.EscapeString(r.FormValue("product")), html.EscapeString(ip)))
	for _, l := range s.listeners {
		select {
		case l <- fmt.Sprintf("data: order %d\n\n", len(s.orders)):
		default: // too slow
		}
	}
	w.Header().Set("Location", fmt.Sprintf("%s/orders/%d", base, len(s.orders)))
	header(w, "text/html; charset=utf-8")
	w.WriteHeader(http.StatusSeeOther)
}

// events sends each order as an event.
func (s *standIn) events(w http.ResponseWriter, r *http.Request) {
	orders := make(chan string, 10)
	s.mu.Lock()
	s.listeners = append(s.listeners, orders)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	for event := "data: open\n\n"; ; {
		io.WriteString(w, event)
		http.NewResponseController(w).Flush()
		select {
		case event = <-orders:
		case <-r.Context().Done():
			return
		}
	}
}

// page writes a page; its title and lines are HTML.
func (s *standIn) page(w http.ResponseWriter, title string, lines ...string) {
	header(w, "text/html; charset=utf-8")
	w.Header().Set("X-Request-Id", rand.Text())
	fmt.Fprintf(w, "<!DOCTYPE html>\n<meta name=\"csrf-token\" content=\"%s\">\n<h1>%s</h1>\n", rand.Text(), title)
	for _, l := range lines {
		fmt.Fprintln(w, l)
	}
}

func (s *standIn) json(w http.ResponseWriter, v any) {
	header(w, "application/json; charset=utf-8")
	w.Header().Set("X-Request-Id", rand.Text())
	json.NewEncoder(w).Encode(v)
}

func (s *standIn) notFound(w http.ResponseWriter) {
	header(w, "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	io.WriteString(w, "Not Found")
}
