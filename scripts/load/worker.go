package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"signalbox/hooks"
)

const (
	secret  = "whsec_bG9hZGxvYWRsb2FkbG9hZGxvYWRsb2Fk"
	another = "whsec_Zm9yZ2VyZm9yZ2VyZm9yZ2VyZm9yZ2Vy"
)

// An event is what deliveries tell: the sender's number, and its own.
type event struct {
	Type    string `json:"type"`
	Worker  int    `json:"worker"`
	Number  int64  `json:"number"`
	Forged  bool   `json:"forged"` // nothing that tells so may arrive
	Padding string `json:"padding"`
}

// A witness counts what handlers see. Workers number their deliveries and send one
// after another, so that it needs to keep but the last number of each.
type witness struct {
	last                []atomic.Int64
	processed           atomic.Int64
	lost, twice, forged atomic.Int64
}

func newWitness(workers int) *witness { return &witness{last: make([]atomic.Int64, workers)} }

func (w *witness) handle(_ context.Context, e event) (any, error) {
	if e.Forged || e.Worker < 0 || e.Worker >= len(w.last) {
		w.forged.Add(1)
		return nil, errForged
	}
	w.processed.Add(1)
	switch last := w.last[e.Worker].Swap(e.Number); {
	case e.Number > last+1:
		w.lost.Add(e.Number - last - 1)
	case e.Number <= last:
		w.twice.Add(1)
	}
	return e.Number, nil
}

// A kind is a sort of request.
type kind int

const (
	valid kind = iota
	twins      // a valid one, twice at the same time
	replayed
	forged
	oversized
	kinds
)

var kindNames = [kinds]string{"valid", "valid, twice at once", "replayed", "forged", "oversized"}

// mix is what twenty requests are; each worker begins at another place.
var mix = [20]kind{
	valid, forged, valid, replayed, valid, forged, valid, oversized, valid, replayed,
	valid, forged, twins, valid, replayed, forged, valid, oversized, valid, forged,
}

// A worker sends requests one after another and notes what it was answered.
type worker struct {
	number  int
	url     string
	client  *http.Client
	signers struct{ good, stale, foreign *hooks.Preset }

	sent    int64 // valid deliveries
	recent  [256]*hooks.Delivery
	counts  [kinds]int64
	wrong   []string // answers that must not be
	wrongs  int64
	latency []time.Duration // a sample, of valid deliveries
}

func newWorker(number int, url string) (*worker, error) {
	w := &worker{
		number: number, url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}},
		latency: make([]time.Duration, 0, 20_000),
	}
	yesterday := hooks.WithClock(func() time.Time { return time.Now().AddDate(0, 0, -1) })
	for _, s := range []struct {
		to      **hooks.Preset
		options []hooks.Option
	}{
		{&w.signers.good, []hooks.Option{hooks.WithSecrets(secret)}},
		{&w.signers.stale, []hooks.Option{hooks.WithSecrets(secret), yesterday}},
		{&w.signers.foreign, []hooks.Option{hooks.WithSecrets(another)}},
	} {
		preset, err := hooks.NewPreset("standardwebhooks", s.options...)
		if err != nil {
			return nil, err
		}
		*s.to = preset
	}
	return w, nil
}

func (w *worker) work(ctx context.Context, requests int) {
	defer w.client.CloseIdleConnections()
	for i := 0; ctx.Err() == nil && (requests == 0 || i < requests); i++ {
		k := mix[(i+w.number*3)%len(mix)]
		if k == replayed && w.sent == 0 {
			k = valid
		}
		w.counts[k]++
		if err := w.send(i, k); err != nil {
			w.wrongs++
			if len(w.wrong) < 3 {
				w.wrong = append(w.wrong, kindNames[k]+": "+err.Error())
			}
		}
	}
}

