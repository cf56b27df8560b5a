package lint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// BaselineSchema is the name of the form of a baseline.
const BaselineSchema = "routes.baseline/1"

// A Baseline is findings that are known: what a team has to begin with.
type Baseline struct {
	Schema   string  `json:"schema"`
	Findings []Known `json:"findings"`
}

// A Known is one of them. The message is for those who read the file.
type Known struct {
	Fingerprint string `json:"fingerprint"`
	Code        string `json:"code"`
	Message     string `json:"message"`
}

// maxBaseline bounds a baseline, in bytes.
const maxBaseline = 64 << 20

// NewBaseline returns the baseline of some findings.
func NewBaseline(all []*Finding) *Baseline {
	b := &Baseline{Schema: BaselineSchema, Findings: []Known{}}
	for _, f := range all {
		b.Findings = append(b.Findings, Known{f.Fingerprint(), f.Name, lineNumbers.ReplaceAllString(f.Message, "$1")})
	}
	slices.SortStableFunc(b.Findings, func(a, c Known) int {
		return slices.Compare([]string{a.Code, a.Message, a.Fingerprint}, []string{c.Code, c.Message, c.Fingerprint})
	})
	return b
}

// ReadBaseline reads what [Baseline.Write] wrote.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBaseline+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxBaseline {
		return nil, fmt.Errorf("a baseline of more than %d bytes is not read", maxBaseline)
	}
	b := &Baseline{}
	if err := json.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("not a baseline: %w", err)
	}
	if b.Schema != BaselineSchema {
		return nil, errors.New("not a baseline: its schema is not " + BaselineSchema)
	}
	return b, nil
}

// Write writes the baseline as JSON, one finding a line.
func (b *Baseline) Write(w io.Writer) error {
	text, err := json.MarshalIndent(b, "", " ")
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

// Without returns the findings that are not known. One that is known covers one finding: a
// second one of its kind is new.
func (b *Baseline) Without(all []*Finding) []*Finding {
	left := map[string]int{}
	for _, k := range b.Findings {
		left[k.Fingerprint]++
	}
	return slices.DeleteFunc(slices.Clone(all), func(f *Finding) bool {
		left[f.Fingerprint()]--
		return left[f.Fingerprint()] >= 0
	})
}
