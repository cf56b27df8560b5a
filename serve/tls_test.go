package serve_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"signalbox/serve"
)

// writePair writes a certificate of localhost, and its key.
func writePair(t *testing.T) (certFile, keyFile string, roots *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile, roots = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		text := pem.EncodeToMemory(block)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		roots.AppendCertsFromPEM(text)
	}
	return certFile, keyFile, roots
}

func TestTLS(t *testing.T) {
	cert, key, roots := writePair(t)
	url, _, stop, result := started(t, hello, serve.DevelopmentAt(0), serve.TLS(cert, key))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	r, err := (&http.Client{Transport: transport}).Get(url)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if string(text) != "hello" || r.ProtoMajor != 2 {
		t.Errorf("got %q by %s", text, r.Proto)
	}
	transport.CloseIdleConnections()
	stop()
	if err := <-result; err != nil {
		t.Error(err)
	}
}

func TestH2C(t *testing.T) {
	url, _, stop, result := started(t, hello, serve.DevelopmentAt(0), serve.H2C())
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	r, err := (&http.Client{Transport: transport}).Get(url)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.ProtoMajor != 2 || body(t, url) != "hello" {
		t.Errorf("got %s", r.Proto)
	}
	transport.CloseIdleConnections()
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-result; err != nil {
		t.Error(err)
	}
}

// TestDelay says that it is not ready before it ends, and goes on to answer until then.
func TestDelay(t *testing.T) {
	url, _, stop, result := started(t, hello, serve.DevelopmentAt(0), serve.Delay(time.Hour), serve.Health())
	stop()
	for { // the end comes at some time after stop
		r, err := http.Get(url + "/ready")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode == http.StatusServiceUnavailable {
			break
		}
	}
	if r, err := http.Get(url + "/other"); err != nil || r.StatusCode != 200 {
		t.Errorf("it answers no more: %v", err)
	}
	select {
	case err := <-result:
		t.Errorf("it ended before its delay: %v", err)
	default:
	}
}
