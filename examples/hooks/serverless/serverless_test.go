package serverless_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"signalbox/examples/hooks/serverless"
	"signalbox/hooks"
)

func TestRecordedEvents(t *testing.T) {
	done := hooks.Response{
		StatusCode: 200, Headers: map[string]string{"Content-Type": "application/json"},
		Body: `{"data":"zoë pushed 2 commits to refs/heads/main"}`,
	}
	tests := []struct {
		file string
		form any // the runtime's own type of the event; function URLs use format 2.0 too
		want hooks.Response
	}{
		{"rest-api.json", &events.APIGatewayProxyRequest{}, done},
		{"http-api.json", &events.APIGatewayV2HTTPRequest{}, done},
		{"function-url.json", &events.APIGatewayV2HTTPRequest{}, done},
		{"forged.json", &events.APIGatewayV2HTTPRequest{}, hooks.Response{StatusCode: 401}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			event, err := serverless.Recorded.ReadFile("testdata/" + tt.file)
			if err != nil {
				t.Fatal(err)
			}
			form := json.NewDecoder(bytes.NewReader(event))
			form.DisallowUnknownFields()
			if err := form.Decode(tt.form); err != nil {
				t.Errorf("the event isn't one of the runtime: %v", err)
			}
			function, err := serverless.Function(serverless.RecordedSecret, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			response, err := serverless.Invoke(t.Context(), function, tt.file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, response); diff != "" {
				t.Error(diff)
			}
		})
	}
}
