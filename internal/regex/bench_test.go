package regex

import (
	"strings"
	"testing"
)

func BenchmarkMatch(b *testing.B) {
	for _, c := range []struct{ name, src, text string }{
		{"linear", `\A[A-Z]\d{5}\z`, "A12345"},
		{"linear/unicode", `\A[[:alpha:]]+\z`, "été"},
		{"backtracking", `\A(?!admin)[a-z]+\z`, "users"},
		{"slug", `\A[a-z0-9-]+\z`, "my-first-post-2024"},
		{"slug/long", `\A[a-z0-9-]+\z`, strings.Repeat("my-first-post-", 600)},
		{"digits/behind", `\d+`, strings.Repeat("x", 8000) + "123"},
		{"path", `\A/(?:([^/.?]+)/)?users/([^/.?]+)(?:/([^/.?]+))?(?:\.([^/.?]+))?\z`, "/en/users/12345"},
		{"namespace", `\A(?!(?:explore|help)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom)(?:/[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom))*\z`, "gitlab-org/build/gitlab"},
		{"hostile", `(a|aa)+\d|a`, strings.Repeat("a", 2000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			re := MustCompile(c.src, 0)
			b.ReportAllocs()
			for b.Loop() {
				if ok, err := re.MatchString(c.text); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}

func BenchmarkScan(b *testing.B) {
	re, text := MustCompile(`\w+`, 0), strings.Repeat("some words ", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := re.Scan(text, func([]int) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if ok, _ := MustCompile(`\A[A-Z]\d{5}\z`, 0).MatchString("A12345"); !ok {
			b.Fatal("no match")
		}
	}
}
