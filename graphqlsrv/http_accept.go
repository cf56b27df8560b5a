package graphqlsrv

import (
	"strconv"
	"strings"

	"signalbox/graphqlsrv/internal/transportsse"
)

// An acceptKind is a media type that the server can answer in.
type acceptKind int

const (
	acceptJSON     acceptKind = iota // application/json
	acceptResponse                   // application/graphql-response+json
	acceptStream                     // text/event-stream
	acceptPage                       // text/html
	acceptParts                      // multipart/mixed, with subscriptionSpec
	acceptKinds
)

var acceptNames = [acceptKinds]string{"application/json", "application/graphql-response+json", "text/event-stream", "text/html", "multipart/mixed"}

// An accept is what the header Accept says of each media type.
type accept [acceptKinds]preference

// A preference is how much a media type is wanted.
type preference struct {
	quality  int // in thousandths; 0 is not at all
	specific int // how closely it is named: 0 not, 1 */*, 2 application/*, 3 by its name
	rank     int // its place in the header
}

// acceptAll is the meaning of no header.
var acceptAll = accept{acceptJSON: {1000, 1, 0}, acceptResponse: {1000, 1, 0}}

// maxAcceptRanges bounds the work on a header.
const maxAcceptRanges = 100

// parseAccept reads the header. RFC 9110, section 12.5.1.
func parseAccept(header []string) accept {
	switch {
	case len(header) == 0, len(header) == 1 && (header[0] == "" || header[0] == "*/*"):
		return acceptAll
	}
	var a accept
	rank := 0
	for _, line := range header {
		for each := range strings.SplitSeq(line, ",") {
			if rank++; rank > maxAcceptRanges {
				return a
			}
			a.add(each, rank)
		}
	}
	return a
}

// add reads one media range.
func (a *accept) add(text string, rank int) {
	name, parameters, _ := strings.Cut(text, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	quality, ok := qualityOf(parameters)
	if !ok {
		return
	}
	for k, kind := range acceptNames {
		if acceptKind(k) == acceptParts && !strings.Contains(parameters, "subscriptionSpec=") {
			continue // deferred fragments, say
		}
		family, _, _ := strings.Cut(kind, "/")
		specific := 0
		switch name {
		case kind:
			specific = 3
		case family + "/*":
			specific = 2
		case "*/*":
			specific = 1
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
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "charset":
			if !isUTF8(value) {
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

func isUTF8(charset string) bool {
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

// json tells which of the two JSON types is wanted more; application/json where
// there is no difference.
func (a accept) json() acceptKind {
	if a[acceptResponse].prefers(a[acceptJSON]) {
		return acceptResponse
	}
	return acceptJSON
}

// stream reports whether a stream of events may be sent: the client must have
// named its type, for not every client can read one.
func (a accept) stream() bool {
	return a[acceptStream].quality > 0 && a[acceptStream].specific > 1
}

// onlyStream reports whether even a query is to be answered by a stream.
func (a accept) onlyStream() bool { return a.stream() && a[a.json()].quality < a[acceptStream].quality }

// parts reports whether a stream may be the parts of a multipart body.
func (a accept) parts() bool { return a[acceptParts].quality > 0 && a[acceptParts].specific == 3 }

// framing is that of the stream that is wanted more.
func (a accept) framing() *transportsse.Framing {
	if a.parts() && (!a.stream() || a[acceptParts].prefers(a[acceptStream])) {
		return &transportsse.Parts
	}
	return &transportsse.Events
}

func (a accept) any() bool { return a.stream() || a.parts() || a[a.json()].quality > 0 }

// page reports whether a browser asks for a page.
func (a accept) page() bool {
	p := a[acceptPage]
	return p.quality > 0 && p.specific == 3 && !a[a.json()].prefers(p) && !a[acceptStream].prefers(p)
}
