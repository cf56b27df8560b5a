package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"signalbox/hooks"
	"signalbox/internal/testservice"
)

var secret = "whsec_" + base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef"))

const token = "of the one who deploys"

// A replica is a process of its own.
type replica struct {
	url   string
	cmd   *exec.Cmd
	lines chan string // of its log
}

// wait reads the log up to a line.
func (r *replica) wait(t *testing.T, part string) string {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		select {
		case line, open := <-r.lines:
			if !open {
				t.Fatalf("the replica ended before it said %q", part)
			}
			if strings.Contains(line, part) {
				return line
			}
		case <-deadline:
			t.Fatalf("the replica did not say %q", part)
		}
	}
}

func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "replicas")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func start(t *testing.T, program, redisURL string) *replica {
	t.Helper()
	r := &replica{cmd: exec.Command(program), lines: make(chan string, 10_000)}
	r.cmd.Env = append(os.Environ(), "PORT=0", "SHUTDOWN_DELAY=100ms", "REDIS_URL="+redisURL, "WEBHOOK_SECRET="+secret, "TABLE_TOKEN="+token)
	r.cmd.Stderr = t.Output()
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.cmd.Process.Kill(); r.cmd.Wait() })
	go func() {
		defer close(r.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			r.lines <- s.Text()
		}
	}()
	for follows := false; r.url == "" || !follows; { // it listens for requests and for tables, in either order
		line := r.wait(t, "")
		if _, url, ok := strings.Cut(line, "Listening on "); ok {
			r.url = url
		}
		follows = follows || strings.Contains(line, "routes replaced")
	}
	return r
}

// ask sends a request and returns its status and body.
func ask(t *testing.T, method, url, body string, header http.Header) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// payment is a signed delivery.
func payment(t *testing.T, order string) (body string, header http.Header) {
	t.Helper()
	sender, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret))
	if err != nil {
		t.Fatal(err)
	}
	body = fmt.Sprintf(`{"type":"order.paid","timestamp":%q,"data":{"order":%q}}`, time.Now().UTC().Format(time.RFC3339), order)
	d := &hooks.Delivery{Body: []byte(body), Header: http.Header{"Content-Type": {"application/json"}, "Webhook-Id": {"msg_" + rand.Text()}}}
	if err := sender.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	return body, d.Header
}

// subscribe opens the subscription to payments, and returns what comes.
func subscribe(t *testing.T, r *replica) <-chan string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	query, _ := json.Marshal(map[string]string{"query": "subscription { paid { id paid } }"})
	req, err := http.NewRequestWithContext(ctx, "POST", r.url+"/graphql", bytes.NewReader(query))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	events := make(chan string, 100)
	go func() {
		defer close(events)
		defer resp.Body.Close()
		for s := bufio.NewScanner(resp.Body); s.Scan(); {
			if data, ok := strings.CutPrefix(s.Text(), "data: "); ok && data != "" {
				events <- data
			}
		}
	}()
	return events
}

func TestReplicas(t *testing.T) {
	redisURL := testservice.Redis(t)
	shared := connect(t, redisURL)
	program := build(t)
	a, b := start(t, program, redisURL), start(t, program, redisURL)
	first, second := rand.Text(), rand.Text() // orders

	t.Run("a payment delivered to both counts once", func(t *testing.T) {
		body, header := payment(t, first)
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				status, text := ask(t, "POST", []*replica{a, b}[i%2].url+"/webhooks/payments", body, header.Clone())
				if status != http.StatusOK && status != http.StatusConflict { // 409: the other is at it, come again
					t.Errorf("%d %s", status, text)
				}
			})
		}
		wg.Wait()
		for _, r := range []*replica{a, b} {
			if status, text := ask(t, "GET", r.url+"/orders/"+first, "", nil); status != 200 || text != first+" was paid 1 times\n" {
				t.Errorf("%d %s", status, text)
			}
		}
	})

	t.Run("a subscription at one hears of payments at the other", func(t *testing.T) {
		events := subscribe(t, b)
		for heard := []string{}; len(heard) == 0; { // the answer begins before Redis knows of it
			var err error
			if heard, err = shared.PubSubChannels(t.Context(), "*paid*").Result(); err != nil {
				t.Fatal(err)
			}
		}
		body, header := payment(t, second)
		if status, text := ask(t, "POST", a.url+"/webhooks/payments", body, header); status != 200 {
			t.Fatal(status, text)
		}
		if got := <-events; got != event(second) {
			t.Error(got)
		}
	})

	t.Run("a table given to one is served by both", func(t *testing.T) {
		routes := read(t)
		routes = strings.Replace(routes, "resources :orders, only: [:show]", `get "o/:id", to: "orders#show"`, 1)
		if status, _ := ask(t, "PUT", a.url+"/table", routes, nil); status != http.StatusUnauthorized {
			t.Error("without the token:", status)
		}
		header := http.Header{"Authorization": {"Bearer " + token}}
		if status, text := ask(t, "PUT", a.url+"/table", strings.Replace(routes, "orders#show", "orders#edit", 1), header); status != http.StatusUnprocessableEntity || !strings.Contains(text, "config/routes.rb:5: GET /o/:id(.:format) leads to orders#edit") {
			t.Error("a route without a handler:", status, text)
		}
		if status, text := ask(t, "PUT", a.url+"/table", routes, header); status != http.StatusNoContent {
			t.Fatal(status, text)
		}
		b.wait(t, "routes replaced")
		c := start(t, program, redisURL) // later than the change
		for _, r := range []*replica{a, b, c} {
			if status, text := ask(t, "GET", r.url+"/o/"+first, "", nil); status != 200 || text != first+" was paid 1 times\n" {
				t.Errorf("%d %s", status, text)
			}
			if status, _ := ask(t, "GET", r.url+"/orders/"+first, "", nil); status != http.StatusNotFound {
				t.Error(status)
			}
		}
	})

	t.Run("one that ends answers what it has", func(t *testing.T) {
		if err := a.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := a.cmd.Wait(); err != nil {
			t.Error(err)
		}
		if status, _ := ask(t, "GET", b.url+"/ready", "", nil); status != 200 {
			t.Error(status)
		}
	})
}

// event is what a subscription hears of the first payment of an order.
func event(order string) string { return fmt.Sprintf(`{"data":{"paid":{"id":%q,"paid":1}}}`, order) }

func read(t *testing.T) string {
	t.Helper()
	text, err := files.ReadFile("config/routes.rb")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// connect asks the Redis of the replicas, without the table that an earlier run left there.
func connect(t *testing.T, redisURL string) *redis.Client {
	t.Helper()
	options, err := redis.ParseURL(redisURL)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	if err := client.Del(t.Context(), tableKey).Err(); err != nil {
		t.Fatal(err)
	}
	return client
}
