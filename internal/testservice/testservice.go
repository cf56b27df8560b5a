// Package testservice tells tests where the servers are that they need: Redis
// and PostgreSQL.
//
// Their addresses come from the environment. Without them a test is skipped, and
// says how to start them:
//
//	eval "$(bash .ci/services start)" # sets the variables
//	go test ./...
//	bash .ci/services stop
//
// With REQUIRE_SERVICES=1 it fails instead. Rails, which judges random tables, is only there for
// scripts/judge/run.
package testservice

import (
	"os"
	"testing"
)

// The variables that tests read.
const (
	RedisURL    = "TEST_REDIS_URL"    // redis://:password@127.0.0.1:6379/0
	PostgresURL = "TEST_POSTGRES_URL" // postgres://user:password@127.0.0.1:5432/postgres
	Require     = "REQUIRE_SERVICES"  // 1: a missing server fails the test
)

// Redis is the URL of a Redis server whose keys tests may write. Give each test
// keys of its own.
func Redis(tb testing.TB) string {
	tb.Helper()
	return address(tb, RedisURL, "Redis")
}

// Postgres is the URL of a PostgreSQL server where tests may create databases.
func Postgres(tb testing.TB) string {
	tb.Helper()
	return address(tb, PostgresURL, "PostgreSQL")
}

func address(tb testing.TB, variable, name string) string {
	tb.Helper()
	if url := os.Getenv(variable); url != "" {
		return url
	}
	const format = `needs %s, and %s is not set; at the top of the repository: eval "$(bash .ci/services start)"`
	if os.Getenv(Require) == "1" {
		tb.Fatalf(format, name, variable)
	}
	tb.Skipf(format, name, variable)
	return ""
}
