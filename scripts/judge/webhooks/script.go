package main

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

// A scriptValue is a value of JavaScript in JSON: "$undefined", "$NaN" and
// "$Infinity" are what they say, {"$repeat": [text, times]} is a long text.
type scriptValue struct{ raw json.RawMessage }

// UnmarshalJSON keeps the value as it is.
func (v *scriptValue) UnmarshalJSON(raw []byte) error {
	v.raw = append(json.RawMessage(nil), raw...)
	return nil
}

// undefined tells whether the value is not there.
func (v *scriptValue) undefined() bool { return v.raw == nil || string(v.raw) == `"$undefined"` }

// present tells whether the value is there and not null.
func (v *scriptValue) present() bool { return !v.undefined() && string(v.raw) != "null" }

// composite tells whether the value is an object or an array.
func (v *scriptValue) composite() bool {
	return v.present() && (v.raw[0] == '{' || v.raw[0] == '[')
}

// maxRepeat bounds the length of a repeated text, in bytes.
const maxRepeat = 64 << 20

// text gives a text.
func (v *scriptValue) text() (string, bool) {
	if !v.present() {
		return "", false
	}
	if v.raw[0] != '{' {
		var text string
		err := json.Unmarshal(v.raw, &text)
		return text, err == nil
	}
	var long struct {
		Repeat []json.RawMessage `json:"$repeat"`
	}
	if json.Unmarshal(v.raw, &long) != nil || len(long.Repeat) != 2 {
		return "", false
	}
	var (
		text  string
		times int
	)
	if json.Unmarshal(long.Repeat[0], &text) != nil || json.Unmarshal(long.Repeat[1], &times) != nil {
		return "", false
	}
	if times < 0 || text != "" && times > maxRepeat/len(text) {
		return "", false
	}
	return strings.Repeat(text, times), true
}

func (v *scriptValue) textOrEmpty() string {
	text, _ := v.text()
	return text
}

// texts gives a text, or the texts of an array.
func (v *scriptValue) texts() ([]string, bool) {
	if text, ok := v.text(); ok {
		return []string{text}, true
	}
	var values []scriptValue
	if json.Unmarshal(v.raw, &values) != nil || values == nil {
		return nil, false
	}
	texts := make([]string, len(values))
	for i := range values {
		text, ok := values[i].text()
		if !ok {
			return nil, false
		}
		texts[i] = text
	}
	return texts, true
}

// number gives a number, or a text's number, as JavaScript has it; NaN for
// anything else.
func (v *scriptValue) number() (float64, bool) {
	var number float64
	if v.raw[0] != '"' && json.Unmarshal(v.raw, &number) == nil {
		return number, true
	}
	text, _ := v.text()
	switch text {
	case "$Infinity":
		return math.Inf(1), true
	case "$-Infinity":
		return math.Inf(-1), true
	}
	number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || text == "$NaN" {
		return math.NaN(), false
	}
	return number, true
}

// milliseconds gives a number of an option, nil if the option is not there.
func (v *scriptValue) milliseconds() *redwood.Milliseconds {
	if !v.present() {
		return nil
	}
	number, _ := v.number()
	ms := redwood.Milliseconds(number)
	return &ms
}

// secrets gives the secrets, one or several; fallback if there are none.
func (v *scriptValue) secrets(fallback string) ([]string, error) {
	if v.undefined() {
		return []string{fallback}, nil
	}
	if !v.present() {
		return []string{""}, nil
	}
	texts, ok := v.texts()
	if !ok {
		return nil, &hooks.ConfigError{Setting: "secret", Problem: "want a text, or several"}
	}
	return texts, nil
}

// lineOptions are VerifyOptions in JSON, the transformer by its name.
type lineOptions struct {
	SignatureHeader          scriptValue `json:"signatureHeader"`
	SignatureTransformer     scriptValue `json:"signatureTransformer"`
	CurrentTimestampOverride scriptValue `json:"currentTimestampOverride"`
	EventTimestamp           scriptValue `json:"eventTimestamp"`
	Tolerance                scriptValue `json:"tolerance"`
	Issuer                   scriptValue `json:"issuer"`
}

