package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// TLS has the server speak TLS with the certificate (and those of its issuers) and the key of
// two PEM files. They are read again when they change, so that a renewed certificate needs no
// restart.
func TLS(certFile, keyFile string) Option {
	return func(s *server) {
		pair := &keyPair{certFile: certFile, keyFile: keyFile}
		if err := pair.read(); err != nil {
			s.refuse("TLS: %w", err)
			return
		}
		s.tls = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: pair.certificate}
	}
}

// ACME has the server speak TLS with certificates of Let's Encrypt for the hosts, which are
// kept in the folder cache and renewed in time; to use it is to agree to the terms of Let's
// Encrypt. The server listens at :443 unless [Address] says otherwise, and at :80, from where
// it leads clients to https.
//
//	serve.ACME("/var/lib/blog/certificates", "blog.example.com")
func ACME(cache string, hosts ...string) Option {
	return func(s *server) {
		if len(hosts) == 0 {
			s.refuse("ACME: it names no host")
			return
		}
		s.acme = &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(cache), HostPolicy: autocert.HostWhitelist(hosts...)}
		s.tls = s.acme.TLSConfig()
		s.tls.MinVersion = tls.VersionTLS12
	}
}

// H2C takes HTTP/2 without TLS too, for proxies that speak it to the applications behind.
func H2C() Option { return func(s *server) { s.h2c = true } }

// A keyPair is a certificate whose files may change.
type keyPair struct {
	certFile, keyFile string

	mu      sync.Mutex
	current *tls.Certificate
	changed [2]time.Time // when the files did
	looked  time.Time
}

// lookAgain is how long files are taken for unchanged.
const lookAgain = time.Minute

// certificate is tls.Config's GetCertificate. Files that cannot be read while they are being
// replaced leave the certificate that was there.
func (p *keyPair) certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.looked) > lookAgain {
		p.looked = now
		p.read()
	}
	return p.current, nil
}

// read reads the files if they changed.
func (p *keyPair) read() error {
	var changed [2]time.Time
	for i, file := range []string{p.certFile, p.keyFile} {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		changed[i] = info.ModTime()
	}
	if p.current != nil && changed == p.changed {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return err
	}
	p.current, p.changed = &pair, changed
	return nil
}

// answerPlain serves port 80 beside TLS: the challenges of ACME, and redirects to https.
func (s *server) answerPlain(ctx context.Context) (end func(), err error) {
	if s.acme == nil || s.listener != nil {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", ":80")
	if err != nil {
		return nil, fmt.Errorf("serve: ACME: %w", err)
	}
	hs := bounded(s.acme.HTTPHandler(http.HandlerFunc(redirectToTLS)))
	go func() {
		if err := hs.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.errors().ErrorContext(ctx, "port 80", "error", err)
		}
	}()
	return func() { hs.Close() }, nil
}