// send makes one request and tells what is wrong with its answer.
func (w *worker) send(i int, k kind) error {
	switch k {
	case valid:
		d, err := w.next(i)
		if err != nil {
			return err
		}
		began := time.Now()
		err = w.expect(d, http.StatusOK, fmt.Sprintf(`{"data":%d}`, w.sent))
		if i%8 == 0 && len(w.latency) < cap(w.latency) {
			w.latency = append(w.latency, time.Since(began))
		}
		return err
	case twins:
		return w.both(i)
	case replayed:
		past := int64(i) % min(w.sent, int64(len(w.recent)))
		return w.expect(w.recent[(w.sent-past)%int64(len(w.recent))], http.StatusOK, `{"data":null}`)
	case forged:
		d, err := w.forge(i)
		if err != nil {
			return err
		}
		return w.expect(d, http.StatusUnauthorized, "")
	default:
		d, err := w.make(w.signers.good, event{Number: -1, Forged: true, Padding: strings.Repeat("x", bodyLimit+i%bodyLimit)})
		if err != nil {
			return err
		}
		return w.expect(d, http.StatusRequestEntityTooLarge, "")
	}
}

// next makes a valid delivery.
func (w *worker) next(i int) (*hooks.Delivery, error) {
	d, err := w.make(w.signers.good, event{Number: w.sent + 1, Padding: strings.Repeat("x", i*997%8192)})
	if err != nil {
		return nil, err
	}
	w.sent++
	w.recent[w.sent%int64(len(w.recent))] = d
	return d, nil
}

func (w *worker) make(signer hooks.Signer, e event) (*hooks.Delivery, error) {
	e.Type, e.Worker = "load.event", w.number
	id := fmt.Sprintf("msg_%d_%d", e.Worker, e.Number)
	_, body, err := hooks.Message{ID: id, Payload: e}.Encode()
	if err != nil {
		return nil, err
	}
	d := &hooks.Delivery{Method: http.MethodPost, Header: http.Header{"Webhook-Id": {id}}, Body: body}
	return d, signer.SignDelivery(d)
}

// forge makes a delivery that must be refused, each time in another way.
func (w *worker) forge(i int) (*hooks.Delivery, error) {
	e := event{Number: w.sent + 1, Forged: true, Padding: strings.Repeat("x", i*997%8192)}
	switch i % 7 {
	case 0:
		return w.make(w.signers.foreign, e)
	case 1:
		return w.make(w.signers.stale, e)
	}
	d, err := w.make(w.signers.good, event{Number: w.sent + 1, Padding: e.Padding})
	if err != nil {
		return nil, err
	}
	switch i % 7 {
	case 2:
		d.Body = bytes.Replace(d.Body, []byte("false"), []byte("true"), 1)
	case 3:
		d.Header.Del("Webhook-Signature")
	case 4:
		d.Header.Set("Webhook-Id", d.Header.Get("Webhook-Id")+"0")
	case 5:
		d.Header.Set("Webhook-Timestamp", fmt.Sprint(time.Now().Unix()+60))
	default: // one bit
		signature := []byte(d.Header.Get("Webhook-Signature"))
		signature[3+i%40] ^= 1
		d.Header.Set("Webhook-Signature", string(signature))
	}
	return d, nil
}

// both sends one delivery twice at the same time: one of them is processed.
func (w *worker) both(i int) error {
	d, err := w.next(i)
	if err != nil {
		return err
	}
	var answers [2]string
	var errs [2]error
	var wg sync.WaitGroup
	for n := range answers {
		wg.Go(func() {
			var status int
			var body string
			status, body, errs[n] = w.post(d)
			answers[n] = fmt.Sprint(status, " ", body)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	done := fmt.Sprintf(`200 {"data":%d}`, w.sent)
	other := answers[0]
	if answers[0] == done {
		other = answers[1]
	} else if answers[1] != done {
		return fmt.Errorf("answered %q", answers)
	}
	if other != `200 {"data":null}` && !strings.HasPrefix(other, "409 ") {
		return fmt.Errorf("answered %q", answers)
	}
	return nil
}

func (w *worker) expect(d *hooks.Delivery, status int, body string) error {
	gotStatus, gotBody, err := w.post(d)
	if err != nil {
		return err
	}
	if gotStatus != status || gotBody != body {
		return fmt.Errorf("answered %d %s, want %d %s", gotStatus, gotBody, status, body)
	}
	return nil
}

func (w *worker) post(d *hooks.Delivery) (status int, answer string, err error) {
	var body io.Reader = bytes.NewReader(d.Body)
	if len(d.Body)%2 == 1 {
		body = io.MultiReader(body) // hides the length: sent in chunks
	}
	request, err := http.NewRequest(http.MethodPost, w.url, body)
	if err != nil {
		return 0, "", err
	}
	request.Header = d.Header.Clone()
	response, err := w.client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	return response.StatusCode, string(text), err
}
