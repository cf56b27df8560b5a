package main

import (
	_ "embed"
	"fmt"
	"net/http"
	"regexp"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/serve/proxy"
	"signalbox/serve/shadow"
)

//go:embed config/routes.rb
var routes []byte

// A shop is the program in front of Rails.
type shop struct {
	stage    string
	products products
	compare  *shadow.Shadow // set by handler, nil where nothing is compared
	options  []shadow.Option
}

// csrfMeta is in all pages of Rails, and in none without forms of Go's.
var csrfMeta = regexp.MustCompile(`<meta name="csrf-token" content="[^"]*">\n`)

// handler returns what answers, with the Rails application at an address behind it.
func (s *shop) handler(address string) (http.Handler, error) {
	table, err := expand.Load("config/routes.rb", expand.Options{Source: routes})
	if err != nil {
		return nil, err
	}
	rails, err := proxy.New(address)
	if err != nil {
		return nil, err
	}
	options := []dispatch.Option{dispatch.Fallback(rails)}
	if s.stage != "rails" {
		options = append(options, dispatch.Controller("products", &s.products))
	}
	s.compare = shadow.New(rails, append(s.options, shadow.Normalize(func(_ http.Header, body []byte) []byte {
		return csrfMeta.ReplaceAll(body, nil)
	}))...)
	switch s.stage {
	case "rails", "go":
	case "rehearse":
		s.compare.SetRate(1)
		options = append(options, dispatch.Before("products", s.compare.Rehearse))
	case "verify":
		s.compare.SetRate(1)
		options = append(options, dispatch.Before("products", s.compare.Verify))
	default:
		return nil, fmt.Errorf("-stage %s: want rails, rehearse, verify or go", s.stage)
	}
	return dispatch.New(table, options...)
}
