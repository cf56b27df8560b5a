package blog

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"slices"

	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

// largestPhoto bounds a photo, in bytes.
const largestPhoto = 2 << 20

// photoTypes are the kinds of images that are taken.
var photoTypes = []string{"image/jpeg", "image/png", "image/gif"}

// SetPhoto keeps a photo of the user who is asking. GraphQL: Mutation.setPhoto.
func (s *Service) SetPhoto(ctx context.Context, args graph.SetPhotoArgs) (*record.User, error) {
	a := account(ctx)
	if a == nil {
		return nil, graphqlsrv.Unauthenticated("Only users have photos.")
	}
	if args.Photo.Size > largestPhoto {
		return nil, graphqlsrv.BadUserInput("the photo must have at most 2 MiB", map[string]any{"field": "photo"})
	}
	f, err := args.Photo.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	image, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	kind := http.DetectContentType(image) // what the client says of it is not to be trusted
	if !slices.Contains(photoTypes, kind) {
		return nil, graphqlsrv.BadUserInput("the photo must be a JPEG, PNG or GIF", map[string]any{"field": "photo"})
	}
	_, err = s.db.ExecContext(ctx, "INSERT INTO photos (user_id, type, image) VALUES (?, ?, ?) ON CONFLICT (user_id) DO UPDATE SET type = excluded.type, image = excluded.image",
		a.User.ID, kind, image)
	if err != nil {
		return nil, err
	}
	return s.User(ctx, graph.UserArgs{ID: a.User.ID})
}

// Photo gives the photo of a user, with its media type.
func (s *Service) Photo(ctx context.Context, userID string) (image []byte, kind string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT image, type FROM photos WHERE user_id = ?", userID).Scan(&image, &kind)
	if errors.Is(err, sql.ErrNoRows) {
		err = NotFound
	}
	return image, kind, err
}
