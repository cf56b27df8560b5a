package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/check"
	"signalbox/expand/controllers"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
	"signalbox/lint"

	"github.com/spf13/cobra"
)

// A checking is what the flags of check ask for.
type checking struct {
	from         source
	asJSON       bool // the first edition's array
	missing      bool
	only, except []string
	baseline     string
	writeTo      string // empty for nothing
	watch        bool
	fix          bool

	failOn, format, color string
}

// sameBaseline stands for the file of --baseline, as the value of --write-baseline.
const sameBaseline = "--baseline"

// check is `routes check`: problems in the routes.
func (c *command) check() *cobra.Command {
	k := &checking{}
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: "Report problems in the routes",
		Long: `Report problems in the routes, each with its position and a code:

  - unreachable and duplicate routes, unused concerns and settings
  - missing controllers and actions, unknown actions in only: and except:
  - unknown conditions, values, routing methods and constraint objects
  - environment variables that are treated as unset
  - slips that Rails accepts: onyl: [:index], via: :gett, Rails.env.prodution?
  - blocks that ask for something unknown when a request comes
  - redirects whose host a client can choose

docs/check.md has an entry for each code. A comment on the line, above it, or at
the start of a block accepts a finding:

  # routes:disable unreachable kept for its helper

--baseline FILE hides the findings in FILE, which --write-baseline writes.
--format json prints {"schema": "routes.check/1", "findings": [...]}, sarif is
for code scanning, github annotates the lines of a pull request. --json prints
the older array: kind, severity, source, line, column, message, routes and
expression for each position.

--fix applies the safe edits: a duplicate line, an only: that changes nothing,
an unused concern or comment, a slip (onyl:), only: where actions are missing.
It prints them as a unified diff and skips an edit whose table is not what the
finding says.

--missing prints a .routes.yml template instead: every unknown value with its
positions and the kind of value to set. Fill it in and put it next to the
Gemfile. Values are YAML: true, text, 5, [a, list], {a: mapping},
!ruby/regexp /a|b/, !ruby/class Some::Name, !ruby/object Some::Name.

Exit status: 0 no finding at or above --fail-on; 1 there is one, or the routes
file has an error; 2 wrong usage.`,
		Example: `  routes check                             check this application
  routes check --only missing-action       report one kind of problem
  routes check --format github             annotate a pull request
  routes check --missing >> .routes.yml    write a template to fill in`,
		Args: func(cmd *cobra.Command, args []string) error {
			if k.writeTo == sameBaseline && len(args) == 1 { // --write-baseline FILE
				k.writeTo = args[0]
				return nil
			}
			return noArguments(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return c.runCheck(cmd, k) },
	}
	k.flags(cmd)
	return cmd
}

func (k *checking) flags(cmd *cobra.Command) {
	k.from.flags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&k.only, "only", nil, "report only these `CODES`, as unreachable,duplicate")
	f.StringSliceVar(&k.except, "except", nil, "do not report these `CODES`")
	choiceFlag(cmd, &k.failOn, "fail-on", "exit with status 1 for findings of this `SEVERITY` or above: error, warning or never", "warning", "error", "never")
	f.StringVar(&k.baseline, "baseline", "", "hide the findings in `FILE`")
	f.StringVar(&k.writeTo, "write-baseline", "", "write the findings to `FILE`, or to that of --baseline")
	f.Lookup("write-baseline").NoOptDefVal = sameBaseline
	choiceFlag(cmd, &k.format, "format", "`FORM` of the output: text, json, sarif or github", "text", "json", "sarif", "github")
	f.BoolVar(&k.fix, "fix", false, "print and apply the safe edits, then report the rest")
	f.BoolVar(&k.asJSON, "json", false, "print an array of objects, one per position")
	f.BoolVar(&k.missing, "missing", false, "print a .routes.yml template with the unknown values")
	watchFlag(cmd, &k.watch)
	colorFlag(cmd, &k.color)
	for _, name := range []string{"only", "except"} {
		_ = cmd.RegisterFlagCompletionFunc(name, codes) // there are such flags
	}
}

