// Package redispubsub carries events of GraphQL subscriptions, and invalidations
// of live queries, between machines by Redis' publish and subscribe.
//
//	client := redis.NewClient(&redis.Options{Addr: "localhost:6379"})
//	broker := redispubsub.New(client)
//	defer broker.Close()
//
//	var messages = graphqlsrv.NewTopic[*Message](broker, "message")
//
// One connection of a process serves all its subscriptions: a topic is subscribed
// to at Redis while it has subscribers here, and what arrives is given to them by
// a [graphqlsrv.Memory], with its rule for slow subscribers.
//
// Subscribing and publishing end with their contexts; for publishing, the client needs
// ContextTimeoutEnabled in its options.
//
// Redis keeps nothing for who isn't listening. When the connection breaks, events
// may be lost: every subscription of the process is ended with the code
// EVENTS_LOST, so that clients connect again and ask for what is there.
package redispubsub
