// Package jsonread has the decoders of requests' JSON, and says what is wrong with it.
package jsonread

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"signalbox/graphqlsrv/internal/language"
)

var (
	noText   = new(bytes.Buffer)
	decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(noText) }}
)

// Decoder returns a decoder of text; Free takes it back.
func Decoder(text []byte) *jsontext.Decoder {
	d := decoders.Get().(*jsontext.Decoder)
	d.Reset(bytes.NewBuffer(text))
	return d
}

// Free keeps a decoder for the next text, but not the text.
func Free(d *jsontext.Decoder) {
	d.Reset(noText)
	decoders.Put(d)
}

// AtEnd returns an error if more follows a value.
func AtEnd(d *jsontext.Decoder) error {
	_, err := d.ReadToken()
	switch err {
	case io.EOF:
		return nil
	case nil:
		return errors.New("more text after the value")
	}
	return err
}

// Invalid says what is wrong with the JSON of a part of a request.
func Invalid(what string, err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && syntax.Err != nil && syntax.Err.Error() == "exceeded max depth" {
		return errors.New(language.Messagef("%s is nested too deep: the depth limit of lists and objects is %d.", what, maxDepth))
	}
	return errors.New(language.Messagef("%s is no valid JSON: %s.", what, strings.TrimPrefix(err.Error(), "jsontext: ")))
}

// maxDepth is the bound of package jsontext.
const maxDepth = 10_000