func (c *command) runCheck(cmd *cobra.Command, k *checking) error {
	if err := k.valid(); err != nil {
		return err
	}
	if k.missing {
		return c.printMissing(&k.from)
	}
	if k.watch {
		return c.follow(cmd, &k.from, true, func(table *route.Table) error { return c.printFindings(table, k) })
	}
	table, err := c.load(&k.from)
	if err != nil {
		return c.printInvalid(err, k)
	}
	if k.asJSON {
		return c.printKinds(table)
	}
	if err := k.defaults(cmd, table); err != nil {
		return err
	}
	return c.printFindings(table, k)
}

// valid returns the error of flags that make no sense.
func (k *checking) valid() error {
	wrong := func(text string) error { return &usageError{text, "routes check"} }
	switch {
	case k.missing && k.asJSON:
		return wrong("--missing and --json exclude each other")
	case k.asJSON && (k.only != nil || k.except != nil || k.baseline != "" || k.writeTo != "" || k.failOn != "warning" || k.format != "text"):
		return wrong("--json is the older array of all findings: use --format json with --only, --except, --baseline and --fail-on")
	case k.fix && (k.missing || k.asJSON || k.writeTo != "" || k.format != "text"):
		return wrong("--fix prints text: leave out --missing, --json, --write-baseline and --format")
	case k.fix && k.from.isStdin():
		return wrong("--fix cannot edit standard input: pass a file or a folder")
	case k.watch && (k.missing || k.asJSON || k.writeTo != "" || k.format != "text"):
		return wrong("--watch prints findings as text: leave --missing, --json, --format and --write-baseline out")
	}
	for _, name := range slices.Concat(k.only, k.except) {
		if lint.Named(name) == nil {
			return wrong("no code " + quote(name) + meant(name, lint.Names()...))
		}
	}
	return nil
}

// printFindings prints what is found, but for what comments and a baseline know.
func (c *command) printFindings(table *route.Table, k *checking) error {
	all, open, err := found(table, k)
	if err != nil {
		return err
	}
	if k.writeTo == sameBaseline {
		k.writeTo = k.baseline
		if k.baseline == "" {
			return &usageError{"missing file for --write-baseline: pass --baseline FILE", "routes check"}
		}
	}
	if k.writeTo != "" {
		return writeBaseline(c.stderr, k.writeTo, all)
	}
	if k.fix {
		if table, err = c.fix(table, all, k); err != nil {
			return err
		}
		if all, open, err = found(table, k); err != nil {
			return err
		}
	}
	if k.format == "text" {
		err = c.tellFindings(table, all, k)
		if open.reach > 0 {
			fmt.Fprintf(c.stderr, "note: whether requests reach %s could not be decided\n", count(open.reach, "route"))
		}
		if n := len(open.controllers); n > 0 {
			fmt.Fprintf(c.stderr, "note: controllers without a file, unless a gem defines them: %s\n", strings.Join(open.controllers[:min(n, 5)], ", ")+strings.Repeat(", ...", min(1, n/6)))
		}
	} else {
		err = c.writeFindings(table, folderOf(table.Root), all, open.reach, k.format)
	}
	if err != nil || k.failOn == "never" {
		return err
	}
	return failing(all, lint.Severity(k.failOn))
}

// writeFindings writes findings for programs.
func (c *command) writeFindings(table *route.Table, folder string, all []*lint.Finding, undecided int, format string) error {
	switch format {
	case "json":
		return lint.WriteJSON(c.stdout, table, all, undecided)
	case "sarif":
		return lint.WriteSARIF(c.stdout, buildVersion(), folder, all)
	}
	return lint.WriteGitHub(c.stdout, folder, all)
}

// printInvalid writes the errors of routes files as findings, if programs read these, and
// returns them.
func (c *command) printInvalid(err error, k *checking) error {
	broken := new(fileError)
	switch {
	case !errors.As(err, &broken):
		return err
	case k.asJSON:
		return c.printBroken(broken)
	case k.format == "text":
		return err
	}
	root, _ := expand.Root(broken.path) // without one, files are below this folder
	return cmp.Or(c.writeFindings(&route.Table{}, folderOf(root), lint.Invalid(broken.err), 0, k.format), err)
}

