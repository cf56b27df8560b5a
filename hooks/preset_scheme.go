package hooks

import (
	"cmp"
	"crypto"
	"crypto/hmac"
	_ "crypto/sha1" // for Hash
	_ "crypto/sha512"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Scheme describes how a sender signs its deliveries with an HMAC. [Scheme.New] makes a
// [Preset] of it, which receives and sends what the sender's documentation says:
//
//	// X-Partner-Signature: sha256=<hex of the HMAC-SHA256 of "<time>.<body>">
//	// X-Partner-Timestamp: 1700000000
//	partner, err := hooks.Scheme{
//		Name: "partner",
//		Header: "X-Partner-Signature", Form: "sha256={hex}",
//		TimeHeader: "X-Partner-Timestamp", Content: "{time}.{body}",
//		TypePath: "event.type", IDPath: "event.id",
//	}.New(hooks.WithSecrets(os.Getenv("PARTNER_SECRET")))
//
// The zero value of a field is what most senders do. Most presets are schemes.
type Scheme struct {
	// Name is the sender's, for messages and replay stores: "partner". Two schemes of one
	// name are one sender to a replay store. The names of [Presets] are taken.
	Name string

	// Header has the signature: "X-Hub-Signature-256".
	Header string
	// Form is what is in the header: "{hex}", which is the default and the signature in lower case,
	// "{base64}" with padding, "sha256={hex}", a list, which is written with two of them,
	// "v1,{base64} v1,{base64}", or pairs of which the time is the first, "t={time},v1={hex}". Between
	// them is a comma, a semicolon or a space; ", " and "; " take deliveries with and without the
	// space. A delivery may have pairs in any order, others beside them, and several signatures of a
	// list or of pairs, of which one must be right.
	Form string
	// Hash is crypto.SHA256, which is the default, crypto.SHA1 or crypto.SHA512.
	Hash crypto.Hash

	// Content is what is signed: "{body}", which is the default, or the body between others:
	// "v0:{time}:{body}", "{id}.{time}.{body}", "{url}{body}". {id} is IDHeader's, {url} the
	// public URL, which is given to [WithURL], and {method} the request's. The time is written in
	// seconds since 1970, or as the part says that takes its place: {milliseconds} or {rfc3339}.
	//
	// Where a part ends must show, or else whoever has recorded a delivery could count bytes of
	// one part to the next. {rfc3339} shows where it begins and ends; a time of digits must
	// have as many as the present has, unless a text is beside it, "{time}.{body}". An id needs
	// one, "{id}.{body}", which it may not have in it. A URL or a method beside the body is safe:
	// what could be moved between them leaves a body that is not JSON.
	Content string

	// TimeHeader has the time of the signature, unless Form has it.
	TimeHeader string
	// Tolerance is how far the time may be from now, before or after; 0 means
	// five minutes. [WithTolerance] goes before it.
	Tolerance time.Duration

	// TypeHeader has the type of the event, or else TypePath, the names of members in the JSON
	// body with dots between them: "event.type".
	TypeHeader, TypePath string
	// IDHeader has the id of the delivery, which is the same for each attempt, or else IDPath.
	// The signature covers one in the body, and one that Content names. With one that it does
	// not cover, and without a time, a delivery is known by its body: whoever has recorded one
	// could send it again under another id.
	IDHeader, IDPath string
}

// An encoding is how a digest is written.
type encoding int

const (
	inHex      encoding = iota // lowercase
	inBase64                   // with padding, RFC 4648, section 4
	nodeBase64                 // as Node reads it
)

func (e encoding) append(dst, digest []byte) []byte {
	if e == inHex {
		return hex.AppendEncode(dst, digest)
	}
	return stdBase64.AppendEncode(dst, digest)
}

// decode decodes a digest and reports whether text is exactly that.
func (e encoding) decode(digest []byte, text string) bool {
	switch e {
	case inHex:
		return decodeHex(digest, text)
	case inBase64:
		return decodeBase64(digest, text)
	}
	return decodeBase64Signature(digest, text)
}

// equal reports in constant time whether text is sum.
func (e encoding) equal(sum []byte, text string) bool {
	if e == inHex {
		return equalHex(sum, text)
	}
	var digest [maxDigest]byte
	return e.decode(digest[:len(sum)], text) && hmac.Equal(sum, digest[:len(sum)])
}

// New makes a preset of the scheme. It returns a *ConfigError for a scheme that says too
// little, or what no signature can be made of, and where [NewPreset] does.
func (s Scheme) New(options ...Option) (*Preset, error) {
	if s.Name == "" {
		return nil, &ConfigError{Setting: "scheme", Problem: "has no Name"}
	}
	if presets[s.Name] != nil {
		return nil, &ConfigError{Setting: "scheme", Problem: "has the Name of a preset, " + s.Name + "; take another, or NewPreset"}
	}
	return newPreset(s.Name, s.setUp, options)
}

// setUp makes a preset one of the scheme's.
func (s Scheme) setUp(p *Preset) error {
	_, err := s.setUpWith(p)
	return err
}

// setUpWith is setUp of a sender to which more options apply. It returns the preset's MAC.
func (s Scheme) setUpWith(p *Preset, applies ...string) (*headerMAC, error) {
	m, err := s.mac()
	if err != nil {
		return nil, &ConfigError{Setting: "scheme", Problem: s.Name + ": " + err.Error()}
	}
	timed, idSigned := m.timed(), s.IDHeader == "" || m.id != ""
	p.typeAt = eventType{header: s.TypeHeader, paths: path(s.TypePath)}
	p.idAt = deliveryID{idSigned: idSigned}
	if s.IDHeader != "" {
		p.idAt.idHeaders = []string{s.IDHeader}
	} else {
		p.idAt.idPaths = path(s.IDPath)
	}
	p.byBody = !timed && !idSigned
	if timed {
		applies = append(applies, "tolerance")
		if s.Tolerance > 0 {
			p.tolerate(s.Tolerance)
		}
	}
	if m.content.has(urlPart) {
		p.signsURL, applies = true, append(applies, "URL")
	}
	secrets, err := p.init(applies...)
	m.config, m.keys = p.config, newKeyring(m.hash, rawKeys(secrets))
	p.scheme, p.header, p.form = m, m.header, s.form()
	return m, err
}

// form is what is in the header.
func (s Scheme) form() string { return cmp.Or(s.Form, hexPart) }

// path returns the names of members of "event.type"; nil of none.
func path(text string) [][]string {
	if text == "" {
		return nil
	}
	return [][]string{strings.Split(text, ".")}
}

// isPath reports whether a text is the names of members with dots between.
func isPath(text string) bool { return !slices.Contains(strings.Split(text, "."), "") }

// check returns an error for what a field has that it can't have, or can't have beside another.
func (s Scheme) check() error {
	for _, h := range []struct{ field, name string }{
		{"Header", s.Header}, {"TimeHeader", s.TimeHeader}, {"TypeHeader", s.TypeHeader}, {"IDHeader", s.IDHeader},
	} {
		switch {
		case h.name != "" && !token(h.name):
			return fmt.Errorf("the %s %q is not the name of a header", h.field, h.name)
		case h.field != "Header" && h.name != "" && strings.EqualFold(h.name, s.Header):
			return fmt.Errorf("the %s is the Header %q, which has the signature", h.field, s.Header)
		}
	}
	switch {
	case s.Header == "":
		return fmt.Errorf("has no Header")
	case !slices.Contains([]crypto.Hash{0, crypto.SHA256, crypto.SHA1, crypto.SHA512}, s.Hash):
		return fmt.Errorf("the Hash %d is none of SHA-256, SHA-1 and SHA-512", s.Hash)
	case s.Tolerance < 0:
		return fmt.Errorf("the Tolerance %v is negative", s.Tolerance)
	case s.TypeHeader != "" && s.TypePath != "":
		return fmt.Errorf("the type is in TypeHeader and in TypePath; want one of them")
	case s.IDHeader != "" && s.IDPath != "":
		return fmt.Errorf("the id is in IDHeader and in IDPath; want one of them")
	case s.TypePath != "" && !isPath(s.TypePath):
		return fmt.Errorf("the TypePath %q: want names with dots between, as in event.type", s.TypePath)
	case s.IDPath != "" && !isPath(s.IDPath):
		return fmt.Errorf("the IDPath %q: want names with dots between, as in event.id", s.IDPath)
	}
	return nil
}

// mac is the scheme without its keys.
func (s Scheme) mac() (*headerMAC, error) {
	err := s.check()
	if err != nil {
		return nil, err
	}
	m := &headerMAC{hash: cmp.Or(s.Hash, crypto.SHA256), header: s.Header, time: timeHeader{name: s.TimeHeader}}
	if m.form, err = parseForm(s.Form); err != nil {
		return nil, err
	}
	if m.content, m.time.format, err = parseTemplate(s.Content); err != nil {
		return nil, err
	}
	timed := m.timed()
	switch {
	case m.time.name != "" && m.form.timed():
		return nil, fmt.Errorf("the time stands in Form and in TimeHeader; want one of them")
	case timed && !m.content.has(timePart):
		return nil, fmt.Errorf("the Content has no {time}: a time that is not signed proves nothing")
	case !timed && m.content.has(timePart):
		return nil, fmt.Errorf("the Content has {time}, but neither Form nor TimeHeader says where it is")
	case !timed && s.Tolerance != 0:
		return nil, fmt.Errorf("has a Tolerance, but neither Form nor TimeHeader says where a time is")
	case m.content.has(idPart) && s.IDHeader == "":
		return nil, fmt.Errorf("the Content has {id}, but there is no IDHeader")
	}
	if m.content.has(idPart) {
		m.id = s.IDHeader
	}
	m.besideID, m.time.digits, err = m.content.marks(m.time.format)
	return m, err
}

// The parts of a template.
const (
	bodyPart   = "{body}"
	timePart   = "{time}"
	idPart     = "{id}"
	urlPart    = "{url}"
	methodPart = "{method}"
	milliPart  = "{milliseconds}" // the time
	stampPart  = "{rfc3339}"      // the time
	hexPart    = "{hex}"          // the signature
	base64Part = "{base64}"       // the signature
)

// A template is what is signed: texts, and parts in braces.
type template []string

func (t template) has(part string) bool { return slices.Contains(t, part) }

// marks returns the text that no id may have in it, because it shows where the id ends, and how many
// digits a time has where nothing else shows its end, or else 0. It returns an error if nothing shows
// where a part ends. What is before the body is read from the left and must show its end, what is
// behind the body is read from the right and must show its beginning.
func (t template) marks(f timeFormat) (besideID string, digits int, err error) {
	body := slices.Index(t, bodyPart)
	for i, part := range t {
		beside, facing := "", byte(0)
		switch {
		case i < body:
			beside, facing = t[i+1], t[i+1][0]
		case i > body:
			beside, facing = t[i-1], t[i-1][len(t[i-1])-1]
		}
		isText, isTime := beside != "" && beside[0] != '{', beside == timePart
		open := false
		switch part {
		case timePart:
			if !isText || facing >= '0' && facing <= '9' {
				digits = f.digits()
			}
		case idPart:
			if besideID = beside; isTime {
				besideID = ":"
			}
			open = !isText && (!isTime || f != inRFC3339)
		case urlPart, methodPart:
			open = isTime && f != inRFC3339 || beside == idPart
		}
		if open {
			return "", 0, fmt.Errorf("the Content %q: nothing shows where %s and %s part; want a text between, as in {id}.{time}.{body}", strings.Join(t, ""), part, beside)
		}
	}
	return besideID, digits, nil
}

// parseTemplate reads "v0:{time}:{body}", in which a time of any format is a timePart then.
func parseTemplate(text string) (t template, format timeFormat, err error) {
	if text == "" || text == bodyPart {
		return nil, inSeconds, nil
	}
	t, err = cutParts(text, bodyPart, timePart, milliPart, stampPart, idPart, urlPart, methodPart)
	if err == nil && !t.has(bodyPart) {
		err = fmt.Errorf("the Content %q has no {body}: whoever sees one delivery could make others", text)
	}
	for i, part := range t {
		switch part {
		case milliPart:
			t[i], format = timePart, inMilliseconds
		case stampPart:
			t[i], format = timePart, inRFC3339
		}
		if err == nil && slices.Contains(t[:i], t[i]) && part[0] == '{' {
			err = fmt.Errorf("the Content %q has %s twice", text, t[i])
		}
	}
	return t, format, err
}

// cutParts cuts a text at its parts in braces.
func cutParts(text string, known ...string) (parts template, err error) {
	for rest := text; rest != ""; {
		from := strings.IndexByte(rest, '{')
		if from < 0 {
			return append(parts, rest), nil
		}
		if from > 0 {
			parts = append(parts, rest[:from])
		}
		end := strings.IndexByte(rest, '}')
		if end < from || !slices.Contains(known, rest[from:end+1]) {
			return nil, fmt.Errorf("%q: there is no such part; want some of %s", text, strings.Join(known, ", "))
		}
		parts, rest = append(parts, rest[from:end+1]), rest[end+1:]
	}
	return parts, nil
}

// content is what is signed of a delivery.
func (t template) content(d *Delivery, timestamp, id string) (c content, err error) {
	c.body = d.Body
	if t == nil {
		return c, nil
	}
	before, behind := 0, false
	for _, part := range t {
		switch part {
		case bodyPart:
			behind = true
			continue
		case timePart:
			part = timestamp
		case idPart:
			part = id
		case urlPart:
			if part, err = publicURL(d); err != nil {
				return c, err
			}
		case methodPart:
			part = d.method()
		}
		switch {
		case part == "":
		case behind:
			c.after += part
		case before < len(c.before):
			c.before[before] = part
			before++
		default:
			c.before[before-1] += part
		}
	}
	return c, nil
}
