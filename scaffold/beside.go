package scaffold

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"signalbox/expand"
	"signalbox/expand/files"
	"signalbox/gen"
)

// A besideApp is what the templates of [Beside] fill in.
type besideApp struct {
	*Options
	Port  string // of the Rails application
	parts []string
}

// Beside returns the files of an application that stands in front of the Rails application rails,
// whose folder is Options.From: with its controllers to fill in. notes tell what was left out. The
// error is that of the options, or of the routes file.
func Beside(o Options, rails fs.FS) (written map[string][]byte, notes []string, err error) {
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	app, err := expand.Open(rails, expand.Options{RailsEnv: "development"})
	if err != nil {
		return nil, nil, err
	}
	table, err := app.Table()
	if err != nil {
		return nil, nil, err
	}
	controllers, notes, err := gen.Controllers(table, gen.ControllerOptions{})
	if err != nil {
		return nil, nil, err
	}
	written = map[string][]byte{}
	for name, text := range controllers {
		written["controllers/"+name] = text
	}
	return written, notes, fill(written, "beside", &besideApp{&o, port(rails), parts(app)})
}

// pumaPort finds the port in config/puma.rb as Rails writes it: port ENV.fetch("PORT", 3000).
var pumaPort = regexp.MustCompile(`(?m)^\s*port[\s(]+(?:ENV\.fetch\(?\s*["']PORT["']\s*(?:,|\)\s*\{)\s*)?["']?(\d{1,5})\b`)

// port is where a Rails application listens in development.
func port(rails fs.FS) string {
	text, _ := fs.ReadFile(rails, "config/puma.rb") // without one it is Rails' own
	if found := pumaPort.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return "3000"
}

// parts are the files at the top of an application that its table was made from, and the folders
// of others.
func parts(app *expand.Application) (names []string) {
	for _, use := range app.Files() {
		name, _, _ := strings.Cut(use.Name, "/")
		if use.Kind == files.Read && !strings.HasPrefix(name, ".env") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Parts are the names for a shell.
func (b *besideApp) Parts() string {
	var words []string
	for _, name := range b.parts {
		words = append(words, b.Shell(name))
	}
	return strings.Join(words, " ")
}

var plainWord = regexp.MustCompile(`^[\p{L}\p{N}/._+,@%:=-]+$`)

// Shell is a text as one word of a shell.
func (o *Options) Shell(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
