package main

//go:generate go run signalbox/cmd/routes gen graphql -f graphql -o graph/graph.go --model User=signalbox/examples/blog/record.User --model Post=signalbox/examples/blog/record.Post --model Comment=signalbox/examples/blog/record.Comment --batch Post.author --batch User.posts --batch Comment.post --batch Post.comments
