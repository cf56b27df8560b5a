package rack

import (
	"net/http"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/internal/rubyjson"
	"signalbox/internal/uri"
)

// parseError is Rails' exception for a body that is no JSON; it is answered 400.
const parseError = "ActionDispatch::Http::Parameters::ParseError"

// ErrBigNumber is what a number is answered with that is an Integer in Ruby and none
// here.
var ErrBigNumber = &StatusError{http.StatusNotImplemented, "an integer in the JSON is beyond 64 bits"}

// jsonParams reads a JSON body; what is no object is under _json. Rails:
// Http::Parameters::DEFAULT_PARSERS.
func jsonParams(body []byte) (*dsl.Hash, error) {
	v, err := rubyjson.Parse(string(body), rubyjson.Maker[dsl.Value](jsonMaker{}))
	switch {
	case err == rubyjson.ErrSyntax || err == rubyjson.ErrDepth:
		return nil, dsl.Raise(parseError, "Error occurred while parsing request parameters")
	case err != nil:
		return nil, err
	}
	if h, ok := v.(*dsl.Hash); ok {
		return h, nil
	}
	h := dsl.NewHash(1)
	h.Set(dsl.NewString("_json"), v)
	return h, nil
}

// A jsonMaker makes parameters of JSON.
type jsonMaker struct{}

func (jsonMaker) Null() dsl.Value { return dsl.Nil }

func (jsonMaker) Bool(b bool) dsl.Value { return dsl.Bool(b) }

func (jsonMaker) String(s string) (dsl.Value, error) {
	if !uri.ValidText(s) {
		return nil, &paramError{"Invalid encoding for parameter: " + strings.ToValidUTF8(s, "\ufffd")}
	}
	return dsl.NewString(s), nil
}

func (jsonMaker) Number(text string, isFloat bool) (dsl.Value, error) {
	if !isFloat {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, ErrBigNumber
		}
		return dsl.Int(n), nil
	}
	f, _ := strconv.ParseFloat(text, 64) // infinite beyond the largest, as in Ruby
	return dsl.Float(f), nil
}

// List leaves nil out. Rails: Request::Utils::NoNilParamEncoder.
func (jsonMaker) List(elems []dsl.Value) (dsl.Value, error) {
	list := dsl.NewArray()
	for _, v := range elems {
		if v != dsl.Nil {
			list.Elems = append(list.Elems, v)
		}
	}
	return list, nil
}

func (jsonMaker) Object(keys []string, values []dsl.Value) (dsl.Value, error) {
	h := dsl.NewHash(len(keys))
	for i, key := range keys {
		h.Set(dsl.NewString(key), values[i])
	}
	return h, nil
}
