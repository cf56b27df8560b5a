package rack

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/internal/uri"
)

// A mimeType is one of the types that Rails knows. Rails: Mime::Type.
type mimeType struct {
	text       string
	symbol     string // empty for types that Rails does not know
	synonyms   []string
	extensions []string
}

// mimeTypes are the types as Rails registers them. Rails: http/mime_types.rb.
var mimeTypes = []*mimeType{
	{"text/html", "html", []string{"application/xhtml+xml"}, []string{"xhtml"}},
	{"text/plain", "text", nil, []string{"txt"}},
	{"text/javascript", "js", []string{"application/javascript", "application/x-javascript"}, nil},
	{"text/css", "css", nil, nil},
	{"text/calendar", "ics", nil, nil},
	{"text/csv", "csv", nil, nil},
	{"text/vcard", "vcf", nil, nil},
	{"text/vtt", "vtt", []string{"vtt"}, nil},
	{"text/markdown", "md", nil, []string{"md", "markdown"}},
	{"image/png", "png", nil, nil},
	{"image/jpeg", "jpeg", nil, []string{"jpg", "jpeg", "jpe", "pjpeg"}},
	{"image/gif", "gif", nil, nil},
	{"image/bmp", "bmp", nil, nil},
	{"image/tiff", "tiff", nil, []string{"tif", "tiff"}},
	{"image/svg+xml", "svg", nil, nil},
	{"image/webp", "webp", nil, nil},
	{"video/mpeg", "mpeg", nil, []string{"mpg", "mpeg", "mpe"}},
	{"audio/mpeg", "mp3", nil, []string{"mp1", "mp2", "mp3"}},
	{"audio/ogg", "ogg", nil, []string{"oga", "ogg", "spx", "opus"}},
	{"audio/aac", "m4a", []string{"audio/mp4"}, []string{"m4a", "mpg4", "aac"}},
	{"video/webm", "webm", nil, nil},
	{"video/mp4", "mp4", nil, []string{"mp4", "m4v"}},
	{"font/otf", "otf", nil, nil},
	{"font/ttf", "ttf", nil, nil},
	{"font/woff", "woff", nil, nil},
	{"font/woff2", "woff2", nil, nil},
	{"application/xml", "xml", []string{"text/xml", "application/x-xml"}, nil},
	{"application/rss+xml", "rss", nil, nil},
	{"application/atom+xml", "atom", nil, nil},
	{"application/x-yaml", "yaml", []string{"text/yaml"}, []string{"yml", "yaml"}},
	{"multipart/form-data", "multipart_form", nil, nil},
	{"application/x-www-form-urlencoded", "url_encoded_form", nil, nil},
	{"application/json", "json", []string{"text/x-json", "application/jsonrequest", "application/problem+json"}, nil},
	{"application/pdf", "pdf", nil, nil},
	{"application/zip", "zip", nil, nil},
	{"application/gzip", "gzip", []string{"application/x-gzip"}, []string{"gz"}},
}

var mimeByText, mimeByExtension = func() (text, extension map[string]*mimeType) {
	text, extension = map[string]*mimeType{}, map[string]*mimeType{}
	for _, m := range mimeTypes {
		text[m.text] = m
		for _, s := range m.synonyms {
			text[s] = m
		}
		extension[m.symbol] = m
		for _, e := range m.extensions {
			extension[e] = m
		}
	}
	return text, extension
}()

// anyMime is */*.
var anyMime = &mimeType{text: "*/*"}

// lookupMime is Mime::Type.lookup; nil for what is no type.
func lookupMime(s string) *mimeType {
	if m := mimeByText[s]; m != nil {
		return m
	}
	s, _, _ = strings.Cut(s, ";")
	s = strings.TrimRight(s, " \t")
	if m := mimeByText[s]; m != nil {
		return m
	}
	if s == "*/*" {
		return anyMime
	}
	return &mimeType{text: s}
}

// maxAccepted bounds the types of an Accept header.
const maxAccepted = 100

