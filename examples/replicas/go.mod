module signalbox/examples/replicas

go 1.26.0

replace signalbox => ../../

replace signalbox/graphqlsrv/redispubsub => ../../graphqlsrv/redispubsub

replace signalbox/hooks/redisreplay => ../../hooks/redisreplay

require (
	github.com/julienschmidt/httprouter v1.3.0
	github.com/redis/go-redis/v9 v9.23.0
	signalbox v0.0.0
	signalbox/graphqlsrv/redispubsub v0.0.0-00010101000000-000000000000
	signalbox/hooks/redisreplay v0.0.0-00010101000000-000000000000
)

require (
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/coder/websocket v1.8.15 // indirect
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect
	github.com/golang-jwt/jwt/v5 v5.3.1 // indirect
	github.com/hbollon/go-edlib v1.6.0 // indirect
	github.com/rs/cors v1.11.1 // indirect
	github.com/vektah/gqlparser/v2 v2.5.64 // indirect
	go.opentelemetry.io/otel v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	go.uber.org/atomic v1.12.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/time v0.16.0 // indirect
)
