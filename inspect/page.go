package inspect

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"io"
	"net/http"
	"strings"
)

// The files of the page; scripts/inspector/assets.mjs makes them of page/.
var (
	//go:embed assets/index.html
	pageHTML string
	//go:embed assets/inspector.js
	pageJS string
	//go:embed assets/inspector.css
	pageCSS string
)

// policy is what the page may do: nothing but to ask the inspector.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The lines of the page that name its files.
const (
	styleLine  = `<link rel="stylesheet" href="inspector.css">`
	scriptLine = `<script src="inspector.js" defer></script>`
	titleLine  = `<title>Routes</title>`
)

func servePage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", policy)
	serveText(w, pageHTML, "text/html; charset=utf-8")
}

func serveAsset(name, kind string) http.HandlerFunc {
	text := map[string]string{"inspector.js": pageJS, "inspector.css": pageCSS}[name]
	return func(w http.ResponseWriter, r *http.Request) { serveText(w, text, kind) }
}

func serveText(w http.ResponseWriter, text, kind string) {
	w.Header().Set("Content-Type", kind)
	_, _ = io.WriteString(w, text)
}

// WriteFile writes the page of a document as one file that asks nobody for anything. What
// needs an answer of the routes, such as which of them takes a request, it leaves out.
func WriteFile(w io.Writer, d *Document) error {
	data, err := encode(d)
	if err != nil {
		return err
	}
	// Within a script element nothing but < begins anything; in JSON it only stands in texts.
	data = bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
	fileOnly := "default-src 'none'; script-src " + hashOf(pageJS) + "; style-src " + hashOf(pageCSS) + "; img-src data:; base-uri 'none'; form-action 'none'"
	page := strings.NewReplacer(
		titleLine, `<meta http-equiv="Content-Security-Policy" content="`+html.EscapeString(fileOnly)+`">`+"\n<title>"+html.EscapeString(d.Title)+" routes</title>",
		styleLine, "<style>"+pageCSS+"</style>",
		scriptLine, "",
		"</body>", `<script type="application/json" id="document">`+string(data)+"</script>\n<script>"+pageJS+"</script>\n</body>",
	).Replace(pageHTML)
	_, err = io.WriteString(w, page)
	return err
}

// hashOf is a text as a policy names it.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