// acceptedTypes is Mime::Type.parse.
func acceptedTypes(header string) []*mimeType {
	if !strings.Contains(header, ",") {
		text, _, _ := cutQuality(header)
		if text == "" {
			return nil
		}
		if all := trailingStar(text); all != nil {
			return all
		}
		return []*mimeType{lookupMime(text)}
	}
	var list []accepted
	for _, part := range strings.Split(header, ",") {
		text, quality, given := cutQuality(part)
		if text == "" || len(list) >= maxAccepted {
			continue
		}
		if !given && text == "*/*" {
			quality = 0
		}
		names := []string{text}
		if all := trailingStar(text); all != nil {
			names = names[:0]
			for _, m := range all {
				names = append(names, m.text)
			}
		}
		for _, n := range names {
			list = append(list, accepted{n, quality})
		}
	}
	return sortAccepted(list)
}

type accepted struct {
	name    string
	quality int // in hundredths
}

// cutQuality splits `text/html; q=0.8`.
func cutQuality(s string) (text string, quality int, given bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != ';' {
			continue
		}
		rest := strings.TrimLeft(s[i+1:], " \t")
		if !strings.HasPrefix(rest, "q=") {
			continue
		}
		number := strings.Trim(strings.TrimPrefix(rest, "q="), "\" ")
		f, _ := strconv.ParseFloat(number, 64)
		return strings.TrimSpace(s[:i]), int(f * 100), true
	}
	return strings.TrimSpace(s), 100, false
}

// trailingStar is what text/* and application/* stand for.
func trailingStar(s string) []*mimeType {
	kind, ok := strings.CutSuffix(s, "/*")
	if !ok || kind != "text" && kind != "application" {
		return nil
	}
	var all []*mimeType
	for _, m := range mimeTypes {
		if m.matches(kind) {
			all = append(all, m)
		}
	}
	return all
}

func (m *mimeType) matches(s string) bool {
	contains := func(t string) bool { return strings.Contains(t, s) }
	return contains(m.text) || slices.ContainsFunc(m.synonyms, contains)
}

