CREATE TABLE IF NOT EXISTS users (
  id    INTEGER PRIMARY KEY,
  name  TEXT NOT NULL,
  role  TEXT NOT NULL DEFAULT 'author',
  token TEXT NOT NULL UNIQUE -- SHA-256 of the token, in hexadecimal
);
CREATE TABLE IF NOT EXISTS photos (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  type    TEXT NOT NULL, -- image/png
  image   BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS posts (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL -- RFC 3339, UTC
);
CREATE INDEX IF NOT EXISTS posts_of_user ON posts (user_id);
CREATE TABLE IF NOT EXISTS comments (
  id         INTEGER PRIMARY KEY,
  post_id    INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS comments_of_post ON comments (post_id);
CREATE TABLE IF NOT EXISTS sessions (
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token           TEXT NOT NULL UNIQUE, -- SHA-256, as that of users
  refresh         TEXT NOT NULL UNIQUE,
  expires_at      TEXT NOT NULL,
  renewable_until TEXT NOT NULL
);
