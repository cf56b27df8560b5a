package files

import (
	"bytes"

	"signalbox/grammar"
)

// A Text is a file of an application with what stands in it: nil where it can't be read.
type Text struct {
	Name string
	Src  []byte
}

// Parsed are the syntax trees of an application's files, which nothing changes: a
// text that is parsed for a table is not parsed again for the next one. The zero value is
// empty.
type Parsed struct {
	files map[string]*parsedFile
	bytes int
}

// A parsedFile is a text and its syntax tree.
type parsedFile struct {
	src  []byte
	file *grammar.File
	used bool // since the last Drop
}

// maxParsed bounds the bytes of the texts whose trees are kept.
const maxParsed = 16 << 20

// Parse is [grammar.Parse] of a file of at most limit bytes.
func (p *Parsed) Parse(name string, src []byte, limit int64) (*grammar.File, error) {
	old := p.files[name]
	if old != nil && bytes.Equal(old.src, src) {
		old.used = true
		return old.file, nil
	}
	file, err := grammar.Parse(name, src, grammar.MaxSize(int(limit)))
	if err != nil {
		return file, err
	}
	if old != nil {
		p.bytes -= len(old.src)
		delete(p.files, name)
	}
	if p.bytes+len(src) <= maxParsed {
		if p.files == nil {
			p.files = map[string]*parsedFile{}
		}
		p.files[name] = &parsedFile{src, file, true}
		p.bytes += len(src)
	}
	return file, nil
}

// Drop forgets what was not used since the last time.
func (p *Parsed) Drop() {
	for name, f := range p.files {
		if !f.used {
			p.bytes -= len(f.src)
			delete(p.files, name)
		}
		f.used = false
	}
}

// Len returns how many syntax trees are kept.
func (p *Parsed) Len() int { return len(p.files) }