// An undecided is what a check says nothing of.
type undecided struct {
	reach int // routes of which it is open whether requests get there
	// controllers are those that no file has and that a gem may bring.
	controllers []string
}

// found is what is found in a table, as the flags select it.
func found(table *route.Table, k *checking) (all []*lint.Finding, open undecided, err error) {
	index, closeIndex, err := controllersOf(table)
	if err != nil {
		return nil, open, err
	}
	defer closeIndex()
	all, open.reach = lint.CheckAll(table, index)
	if index != nil {
		for _, r := range table.Routes {
			if !r.Internal && index.Unlocated(r) && !slices.Contains(open.controllers, r.Controller()) {
				open.controllers = append(open.controllers, r.Controller())
			}
		}
	}
	all = lint.Select(lint.Disable(table, index, all), k.only, k.except)
	if k.baseline == "" || k.writeTo != "" {
		return all, open, nil
	}
	known, err := readBaseline(k.baseline)
	if err != nil {
		return nil, open, err
	}
	return known.Without(all), open, nil
}

// folderOf is the application's folder below the present one, services/shop; empty where it
// is this one, or stands elsewhere.
func folderOf(root string) string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	folder, err := filepath.Rel(here, root)
	if err != nil || !filepath.IsLocal(folder) {
		return ""
	}
	return filepath.ToSlash(folder)
}

// failing is the error of findings that are at least so grave; nil for none.
func failing(all []*lint.Finding, least lint.Severity) error {
	var parts []string
	for _, s := range lint.Severities {
		if n := countIf(all, func(f *lint.Finding) bool { return f.Severity == s }); n > 0 && s.AtLeast(least) {
			parts = append(parts, count(n, string(s)))
		}
	}
	if parts == nil {
		return nil
	}
	return errors.New(strings.Join(parts, ", "))
}

// controllersOf is the index of the application's controllers; nil for a routes file that
// stands alone.
func controllersOf(table *route.Table) (*controllers.Index, func() error, error) {
	none := func() error { return nil }
	if !slices.ContainsFunc(table.ClassFolders, func(name string) bool { return path.Base(name) == "controllers" }) {
		return nil, none, nil
	}
	fsys, closeFolder, err := files.OpenFolder(table.Root)
	if err != nil {
		return nil, none, err
	}
	return controllers.New(fsys, table), closeFolder, nil
}

func readBaseline(name string) (*lint.Baseline, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w; --write-baseline writes it", err)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	known, err := lint.ReadBaseline(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return known, nil
}

func writeBaseline(w io.Writer, name string, all []*lint.Finding) error {
	var b bytes.Buffer
	if err := lint.NewBaseline(all).Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s\n", name, count(len(all), "finding"))
	return nil
}

// tellFindings prints findings for people, and hints on stderr.
func (c *command) tellFindings(t *route.Table, all []*lint.Finding, k *checking) error {
	look := map[lint.Severity]color{}
	if c.painted(k.color) {
		look = map[lint.Severity]color{lint.Error: red, lint.Warning: yellow, lint.Note: cyan}
	}
	var b strings.Builder
	var groups []check.FindingGroup
	for _, f := range all {
		places := append([]grammar.Pos{f.Pos}, f.Also...)
		writePlaced(&b, look[f.Severity].paint(string(f.Severity)+":")+" "+printable(f.Message), " ["+f.Name+"]", places)
		if f.Group != nil {
			groups = append(groups, *f.Group)
		}
	}
	if _, err := io.WriteString(c.stdout, b.String()); err != nil {
		return err
	}
	c.remedy(t, groups, &k.from)
	return nil
}

// printKinds prints the findings as the first edition's array.
func (c *command) printKinds(table *route.Table) error {
	warnings, err := c.writeKinds(findings(table))
	if err != nil {
		return err
	}
	if warnings > 0 {
		return errors.New(count(warnings, "warning"))
	}
	return nil
}

