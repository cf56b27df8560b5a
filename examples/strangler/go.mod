module signalbox/examples/strangler

go 1.26.0

replace signalbox => ../../

require signalbox v0.0.0-00010101000000-000000000000

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/felixge/httpsnoop v1.1.0 // indirect
	github.com/hbollon/go-edlib v1.6.0 // indirect
	github.com/julienschmidt/httprouter v1.3.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
