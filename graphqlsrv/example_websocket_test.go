package graphqlsrv_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http/httptest"
	"slices"
	"testing/fstest"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"signalbox/graphqlsrv"
)

// A client in Go subscribes over a WebSocket, by the protocol graphql-transport-ws.
func Example_webSocket() {
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(`type Query { a: Int } type Subscription { count(to: Int!): Int! @skipAuth }`)}},
		graphqlsrv.WithoutDirectiveCheck(), graphqlsrv.WithLogger(nil), graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"count": graphqlsrv.FuncWith(func(_ context.Context, args struct{ To int }) (iter.Seq[int], error) {
				return slices.Values([]int{1, 2, 3}[:args.To]), nil
			}),
		}))
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()

	type message struct {
		ID      string          `json:"id,omitempty"`
		Type    string          `json:"type"`
		Payload json.RawMessage `json:"payload,omitempty"`
	}
	ctx := context.Background()
	conn, _, err := websocket.Dial(ctx, server.URL+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
	if err != nil {
		panic(err)
	}
	defer conn.CloseNow()
	send := func(m message) error { return wsjson.Write(ctx, conn, m) }
	err = send(message{Type: "connection_init", Payload: json.RawMessage(`{"auth-provider": "session", "authorization": "Bearer 3f9a"}`)})
	for err == nil {
		var m message
		if err = wsjson.Read(ctx, conn, &m); err != nil {
			break
		}
		switch m.Type {
		case "connection_ack":
			err = send(message{"1", "subscribe", json.RawMessage(`{"query": "subscription { count(to: 2) }"}`)})
		case "ping":
			err = send(message{Type: "pong"})
		case "next":
			fmt.Printf("%s\n", m.Payload)
		case "error", "complete": // an error's payload is a list of errors
			fmt.Println(m.Type)
			return
		}
	}
	fmt.Println(err)
	// Output:
	// {"data":{"count":1}}
	// {"data":{"count":2}}
	// complete
}