func severity(s route.Severity) string {
	if s == route.Warning {
		return "warning"
	}
	return "note"
}

// findings are those about the table and those about its requests, by place.
func findings(t *route.Table) []check.Finding {
	all := append(check.Findings(t), dispatch.Check(t)...)
	slices.SortStableFunc(all, func(a, b check.Finding) int { return a.Pos.Compare(b.Pos) })
	return all
}

// A findingLine is a finding in its JSON form.
type findingLine struct {
	Kind     string        `json:"kind"`
	Severity string        `json:"severity"`
	Source   string        `json:"source"`
	Line     int           `json:"line"`
	Column   int           `json:"column"`
	Message  string        `json:"message"`
	Routes   []findingText `json:"routes"`
	Expr     string        `json:"expression"`
}

type findingText struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Verb   string `json:"verb"`
	Path   string `json:"path"`
	Source string `json:"source"`
}

func (c *command) writeKinds(found []check.Finding) (warnings int, err error) {
	lines := make([]findingLine, len(found))
	for i, f := range found {
		lines[i] = findingLine{
			Kind: f.Kind, Severity: severity(f.Severity), Line: f.Pos.Line, Column: f.Pos.Column, Message: f.Summary, Expr: f.Expr,
			Routes: []findingText{},
		}
		if f.Severity == route.Warning {
			warnings++
		}
		if f.Pos.Line > 0 {
			lines[i].Source = fmt.Sprintf("%s:%d", f.Pos.Filename, f.Pos.Line)
		}
		for _, r := range f.Routes {
			lines[i].Routes = append(lines[i].Routes, findingText{r.Index, r.Name, r.Verb(), r.Path.String(), r.Source()})
		}
	}
	return warnings, writeLines(c.stdout, lines)
}

// printBroken prints the errors of the routes file as the only findings.
func (c *command) printBroken(broken *fileError) error {
	var lines []findingLine
	for _, err := range broken.all() {
		line := findingLine{Kind: "error", Severity: "error", Message: err.Error(), Routes: []findingText{}}
		var at interface{ Position() grammar.Pos }
		if errors.As(err, &at) && at.Position().Line > 0 {
			pos := at.Position()
			line.Source, line.Line, line.Column = fmt.Sprintf("%s:%d", pos.Filename, pos.Line), pos.Line, pos.Column
		}
		lines = append(lines, line)
	}
	if err := writeLines(c.stdout, lines); err != nil {
		return err
	}
	return errors.New("the routes file has an error")
}

func writeLines(w io.Writer, lines []findingLine) error {
	if len(lines) == 0 {
		_, err := fmt.Fprintln(w, "[]")
		return err
	}
	for i, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		open, end := " ", ","
		if i == 0 {
			open = "["
		}
		if i == len(lines)-1 {
			end = "]"
		}
		if _, err := fmt.Fprintf(w, "%s%s%s\n", open, text, end); err != nil {
			return err
		}
	}
	return nil
}

// printMissing prints the settings that would settle what is unknown.
func (c *command) printMissing(from *source) error {
	options, err := c.options(from)
	if err != nil {
		return err
	}
	path, err := from.file()
	if err != nil {
		return err
	}
	missing, err := expand.FindMissing(path, options)
	if err != nil {
		return &fileError{err: err, path: path, source: options.Source}
	}
	if len(missing) == 0 {
		return c.nothingMissing(from)
	}
	_, err = io.WriteString(c.stdout, check.Template(missing))
	return err
}

// nothingMissing says so, and names the variables of the environment that count
// as unset.
func (c *command) nothingMissing(from *source) error {
	fmt.Fprintf(c.stderr, "routes: nothing is missing: no value in %s would make the table more exact\n", route.SettingsFile)
	table, err := c.loadRows(from)
	if err != nil {
		return err
	}
	if n := len(table.Unset); n > 0 {
		fmt.Fprintf(c.stderr, "note: the routes ask for %s of the environment that are treated as unset: %s\n", count(n, "variable"), from.command("routes check"))
	}
	return nil
}

func countIf[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}
