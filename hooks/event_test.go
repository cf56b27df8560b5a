package hooks_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"signalbox/hooks"
)

// Decode gives what encoding/json does, which decodes another way.
func TestDecodeIsThatOfEncodingJSON(t *testing.T) {
	type inner struct {
		At  *time.Time
		Raw json.RawMessage `json:"raw"`
	}
	type every struct {
		ID     string `json:"id"`
		N      json.Number
		P      *json.Number
		Any    any
		Map    map[string]any
		Bytes  []byte
		Array  [2]int
		List   []inner
		Quoted int `json:",string"`
		inner
	}
	for _, body := range []string{
		`{"ID":"case","id":"exact","N":1.50,"P":2,"Any":{"a":[1,"x",null,1e400]}}`, `{"id":"\ud800","N":"7","Bytes":"AQI="}`,
		`{"id":"a","id":"b","Map":{"a":1,"a":2},"Array":[1,2,3],"Quoted":"7"}`, "{\"id\":\"\xff\"}", `{"List":[{"At":"2026-01-02T03:04:05Z","raw": {"a" : 1}}],"At":null}`,
		`{"Array":[1],"List":null,"Bytes":null,"N":null,"P":null}`, `null`, `[]`, `7`, ``, `{`, `{"id":1}`, `{"N":true}`, `{"N":"x"}`, `{"Quoted":7}`, `{} x`, `{"Any":1,"raw":[]}`,
	} {
		var got, want every
		e := hooks.Event{Body: body}
		gotErr, wantErr := e.Decode(&got), json.Unmarshal([]byte(body), &want)
		if (gotErr == nil) != (wantErr == nil) {
			t.Errorf("%s: %v, encoding/json: %v", body, gotErr, wantErr)
		}
		if wantErr == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, encoding/json: %+v", body, got, want)
		}
		var gotAny, wantAny any
		gotErr, wantErr = e.Decode(&gotAny), json.Unmarshal([]byte(body), &wantAny)
		if (gotErr == nil) != (wantErr == nil) || wantErr == nil && !reflect.DeepEqual(gotAny, wantAny) {
			t.Errorf("%s: %v %v, encoding/json: %v %v", body, gotAny, gotErr, wantAny, wantErr)
		}
	}
}
