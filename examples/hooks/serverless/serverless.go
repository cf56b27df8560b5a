// Package serverless is an example: the GitHub receiver as an AWS Lambda function
// behind API Gateway (REST and HTTP APIs) or a function URL.
//
// The receiver is the very one that runs under net/http: its events and responses
// have the JSON form of those that the runtime passes.
package serverless

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/aws/aws-lambda-go/lambda"

	"signalbox/examples/hooks/github"
	"signalbox/examples/hooks/internal/loopback"
	"signalbox/hooks"
)

// Function is the function, for lambda.Start or, as here, for lambda.NewHandler.
func Function(secret string, logger *slog.Logger) (lambda.Handler, error) {
	receiver, err := github.Receiver(secret, logger)
	if err != nil {
		return nil, err
	}
	return lambda.NewHandler(receiver.HandleEvent), nil
}

// RecordedSecret is what the recorded events are signed with.
const RecordedSecret = "recorded-secret"

// Recorded are events as API Gateway and function URLs pass them.
//
//go:embed testdata/*.json
var Recorded embed.FS

// Demo runs the function on recorded events.
func Demo(ctx context.Context, out io.Writer, logger *slog.Logger) error {
	for _, e := range []struct {
		name, file string
		status     int
	}{
		{"REST API, a push that GitHub signed", "rest-api.json", 200},
		{"HTTP API, the body in base64", "http-api.json", 200},
		{"function URL", "function-url.json", 200},
		{"forged: the body was changed", "forged.json", 401},
	} {
		function, err := Function(RecordedSecret, logger) // a new one each: they are one delivery
		if err != nil {
			return err
		}
		response, err := Invoke(ctx, function, e.file)
		if err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
		loopback.Report(out, e.name, response.StatusCode, response.Body)
		if response.StatusCode != e.status {
			return errors.New(e.file + ": not answered as it must be")
		}
	}
	return nil
}

// Invoke gives a recorded event to the function as the runtime does.
func Invoke(ctx context.Context, function lambda.Handler, file string) (response hooks.Response, err error) {
	event, err := Recorded.ReadFile("testdata/" + file)
	if err != nil {
		return response, err
	}
	answer, err := function.Invoke(ctx, event)
	if err != nil {
		return response, err
	}
	return response, json.Unmarshal(answer, &response)
}
