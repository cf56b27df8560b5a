package shadow

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// A Report is a request that the two sides answered differently.
type Report struct {
	// Request is the copy of the request; its body is empty.
	Request *http.Request
	// Differences has at least one and at most 32.
	Differences []Difference
}

// A Difference is one part of the two answers.
type Difference struct {
	// What is "status", "header NAME", "body line N", "body", or "failure" if the copy was not
	// answered in full.
	What string
	// Answer is what the client got, Copy what the copy got, each cut to 200 bytes. They may hold
	// what is nobody's business.
	Answer, Copy string
}

const (
	maxDifferences = 32
	maxExcerpt     = 200
)

// A comparison is how answers are compared.
type comparison struct {
	ignored   map[string]bool
	normalize []func(http.Header, []byte) []byte
}

// alwaysIgnored are headers of one side's own, and those that the body decides.
func alwaysIgnored() map[string]bool {
	ignored := map[string]bool{}
	for _, name := range []string{
		"Date", "Server", "Etag", "Last-Modified", "X-Request-Id", "X-Runtime", "Server-Timing", "Content-Length", "Content-Encoding",
	} {
		ignored[name] = true
	}
	return ignored
}

// differences compares the answers to a request.
func (c *comparison) differences(r *http.Request, a, b *answer) (all []Difference) {
	differ := func(what, of, other string) {
		if of != other && len(all) < maxDifferences {
			all = append(all, Difference{what, excerpt(of, 0), excerpt(other, 0)})
		}
	}
	differ("status", fmt.Sprint(a.status), fmt.Sprint(b.status))
	textA, knownA := c.normal(a)
	textB, knownB := c.normal(b)
	names := maps.Clone(a.header)
	maps.Copy(names, b.header)
	redirects := a.status/100 == 3 && b.status/100 == 3 // whose bodies nobody reads
	for _, name := range slices.Sorted(maps.Keys(names)) {
		of, other := headerText(name, a.header), headerText(name, b.header)
		if name == "Location" {
			of, other = sameBase(r, of, other)
		}
		if !c.ignored[name] && !(redirects && name == "Content-Type") {
			differ("header "+name, of, other)
		}
	}
	switch {
	case r.Method == http.MethodHead, redirects, !knownA, !knownB:
	case a.long != b.long:
		differ("body", lengthText(a), lengthText(b))
	case !bytes.Equal(textA, textB) && len(all) < maxDifferences:
		all = append(all, bodyDifference(string(textA), string(textB)))
	}
	return all
}

// normal returns the body of an answer in the form that is compared; known is false if it is
// compressed in a way that is not read here. The answer's header changes as functions of
// [Normalize] want.
func (c *comparison) normal(a *answer) (body []byte, known bool) {
	body = a.body
	switch encoding := a.header.Get("Content-Encoding"); {
	case a.long:
		body = nil
	case encoding == "gzip" && len(body) > 0:
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, false
		}
		if body, err = io.ReadAll(io.LimitReader(z, int64(a.limit)+1)); err != nil {
			return nil, false
		}
		if a.long = len(body) > a.limit; a.long {
			body = nil
		}
	case encoding != "" && encoding != "identity" && encoding != "gzip":
		return nil, false
	}
	for _, f := range c.normalize {
		body = f(a.header, body)
	}
	return canonicalJSON(a.header.Get("Content-Type"), body), true
}

// canonicalJSON returns JSON without spaces and with sorted keys, and anything else as it is.
func canonicalJSON(contentType string, body []byte) []byte {
	kind, _, _ := mime.ParseMediaType(contentType)
	if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return body
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber() // 1.0 and 1 are different texts, and so are long numbers
	var v any
	if d.Decode(&v) != nil || d.Decode(new(any)) != io.EOF {
		return body
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return body
	}
	return b.Bytes()
}

// headerText returns the values of a header in the form that is compared.
func headerText(name string, h http.Header) string {
	values := slices.Clone(h[name])
	switch name {
	case "Set-Cookie":
		for i, v := range values {
			values[i] = cookieText(v)
		}
		slices.Sort(values)
	case "Vary":
		// The copy asks for no encoding.
		values = slices.DeleteFunc(strings.Split(strings.Join(values, ","), ","), func(v string) bool {
			return strings.EqualFold(strings.TrimSpace(v), "Accept-Encoding")
		})
		for i, v := range values {
			values[i] = strings.ToLower(strings.TrimSpace(v))
		}
		slices.Sort(values)
	}
	return strings.Join(values, ", ")
}

// sameBase returns the addresses of redirects in the form that is compared: Rails' are absolute,
// Go's are paths.
func sameBase(r *http.Request, a, b string) (string, string) {
	if strings.HasPrefix(a, "/") == strings.HasPrefix(b, "/") {
		return a, b
	}
	path := func(address string) string {
		for _, scheme := range []string{"http://", "https://"} {
			if rest, ok := strings.CutPrefix(address, scheme+r.Host+"/"); ok {
				return "/" + rest
			}
		}
		return address
	}
	return path(a), path(b)
}

// cookieText returns a cookie without its value and date, its attributes sorted.
func cookieText(cookie string) string {
	pair, rest, _ := strings.Cut(cookie, ";")
	name, _, _ := strings.Cut(pair, "=")
	var attributes []string
	for attribute := range strings.SplitSeq(rest, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(attribute), "=")
		switch key = strings.ToLower(key); key {
		case "":
			continue
		case "expires":
			value = "..."
		case "samesite":
			value = strings.ToLower(value)
		}
		attributes = append(attributes, strings.TrimSuffix(key+"="+value, "="))
	}
	slices.Sort(attributes)
	return strings.Join(append([]string{strings.TrimSpace(name) + "=..."}, attributes...), "; ")
}

func lengthText(a *answer) string {
	if a.long {
		return fmt.Sprintf("more than %d bytes", a.limit)
	}
	return fmt.Sprintf("%d bytes", len(a.body))
}

// bodyDifference returns the first line in which bodies differ.
func bodyDifference(a, b string) Difference {
	line, same, at := 1, 0, 0 // same is where the line begins
	for at < min(len(a), len(b)) && a[at] == b[at] {
		if at++; a[at-1] == '\n' {
			line, same = line+1, at
		}
	}
	first, _, _ := strings.Cut(a[same:], "\n")
	second, _, _ := strings.Cut(b[same:], "\n")
	return Difference{fmt.Sprintf("body line %d", line), excerpt(first, at-same), excerpt(second, at-same)}
}

// excerpt cuts a text to what is around a place.
func excerpt(text string, at int) string {
	if len(text) <= maxExcerpt {
		return text
	}
	from := min(max(at-maxExcerpt/4, 0), len(text))
	return strings.ToValidUTF8(text[from:min(from+maxExcerpt, len(text))], "")
}

var (
	railsTokens = regexp.MustCompile(`(<meta name="(?:csrf-token|csp-nonce)" content="|name="authenticity_token" value="|\bnonce=")[^"]*`)
	railsNonces = regexp.MustCompile(`'nonce-[^']*'`)
)

// RailsTokens is for [Normalize]: it empties what Rails makes anew for each page, the tokens
// against forged forms and the nonces of a Content-Security-Policy.
func RailsTokens(header http.Header, body []byte) []byte {
	for _, name := range []string{"Content-Security-Policy", "Content-Security-Policy-Report-Only"} {
		for i, v := range header[name] {
			header[name][i] = railsNonces.ReplaceAllString(v, "'nonce-'")
		}
	}
	return railsTokens.ReplaceAll(body, []byte("$1"))
}
