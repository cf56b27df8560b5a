package graphqlsrv

import (
	"errors"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"

	"signalbox/graphqlsrv/internal/jsonread"
)

// UploadLimits bound multipart requests.
type UploadLimits struct {
	Files  int   // how many files a request may have; 0 refuses multipart requests
	File   int64 // the size of one, in bytes
	Total  int64 // the size of the whole body, in bytes
	Memory int64 // how much of it stays in memory, in bytes; the rest goes to temporary files
}

// DefaultUploadLimits are those of a server without [WithUploads].
var DefaultUploadLimits = UploadLimits{Files: 10, File: 10 << 20, Total: 32 << 20, Memory: 1 << 20}

// WithUploads bounds multipart requests. Longer ones are answered by 413.
func WithUploads(l UploadLimits) Option { return func(c *config) { c.http.uploads = l } }

// An Upload is a file of a multipart request, the value of the scalar File. It
// lives as long as the request, or, where that took longer than [WithTimeout]
// allows, until its last resolver has returned.
//
//	func setPhoto(ctx context.Context, args struct{ Photo *graphqlsrv.Upload }) (bool, error) {
//		f, err := args.Photo.Open()
//		…
//		defer f.Close()
type Upload struct {
	Filename    string // as the client calls it, without folders; not to be trusted
	ContentType string // as the client says; not to be trusted
	Size        int64  // in bytes

	part   string // its name, and that of its entry in the part map
	header *multipart.FileHeader
}

func (*Upload) isFile() {}

// Open opens the file for reading.
func (u *Upload) Open() (multipart.File, error) {
	if u.header == nil {
		return nil, errors.New("graphqlsrv: the upload has no file")
	}
	return u.header.Open()
}

// MarshalText says that files can't be written.
func (u *Upload) MarshalText() ([]byte, error) { return nil, errors.New("a file can't be written") }

// readMultipart reads a request with files. GraphQL multipart request
// specification, version 2.
func (h *handler) readMultipart(w http.ResponseWriter, r *http.Request) (*received, *badRequest) {
	limits := h.http.uploads
	if limits.Files <= 0 {
		return nil, bad(http.StatusUnsupportedMediaType, "Uploads are off: the Content-Type must be application/json.")
	}
	if r.ContentLength > limits.Total {
		return nil, bad(http.StatusRequestEntityTooLarge, "The body is longer than %d bytes.", limits.Total)
	}
	if r.Body == nil {
		r.Body = http.NoBody
	}
	r.Body = http.MaxBytesReader(w, r.Body, limits.Total)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, bad(http.StatusBadRequest, "The multipart body can't be read: %s.", err)
	}
	form, err := parts.ReadForm(limits.Memory)
	if err != nil {
		return nil, readFailure(err)
	}
	req := &received{cleanup: func() { _ = form.RemoveAll() }}
	if b := h.multipartRequest(req, form); b != nil {
		req.close()
		return nil, b
	}
	return req, nil
}

// multipartRequest makes a request of the parts of a form.
func (h *handler) multipartRequest(req *received, form *multipart.Form) *badRequest {
	operations, b := h.part(form, "operations")
	if b != nil {
		return b
	}
	paths, b := h.part(form, "map")
	if b != nil {
		return b
	}
	if err := req.decode([]byte(operations)); err != nil {
		return bad(http.StatusBadRequest, "%s", strings.Replace(err.Error(), "The body", "The part operations", 1))
	}
	var places map[string][]string
	if err := json.Unmarshal([]byte(paths), &places); err != nil {
		var types *json.SemanticError
		if errors.As(err, &types) { // its text names types of Go
			return bad(http.StatusBadRequest, "%s", `The part map must be a JSON object of lists of paths, like {"0": ["variables.file"]}.`)
		}
		return bad(http.StatusBadRequest, "%s", jsonread.Invalid("The part map", err))
	}
	if n := len(form.File); n > h.http.uploads.Files || len(places) > h.http.uploads.Files {
		return bad(http.StatusRequestEntityTooLarge, "The request has more than %d files.", h.http.uploads.Files)
	}
	req.Files = map[string]*Upload{}
	for part, paths := range places {
		u, b := h.upload(form, part)
		if b != nil {
			return b
		}
		if b := req.place(u, paths); b != nil {
			return b
		}
	}
	return nil
}

// part returns the text of a part that must be there once.
func (h *handler) part(form *multipart.Form, name string) (string, *badRequest) {
	v := form.Value[name]
	switch {
	case len(v) != 1:
		return "", bad(http.StatusBadRequest, "A multipart request needs one part %q, this one has %d: see the GraphQL multipart request specification.", name, len(v))
	case int64(len(v[0])) > h.http.maxBody:
		return "", bad(http.StatusRequestEntityTooLarge, "The part %s is longer than %d bytes.", name, h.http.maxBody)
	}
	return v[0], nil
}

func (h *handler) upload(form *multipart.Form, part string) (*Upload, *badRequest) {
	files := form.File[part]
	if len(files) != 1 {
		return nil, bad(http.StatusBadRequest, "The part map names the file %q, of which there are %d: send one part of that name, with a filename.", part, len(files))
	}
	f := files[0]
	if f.Size > h.http.uploads.File {
		return nil, bad(http.StatusRequestEntityTooLarge, "The file %q is longer than %d bytes.", part, h.http.uploads.File)
	}
	return &Upload{f.Filename, f.Header.Get("Content-Type"), f.Size, part, f}, nil
}

// place notes where among the variables a file belongs.
func (r *Request) place(u *Upload, paths []string) *badRequest {
	for _, p := range paths {
		at, ok := strings.CutPrefix(p, "variables.")
		if !ok {
			return bad(http.StatusBadRequest, `The entry "%s" of the part map names the path "%s": paths begin with "variables.", as in "variables.file", and batches ("0.variables.file") are not served.`, u.part, p)
		}
		if _, twice := r.Files[at]; twice {
			return bad(http.StatusBadRequest, `The entry "%s" of the part map names the path "%s", which a file has already.`, u.part, p)
		}
		r.Files[at] = u
	}
	return nil
}
