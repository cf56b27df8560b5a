package lint

import (
	"encoding/json"
	"io"
	"net/url"
	"path"
	"slices"
)

// SARIF 2.1.0, as far as findings need it.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string          `json:"id"`
		Short   sarifText       `json:"shortDescription"`
		Full    sarifText       `json:"fullDescription"`
		Help    sarifText       `json:"help"`
		Default sarifConfigured `json:"defaultConfiguration"`
	}
	sarifConfigured struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifURI     `json:"artifactLocation"`
		Region   *sarifRegion `json:"region,omitempty"`
	}
	sarifURI struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifURI           `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// WriteSARIF writes findings as SARIF 2.1.0, which GitHub's and others' code scanning reads.
// Files are those of the application in folder, "services/shop", below %SRCROOT%; version is
// that of the tool.
func WriteSARIF(w io.Writer, version, folder string, all []*Finding) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "signalbox routes check", Version: version}}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	index := map[string]int{}
	for i, c := range Codes {
		index[c.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: c.Name, Short: sarifText{c.What}, Full: sarifText{c.What + " " + c.Why}, Help: sarifText{"Remedy: " + c.Remedy + "."}, Default: sarifConfigured{string(c.Severity)},
		})
	}
	for _, f := range all {
		result := sarifResult{
			RuleID: f.Name, RuleIndex: index[f.Name], Level: string(f.Severity), Message: sarifText{f.Message}, Locations: []sarifLocation{},
			Fingerprints: map[string]string{"routes/v1": f.Fingerprint()},
		}
		if f.Pos.Filename != "" {
			at := sarifPhysical{Artifact: sarifFile(folder, f.Pos.Filename)}
			if f.Pos.Line > 0 {
				at.Region = &sarifRegion{f.Pos.Line, f.Pos.Column, f.End.Line, f.End.Column}
			}
			result.Locations = append(result.Locations, sarifLocation{at})
		}
		if len(f.Edits) > 0 {
			result.Fixes = []sarifFix{f.sarifFix(folder)}
		}
		run.Results = append(run.Results, result)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func sarifFile(folder, name string) sarifURI {
	return sarifURI{(&url.URL{Path: path.Join(folder, name)}).EscapedPath(), "%SRCROOT%"}
}

// sarifFix is the edits of a finding, by their files.
func (f *Finding) sarifFix(folder string) sarifFix {
	fix := sarifFix{Description: sarifText{f.Advice()}}
	for _, e := range f.Edits {
		file := sarifFile(folder, e.Pos.Filename)
		i := slices.IndexFunc(fix.Changes, func(c sarifChange) bool { return c.Artifact == file })
		if i < 0 {
			i = len(fix.Changes)
			fix.Changes = append(fix.Changes, sarifChange{Artifact: file})
		}
		region := sarifRegion{e.Pos.Line, e.Pos.Column, e.End.Line, e.End.Column}
		fix.Changes[i].Replacements = append(fix.Changes[i].Replacements, sarifReplacement{region, sarifText{e.Text}})
	}
	return fix
}
