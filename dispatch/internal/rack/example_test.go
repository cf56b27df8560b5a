package rack_test

import (
	"fmt"
	"log"
	"net/http/httptest"

	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand"
)

func Example() {
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`
		get "old/:id", to: redirect { |params, request| "https://#{request.subdomain}.example.org/#{params[:id]}?page=#{request.params[:page][:n]}" }`)})
	if err != nil {
		log.Fatal(err)
	}
	row := table.Routes[0]
	params := dsl.NewHash(1)
	params.Set(dsl.Symbol("id"), dsl.NewString("7"))
	q := &rack.Request{
		HTTP:  httptest.NewRequest("GET", "http://shop.example.com:3000/old/7?page[n]=2", nil),
		World: rack.NewWorld(table.Interp), Settings: &rack.Settings{Limits: dsl.Limits{Steps: 10_000}},
		Verb: "GET", Path: "/old/7", Params: params,
	}
	answer, err := q.Redirect(row.Endpoint.Redirect)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Status, answer.Header.Get("Location"))
	// Output:
	// 301 https://shop.example.org/7?page=2
}