// UnmarshalJSON takes "$undefined" for no options.
func (o *lineOptions) UnmarshalJSON(raw []byte) error {
	if string(raw) == `"$undefined"` {
		return nil
	}
	type plain lineOptions
	return json.Unmarshal(raw, (*plain)(o))
}

func (o *lineOptions) verifyOptions() (redwood.VerifyOptions, error) {
	made := redwood.VerifyOptions{
		SignatureHeader:          o.SignatureHeader.textOrEmpty(),
		CurrentTimestampOverride: o.CurrentTimestampOverride.milliseconds(),
		EventTimestamp:           o.EventTimestamp.milliseconds(),
		Tolerance:                o.Tolerance.milliseconds(),
	}
	if o.Issuer.present() {
		texts, ok := o.Issuer.texts()
		switch {
		case !ok:
			return made, &hooks.ConfigError{Setting: "issuer", Problem: "want a text, or several"}
		case o.Issuer.raw[0] == '[':
			made.Issuers = texts
		default:
			made.Issuer = texts[0]
		}
	}
	if name := o.SignatureTransformer.textOrEmpty(); name != "" {
		transformer, err := transformer(name)
		if err != nil {
			return made, err
		}
		made.SignatureTransformer = transformer
	}
	return made, nil
}

// transformer is a signature transformer by its name: trim, svixV1, strip:PREFIX,
// prepend:PREFIX, undefined, throw.
func transformer(name string) (func(string) (string, error), error) {
	kind, argument, _ := strings.Cut(name, ":")
	pure := func(f func(string) string) (func(string) (string, error), error) {
		return func(s string) (string, error) { return f(s), nil }, nil
	}
	switch kind {
	case "trim":
		return pure(strings.TrimSpace)
	case "svixV1":
		return pure(firstV1)
	case "strip":
		return pure(func(s string) string { return strings.TrimPrefix(s, argument) })
	case "prepend":
		return pure(func(s string) string { return argument + s })
	case "undefined":
		return pure(func(string) string { return "" })
	case "throw":
		return func(string) (string, error) { return "", errors.New("the transformer failed") }, nil
	}
	return nil, &hooks.ConfigError{Setting: "signatureTransformer", Problem: "want trim, svixV1, strip:PREFIX, prepend:PREFIX, undefined or throw"}
}

// firstV1 takes the first signature of version v1 of a list, as the usual
// transformer for Svix does.
func firstV1(signatures string) string {
	for signature := range strings.SplitSeq(signatures, " ") {
		if version, rest, _ := strings.Cut(signature, ","); version == "v1" {
			rest, _, _ = strings.Cut(rest, ",")
			return rest
		}
	}
	return ""
}

// A lineEvent is an event in JSON.
type lineEvent struct {
	Headers         map[string]scriptValue `json:"headers"`
	Body            scriptValue            `json:"body"`
	IsBase64Encoded bool                   `json:"isBase64Encoded"`
}

// UnmarshalJSON takes "$undefined" for no event.
func (e *lineEvent) UnmarshalJSON(raw []byte) error {
	if string(raw) == `"$undefined"` {
		return nil
	}
	type plain lineEvent
	return json.Unmarshal(raw, (*plain)(e))
}

func (e *lineEvent) event() (hooks.Event, error) {
	event := hooks.Event{Headers: map[string]string{}, IsBase64Encoded: e.IsBase64Encoded}
	for name, value := range e.Headers {
		if text, ok := value.text(); ok {
			event.Headers[name] = text
		}
	}
	if e.Body.present() {
		body, ok := e.Body.text()
		if !ok {
			return event, &hooks.ConfigError{Setting: "event", Problem: "want a text as its body"}
		}
		event.Body = body
	}
	return event, nil
}
