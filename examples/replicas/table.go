package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/redis/go-redis/v9"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/route"
)

const (
	tableKey  = "shop:routes"         // the text of the routes file that all serve; none for the embedded one
	tableNews = "shop:routes:changed" // where a change is announced
	maxTable  = 1 << 20
)

// A sharedTable keeps the router at the routes file that is in Redis.
type sharedTable struct {
	client *redis.Client
	token  string
	logger *slog.Logger
	router *dispatch.Router
}

// load reads the table of the routes file in Redis.
func (t *sharedTable) load(ctx context.Context) (*route.Table, error) {
	text, err := t.client.Get(ctx, tableKey).Bytes()
	if errors.Is(err, redis.Nil) {
		text, err = files.ReadFile("config/routes.rb")
	}
	if err != nil {
		return nil, err
	}
	return parse(text)
}

func parse(text []byte) (*route.Table, error) {
	return expand.Load("config/routes.rb", expand.Options{Source: text})
}

// follow serves each table that is announced, until ctx ends. Redis keeps no news for who is not
// listening, so it asks again whenever it is connected anew.
func (t *sharedTable) follow(ctx context.Context) {
	news := t.client.Subscribe(ctx, tableNews)
	defer news.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-news.ChannelWithSubscriptions():
			if !open {
				return
			}
			if err := t.again(ctx); err != nil {
				t.logger.Error("cannot replace the routes", "error", err)
				continue
			}
			t.logger.Info("routes replaced", "rows", len(t.router.Table().Routes))
		}
	}
}

func (t *sharedTable) again(ctx context.Context) error {
	table, err := t.load(ctx)
	if err != nil {
		return err
	}
	return t.router.Swap(table)
}

// Show prints the table that this replica serves.
func (t *sharedTable) Show(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	t.router.Table().WriteSheet(w, route.Filter{})
}

// Update gives all replicas another routes file. One that this replica could not serve, because of an error in it
// or a route without a handler, changes nothing.
func (t *sharedTable) Update(w http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+t.token)) != 1 {
		http.Error(w, "wrong token", http.StatusUnauthorized)
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxTable))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	table, err := parse(text)
	if err == nil {
		err = t.router.Swap(table)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	_, err = t.client.TxPipelined(r.Context(), func(p redis.Pipeliner) error {
		p.Set(r.Context(), tableKey, text, 0)
		p.Publish(r.Context(), tableNews, "")
		return nil
	})
	if err != nil {
		http.Error(w, "the other replicas were not told", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
