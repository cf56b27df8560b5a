// Command graphql-federation is what federation.mjs judges: two subgraphs of a library, and the two
// of docs/graphql.md. It takes the folder that has the schemas of some, and the library's data, prints
// the URL below which each is served by its name, and serves until its standard input ends.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"signalbox/graphqlsrv"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: graphql-federation FOLDER")
	}
	if err := run(os.DirFS(os.Args[1]), os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(files fs.FS, until io.Reader, out io.Writer) error {
	var library library
	text, err := fs.ReadFile(files, "data.json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &library); err != nil {
		return err
	}
	mux := http.NewServeMux()
	for name, service := range map[string]map[string]graphqlsrv.Resolver{"books": library.Books.service(), "people": library.People.service(), "products": products(), "reviews": reviews()} {
		if _, err := fs.Stat(files, name); err != nil {
			continue
		}
		sdl, err := fs.Sub(files, name)
		if err != nil {
			return err
		}
		h, err := graphqlsrv.New(sdl, graphqlsrv.WithServices(service),
			graphqlsrv.WithLogger(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		mux.Handle("/"+name, h)
	}
	mux.HandleFunc("/calls", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, authorCalls.Load()) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(out, "http://%s\n", l.Addr())
	go func() { _ = http.Serve(l, mux) }()
	_, err = io.Copy(io.Discard, until)
	return err
}

// authorCalls counts the calls of the batch resolver of authors.
var authorCalls atomic.Int64

type library struct {
	Books  books
	People people
}

// Books are what the subgraph of books has.
type books struct {
	Book    []*Book
	Leaflet []*Leaflet
	Loan    []*Loan
	Shelf   []*Shelf
}

// A Book is one that the library lends.
type Book struct {
	ISBN      string
	Title     string
	Edition   int
	Publisher struct{ Name string }
	Size      *struct {
		Height int
		Width  float64
		Unit   string
	}
	Author  *Author
	Remarks *string
	Loans   []*Loan
	Printed string
}

// A Leaflet has an edition, but no number.
type Leaflet struct {
	Title   string
	Edition int
	Reason  string
	Author  *Author
}

// A Loan is a book that somebody has.
type Loan struct {
	Reader   struct{ Card, Name string }
	Returned *string
}

// An Author is known to both subgraphs.
type Author struct {
	Email     string
	Name      string
	BookCount int
	Years     int
	Publisher *struct{ Name string }
	Salary    int
}

// A Shelf is one of any kind, to the subgraph of books.
type Shelf struct {
	ID    string
	Books []*Book
}

func (b *books) service() map[string]graphqlsrv.Resolver {
	return map[string]graphqlsrv.Resolver{
		"book": graphqlsrv.FuncWith(func(ctx context.Context, args struct{ ISBN string }) (*Book, error) {
			return b.book(ctx, bookKey{ISBN: args.ISBN})
		}),
		"leaflet": graphqlsrv.FuncWith(b.leaflet),
		"return": graphqlsrv.FuncWith(func(_ context.Context, args struct{ Card, On string }) (*Loan, error) {
			l := first(b.Loan, func(l *Loan) bool { return l.Reader.Card == args.Card })
			if l == nil {
				return nil, graphqlsrv.BadUserInput("nobody has this card", nil)
			}
			returned := *l
			returned.Returned = &args.On
			return &returned, nil
		}),
		"titles": graphqlsrv.FuncWith(func(ctx context.Context, args struct{ Of []string }) (iter.Seq[*Book], error) {
			return func(yield func(*Book) bool) {
				for _, isbn := range args.Of {
					if book, _ := b.book(ctx, bookKey{ISBN: isbn}); !yield(book) {
						return
					}
				}
			}, nil
		}),
		"Author.booksPerYear": graphqlsrv.Computed(func(a *Author) *int {
			if a.Years == 0 {
				return nil
			}
			n := (a.BookCount + a.Years/2) / a.Years
			return &n
		}),

		"Book.__resolveReference":    graphqlsrv.FuncWith(b.book),
		"Leaflet.__resolveReference": graphqlsrv.FuncWith(b.leaflet),
		"Loan.__resolveReference":    graphqlsrv.FuncWith(b.loan),
		"Shelf.__resolveReference": graphqlsrv.FuncWith(func(_ context.Context, key struct{ ID string }) (*Shelf, error) {
			return first(b.Shelf, func(s *Shelf) bool { return s.ID == key.ID }), nil
		}),
		"Author.__resolveReference": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, known []struct {
			Email            string
			BookCount, Years int
		},
		) ([]*Author, error) {
			authors := make([]*Author, len(known))
			for i, a := range known { // what this subgraph has is the name
				authors[i] = &Author{Email: a.Email, Name: "Ines Moreau", BookCount: a.BookCount, Years: a.Years}
			}
			return authors, nil
		}),
	}
}

func first[T any](list []*T, is func(*T) bool) *T {
	for _, item := range list {
		if is(item) {
			return item
		}
	}
	return nil
}

// A bookKey is any of a book's keys.
type bookKey struct {
	ISBN      string
	Title     string
	Edition   int
	Publisher *struct{ Name string }
}

func (b *books) book(_ context.Context, key bookKey) (*Book, error) {
	return first(b.Book, func(book *Book) bool {
		switch {
		case key.ISBN != "":
			return book.ISBN == key.ISBN
		case key.Publisher != nil:
			return book.Title == key.Title && book.Publisher.Name == key.Publisher.Name
		}
		return book.Title == key.Title && book.Edition == key.Edition
	}), nil
}

func (b *books) leaflet(_ context.Context, key struct {
	Title   string
	Edition int
},
) (*Leaflet, error) {
	return first(b.Leaflet, func(l *Leaflet) bool { return l.Title == key.Title && l.Edition == key.Edition }), nil
}

func (b *books) loan(_ context.Context, key struct{ Reader struct{ Card string } }) (*Loan, error) {
	return first(b.Loan, func(l *Loan) bool { return l.Reader.Card == key.Reader.Card }), nil
}

// People are what the subgraph of people, and of the rooms they are in, has.
type people struct {
	Author []*Author
	Shelf  []map[string]any
	Room   []*Room
}

// A Room has a floor.
type Room struct{ Number, Floor int }

func (p *people) service() map[string]graphqlsrv.Resolver {
	shelf := func(_ context.Context, key struct{ ID string }) (map[string]any, error) {
		for _, s := range p.Shelf {
			if s["id"] == key.ID {
				return s, nil
			}
		}
		return nil, nil
	}
	return map[string]graphqlsrv.Resolver{
		"author": graphqlsrv.FuncWith(func(_ context.Context, key struct{ Email string }) (*Author, error) { return p.author(key.Email), nil }),
		"shelf":  graphqlsrv.FuncWith(shelf),
		"write": graphqlsrv.FuncWith(func(_ context.Context, args struct {
			Email string
			Books int
		},
		) (*Author, error) {
			written := *p.author(args.Email)
			written.BookCount += args.Books
			return &written, nil
		}),

		"Shelf.__resolveReference":       graphqlsrv.FuncWith(shelf),
		"OpenShelf.__resolveReference":   graphqlsrv.FuncWith(shelf),
		"ClosedShelf.__resolveReference": graphqlsrv.FuncWith(shelf),
		"Room.__resolveReference": graphqlsrv.FuncWith(func(_ context.Context, key struct{ Number int }) (*Room, error) {
			return first(p.Room, func(r *Room) bool { return r.Number == key.Number }), nil
		}),
		"Author.__resolveReference": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, keys []struct{ Email string }) ([]*Author, error) {
			authorCalls.Add(1)
			authors := make([]*Author, len(keys))
			for i, key := range keys {
				authors[i] = p.author(key.Email)
			}
			return authors, nil
		}),
	}
}

func (p *people) author(email string) *Author {
	return first(p.Author, func(a *Author) bool { return a.Email == email })
}
