// Package health answers those who ask whether a server is well, in the form of the draft "Health
// Check Response Format for HTTP APIs".
package health

import "net/http"

// Answer answers with 200 {"status":"pass"}, or 503 {"status":"fail"}; other methods than GET and HEAD
// with 405.
func Answer(w http.ResponseWriter, r *http.Request, well bool) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "health takes GET requests", http.StatusMethodNotAllowed)
		return
	}
	status, word := http.StatusOK, "pass"
	if !well {
		status, word = http.StatusServiceUnavailable, "fail"
	}
	w.Header().Set("Content-Type", "application/health+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"status":"` + word + `"}`))
}
