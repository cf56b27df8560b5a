package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"net/http"

	"github.com/julienschmidt/httprouter"
	"github.com/redis/go-redis/v9"

	"signalbox/dispatch"
	"signalbox/graphqlsrv"
	"signalbox/graphqlsrv/redispubsub"
	"signalbox/hooks"
	"signalbox/hooks/redisreplay"
)

//go:embed config graphql
var files embed.FS

// settings are the same for all replicas.
type settings struct {
	secret string // of the sender of payments, as in whsec_...
	token  string // of who may change the routes
	logger *slog.Logger
}

// A shop is one replica.
type shop struct {
	orders  *orders
	graphql http.Handler
	routes  *sharedTable
}

func newShop(ctx context.Context, client *redis.Client, s settings) (*shop, error) {
	broker := redispubsub.New(client)
	context.AfterFunc(ctx, func() { broker.Close() })
	shop := &shop{orders: &orders{client, graphqlsrv.NewTopic[*order](broker, "paid")}}
	payments, err := shop.orders.receiver(s)
	if err != nil {
		return nil, err
	}
	sdl, err := fs.Sub(files, "graphql")
	if err != nil {
		return nil, err
	}
	if shop.graphql, err = graphqlsrv.New(sdl, graphqlsrv.WithServices(shop.orders.resolvers())); err != nil {
		return nil, err
	}
	shop.routes = &sharedTable{client: client, token: s.token, logger: s.logger}
	table, err := shop.routes.load(ctx)
	if err != nil {
		return nil, err
	}
	shop.routes.router, err = dispatch.New(table,
		dispatch.Controller("orders", shop.orders),
		dispatch.Controller("tables", shop.routes),
		dispatch.Action("webhooks#payments", payments),
		dispatch.Mount("GraphQL::Server", shop.graphql))
	return shop, err
}

// orders are counters in Redis: how often each was paid.
type orders struct {
	client *redis.Client
	paid   *graphqlsrv.Topic[*order]
}

type order struct {
	ID   string `json:"id"`
	Paid int    `json:"paid"`
}

const anyOrder = "" // the key of subscriptions that hear of all orders

// receiver receives payments. Of a delivery that comes twice, at whichever replica, the second
// is answered without the handler.
func (o *orders) receiver(s settings) (*hooks.Receiver, error) {
	seen, err := redisreplay.New(o.client)
	if err != nil {
		return nil, err
	}
	sender, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(s.secret))
	if err != nil {
		return nil, err
	}
	type payment struct {
		Data struct {
			Order string `json:"order"`
		} `json:"data"`
	}
	return hooks.Handler(sender, nil, hooks.WithReplay(seen), hooks.WithLogger(s.logger), hooks.On("order.paid", func(ctx context.Context, p payment) (any, error) {
		n, err := o.client.Incr(ctx, "shop:paid:"+p.Data.Order).Result()
		if err != nil {
			return nil, err
		}
		return nil, o.paid.Publish(ctx, anyOrder, &order{p.Data.Order, int(n)})
	}))
}

func (o *orders) find(ctx context.Context, id string) (*order, error) {
	n, err := o.client.Get(ctx, "shop:paid:"+id).Int()
	if errors.Is(err, redis.Nil) {
		err = nil
	}
	return &order{id, n}, err
}

func (o *orders) resolvers() map[string]graphqlsrv.Resolver {
	return map[string]graphqlsrv.Resolver{
		"order": graphqlsrv.FuncWith(func(ctx context.Context, args struct{ ID string }) (*order, error) { return o.find(ctx, args.ID) }),
		"paid":  graphqlsrv.Func(func(ctx context.Context) (iter.Seq[*order], error) { return o.paid.Subscribe(ctx, anyOrder) }),
	}
}

// Show answers how often an order was paid.
func (o *orders) Show(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	found, err := o.find(r.Context(), ps.ByName("id"))
	if err != nil {
		http.Error(w, "the orders cannot be read", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "%s was paid %d times\n", found.ID, found.Paid)
}
