package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// terminator speaks TLS in front of the local engine, as AWS does in front of
// DynamoDB: HTTP/1.1, and a certificate that one root has signed. It answers for
// Secrets Manager, too.
type terminator struct {
	url   string
	ca    []byte // PEM
	close func()

	secrets map[string]string // by id; not changed any more when functions run
}

func newTerminator(engine string) (*terminator, error) {
	target, err := url.Parse(engine)
	if err != nil {
		return nil, err
	}
	ca, certificate, err := certify()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t := &terminator{url: "https://" + listener.Addr().String(), ca: ca, secrets: map[string]string{}}
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 100},
		ErrorLog:  log.New(io.Discard, "", 0), // functions that end leave connections behind
	}
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Amz-Target") == "secretsmanager.GetSecretValue" {
				t.secret(w, r)
				return
			}
			proxy.ServeHTTP(w, r)
		}), ReadHeaderTimeout: 5 * time.Second,
		ErrorLog:  proxy.ErrorLog,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}},
	}
	go func() { _ = server.ServeTLS(listener, "", "") }() // ends with close
	t.close = func() { _ = server.Close() }
	return t, nil
}

// secret answers GetSecretValue.
func (t *terminator) secret(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		ID string `json:"SecretId"`
	}
	_ = json.NewDecoder(r.Body).Decode(&asked) // no id has no value
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	_ = json.NewEncoder(w).Encode(map[string]string{"SecretString": t.secrets[asked.ID]}) // the function has gone
}

// certify makes a root and a certificate for this machine signed by it.
func certify() (ca []byte, certificate tls.Certificate, err error) {
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "benchmark root"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: root.NotBefore, NotAfter: root.NotAfter, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, certificate, err
	}
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, certificate, err
	}
	rootDER, err := x509.CreateCertificate(rand.Reader, root, root, &rootKey.PublicKey, rootKey)
	if err != nil {
		return nil, certificate, err
	}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, root, &leafKey.PublicKey, rootKey)
	ca = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: rootDER})
	return ca, tls.Certificate{Certificate: [][]byte{leafDER}, PrivateKey: leafKey}, err
}