// sortAccepted is AcceptList.sort!: by quality, application/xml for text/xml,
// and more specific XML types before it.
func sortAccepted(list []accepted) []*mimeType {
	slices.SortStableFunc(list, func(a, b accepted) int { return b.quality - a.quality })
	find := func(name string) int {
		return slices.IndexFunc(list, func(a accepted) bool { return a.name == name })
	}
	text, app := find("text/xml"), find("application/xml")
	switch {
	case text >= 0 && app >= 0:
		list[app].quality = max(list[text].quality, list[app].quality)
		if app > text {
			list[app], list[text] = list[text], list[app]
			app, text = text, app
		}
		list = slices.Delete(list, text, text+1)
	case text >= 0:
		list[text].name = "application/xml"
	}
	if app >= 0 {
		own := list[app]
		for i := app; i < len(list) && list[i].quality >= own.quality; i++ {
			if strings.HasSuffix(list[i].name, "+xml") {
				list[app], list[i] = list[i], own
				app = i
			}
		}
	}
	var all []*mimeType
	for _, a := range list {
		if m := lookupMime(a.name); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

// contentType is the type of the body, without its parameters.
func contentType(r *http.Request) (string, error) {
	header, ok := r.Header["Content-Type"]
	if !ok || len(header) == 0 {
		return "", nil
	}
	text, _, _ := strings.Cut(header[0], ";")
	text, _, _ = strings.Cut(text, ",")
	text = strings.ToLower(strings.Trim(text, asciiSpace))
	if mimeByText[text] == nil && !mimePattern().MatchString(text) {
		shown := strconv.Quote(text)
		if text == "" {
			shown = "nil"
		}
		return "", dsl.Raise("ActionDispatch::Http::MimeNegotiation::InvalidType", "%s is not a valid MIME type", shown)
	}
	return text, nil
}

// mimePattern is Mime::Type::MIME_REGEXP, without parameters.
var mimePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A(?:\*/\*|[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]{0,126}/(?:\*|[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]{0,126}))\z`)
})

// contentType is the type of the body as long as nothing is asked that fails for a
// malformed one.
func (q *Request) contentType() string {
	text, _ := contentType(q.HTTP)
	return text
}

func formDataWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	kind, err := contentType(q.HTTP)
	return dsl.Bool(kind == "application/x-www-form-urlencoded" || kind == "multipart/form-data"), err
}

func mediaTypeWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	kind, err := contentType(q.HTTP)
	if kind == "" {
		return dsl.Nil, err
	}
	return str(lookupMime(kind).text), nil
}

// acceptedBy is MimeNegotiation#accepts.
func (q *Request) acceptedBy() []*mimeType {
	if header := strings.TrimSpace(q.header("Accept")); header != "" {
		return acceptedTypes(header)
	}
	if t := q.contentType(); t != "" {
		return []*mimeType{lookupMime(t)}
	}
	return nil
}

// formats is MimeNegotiation#formats.
func (q *Request) formats(t *dsl.Thread) ([]*mimeType, error) {
	var format dsl.Value = dsl.Nil
	all, err := q.allParams(t)
	if err == nil {
		if format, err = t.Call(all, "[]", dsl.NewString("format")); err != nil {
			return nil, err
		}
	}
	var list []*mimeType
	switch accept := q.header("Accept"); {
	case dsl.Truthy(format):
		text, err := t.ToS(format)
		if err != nil {
			return nil, err
		}
		if m := mimeByExtension[text]; m != nil {
			list = []*mimeType{m}
		}
	case q.usesAccept(accept):
		list = q.acceptedBy()
	case extensionType(q.Path) != nil:
		list = []*mimeType{extensionType(q.Path)}
	case q.xhr():
		list = []*mimeType{mimeByExtension["js"]}
	default:
		list = []*mimeType{mimeByExtension["html"]}
	}
	return slices.DeleteFunc(slices.Clone(list), func(m *mimeType) bool { return m.symbol == "" && m != anyMime }), nil
}

// usesAccept is MimeNegotiation#valid_accept_header: what browsers send does
// not count.
func (q *Request) usesAccept(accept string) bool {
	if q.xhr() && (strings.TrimSpace(accept) != "" || q.contentType() != "") {
		return true
	}
	if strings.TrimSpace(accept) == "" {
		return false
	}
	plain := strings.NewReplacer(" ", "", "\t", "").Replace(accept)
	return !strings.Contains(plain, ",*/*") && !strings.Contains(plain, "*/*,")
}

// extensionType is the type of a path's extension.
func extensionType(path string) *mimeType {
	i := len(path)
	for i > 0 && uri.WordByte(path[i-1]) {
		i--
	}
	if i == 0 || i == len(path) || path[i-1] != '.' {
		return nil
	}
	return mimeByExtension[path[i:]]
}

func formatWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	list, err := q.formats(c.Thread)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return q.World.mimeOf(nil), nil
	}
	return q.World.mimeOf(list[0]), nil
}

func formatsWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	list, err := q.formats(c.Thread)
	return q.World.mimeArray(list), err
}

func acceptsWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	list := q.acceptedBy()
	if list == nil && q.header("Accept") == "" {
		return dsl.NewArray(dsl.Nil), nil
	}
	return q.World.mimeArray(list), nil
}

func contentTypeWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	kind, err := contentType(q.HTTP)
	if kind == "" {
		return dsl.Nil, err
	}
	return q.World.mimeOf(lookupMime(kind)), nil
}

func (w *World) mimeOf(m *mimeType) dsl.Value { return w.Interp.NewObject(w.mime, mimeValue{m}) }

func (w *World) mimeArray(list []*mimeType) dsl.Value {
	values := make([]dsl.Value, len(list))
	for i, m := range list {
		values[i] = w.mimeOf(m)
	}
	return dsl.NewArray(values...)
}

// mimeClass defines Mime::Type, and Mime, unless the program has.
func mimeClass(in *dsl.Interp) *dsl.Class {
	if _, ok := in.Const("Mime"); !ok {
		in.NewHostModule("Mime", mimeModule{in}, func(name string) bool { return name == "[]" || name == "fetch" })
	}
	c := hostClass(in, "MimeType", "Mime::Type", mimeWord)
	in.SetHost(c, mimeModule{in}, func(name string) bool { return name == "lookup" || name == "lookup_by_extension" })
	return c
}

// A mimeModule answers Mime[:json] and Mime::Type.lookup("text/html").
type mimeModule struct{ in *dsl.Interp }

// Call implements dsl.Receiver.
func (m mimeModule) Call(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) == 0 {
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given 0, expected 1)")
	}
	text := c.ToS(c.Args[0])
	found := mimeByExtension[text]
	if c.Name == "lookup" {
		found = lookupMime(text)
	}
	v, ok := m.in.Const("Signalbox::MimeType")
	class, _ := v.(*dsl.Class)
	if found == nil || !ok || class == nil {
		return dsl.Nil, nil
	}
	return m.in.NewObject(class, mimeValue{found}), nil
}

// A mimeValue is a type as Ruby code sees it; without a type it is
// Mime::NullType.
type mimeValue struct{ *mimeType }

func mimeWord(name string) bool {
	switch name {
	case "symbol", "to_sym", "to_s", "to_str", "ref", "==", "!=", "===", "=~", "match?", "inspect", "blank?", "present?", "presence":
		return true
	case "respond_to?", "is_a?", "kind_of?", "instance_of?", "frozen?", "eql?", "equal?", "in?", "respond_to_missing?", "instance_variable_defined?":
		return false
	}
	return strings.HasSuffix(name, "?")
}

// Call implements dsl.Receiver.
func (m mimeValue) Call(c *dsl.Call) (dsl.Value, error) {
	text, symbol := "", dsl.Nil
	if m.mimeType != nil {
		text = m.text
		if m.symbol != "" {
			symbol = dsl.Symbol(m.symbol)
		}
	}
	switch c.Name {
	case "to_s", "to_str", "inspect":
		return str(text), nil
	case "symbol", "to_sym":
		return symbol, nil
	case "ref":
		if symbol == dsl.Nil && m.mimeType != nil {
			return str(text), nil
		}
		return symbol, nil
	case "blank?":
		return dsl.Bool(text == ""), nil
	case "present?":
		return dsl.Bool(text != ""), nil
	case "presence":
		if text == "" {
			return dsl.Nil, nil
		}
		return c.Self, nil
	case "==", "===", "!=", "=~", "match?":
		same, err := m.compare(c)
		return dsl.Bool(same != (c.Name == "!=")), err
	case "nil?":
		return dsl.Bool(m.mimeType == nil), nil
	case "all?":
		return dsl.False, nil
	case "html?":
		return dsl.Bool(strings.Contains(text, "html")), nil
	}
	return dsl.Bool(m.mimeType != nil && symbol == dsl.Symbol(strings.ToLower(strings.TrimSuffix(c.Name, "?")))), nil
}

// compare is Mime::Type's ==, === and =~: with a symbol, a text or a type.
func (m mimeValue) compare(c *dsl.Call) (bool, error) {
	if len(c.Args) != 1 || m.mimeType == nil || !dsl.Truthy(c.Args[0]) {
		return false, nil
	}
	if list, ok := c.Args[0].(*dsl.Array); ok && c.Name == "===" {
		for _, v := range list.Elems {
			if same, err := m.same(c, v); same || err != nil {
				return same, err
			}
		}
		return false, nil
	}
	if c.Name == "=~" || c.Name == "match?" {
		return m.matches(c.ToS(c.Args[0])), nil
	}
	return m.same(c, c.Args[0])
}

func (m mimeValue) same(c *dsl.Call, v dsl.Value) (bool, error) {
	if y, ok := v.(dsl.Symbol); ok {
		return m.symbol != "" && m.symbol == string(y), nil
	}
	s := c.ToS(v)
	return s == m.text || slices.Contains(m.synonyms, s) || m.symbol != "" && s == m.symbol, nil
}
