// Package accept reads the header Accept for the media types that answer GraphQL requests:
// RFC 9110, section 12.5.1.
package accept

import (
	"strconv"
	"strings"

	"signalbox/graphqlsrv/internal/transportsse"
)

// A kind is a media type that the server can answer in.
type kind int

const (
	asJSON     kind = iota // application/json
	asResponse             // application/graphql-response+json
	asStream               // text/event-stream
	asPage                 // text/html
	asParts                // multipart/mixed, with subscriptionSpec
	kinds
)

var names = [kinds]string{"application/json", "application/graphql-response+json", "text/event-stream", "text/html", "multipart/mixed"}

// A Header is what the header Accept says of each media type.
type Header [kinds]preference

// A preference is how much a media type is wanted.
type preference struct {
	quality  int // in thousandths; 0 is not at all
	specific int // how closely it is named: 0 not, 1 */*, 2 application/*, 3 by its name
	rank     int // its place in the header
}

// all is the meaning of no header.
var all = Header{asJSON: {1000, 1, 0}, asResponse: {1000, 1, 0}}

// maxRanges bounds the work on a header.
const maxRanges = 100

// Parse reads the header. RFC 9110, section 12.5.1.
func Parse(header []string) Header {
	switch {
	case len(header) == 0, len(header) == 1 && (header[0] == "" || header[0] == "*/*"):
		return all
	}
	var a Header
	rank := 0
	for _, line := range header {
		for each := range strings.SplitSeq(line, ",") {
			if rank++; rank > maxRanges {
				return a
			}
			a.add(each, rank)
		}
	}
	return a
}

// add reads one media range.
func (a *Header) add(text string, rank int) {
	name, parameters, _ := strings.Cut(text, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	quality, ok := qualityOf(parameters)
	if !ok {
		return
	}
	family, anyOf := strings.CutSuffix(name, "*")
	for k, typ := range names {
		specific := 0
		switch {
		case name == typ:
			specific = 3
		case name == "*/*":
			specific = 1
		case anyOf && strings.HasSuffix(family, "/") && strings.HasPrefix(typ, family):
			specific = 2
		}
		if kind(k) == asParts && !strings.Contains(parameters, "subscriptionSpec=") {
			specific = 0 // deferred fragments, say
		}
		if specific > a[k].specific {
			a[k] = preference{quality, specific, rank}
		}
	}
}

// qualityOf reads the weight; false means that the range asks for another
// charset than UTF-8.
func qualityOf(parameters string) (quality int, ok bool) {
	quality = 1000
	if parameters == "" {
		return quality, true
	}
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "charset":
			if !IsUTF8(value) {
				return 0, false
			}
		case "q":
			f, err := strconv.ParseFloat(value, 64)
			if err != nil || f < 0 || f > 1 {
				return 0, false
			}
			quality = int(f * 1000)
		}
	}
	return quality, true
}

// IsUTF8 reports whether a charset is UTF-8, by either of its names.
func IsUTF8(charset string) bool {
	return strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}

// prefers reports whether a is wanted more than b: by weight, by how closely it is
// named, and by its place.
func (a preference) prefers(b preference) bool {
	switch {
	case a.quality != b.quality:
		return a.quality > b.quality
	case a.specific != b.specific:
		return a.specific > b.specific
	}
	return a.rank < b.rank
}

// json returns which of the two JSON types is wanted more; application/json where there is no
// difference.
func (a Header) json() kind {
	if a[asResponse].prefers(a[asJSON]) {
		return asResponse
	}
	return asJSON
}

// Response reports whether application/graphql-response+json is wanted more than
// application/json.
func (a Header) Response() bool { return a.json() == asResponse }

// Stream reports whether a stream of events may be sent: the client must have
// named its type, for not every client can read one.
func (a Header) Stream() bool {
	return a[asStream].quality > 0 && a[asStream].specific > 1
}

// OnlyStream reports whether even a query is to be answered by a stream.
func (a Header) OnlyStream() bool { return a.Stream() && a[a.json()].quality < a[asStream].quality }

// parts reports whether a stream may be the parts of a multipart body.
func (a Header) parts() bool { return a[asParts].quality > 0 && a[asParts].specific == 3 }

// Framing returns that of the stream that is wanted more, nil where none may be sent.
func (a Header) Framing() *transportsse.Framing {
	switch {
	case a.parts() && (!a.Stream() || a[asParts].prefers(a[asStream])):
		return &transportsse.Parts
	case a.Stream():
		return &transportsse.Events
	}
	return nil
}

// Any reports whether any answer is allowed.
func (a Header) Any() bool { return a.Framing() != nil || a[a.json()].quality > 0 }

// Page reports whether a browser asks for a page.
func (a Header) Page() bool {
	p := a[asPage]
	return p.quality > 0 && p.specific == 3 && !a[a.json()].prefers(p) && !a[asStream].prefers(p)
}
