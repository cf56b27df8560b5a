package main

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed rails
var railsFiles embed.FS

// A ruby is the Rack program that plays Rails.
type ruby struct {
	address string
	stop    func()
}

// startRuby starts the Rack program. The error says what is missing for it.
func startRuby(ctx context.Context) (*ruby, error) {
	name, err := exec.LookPath("ruby")
	if err != nil {
		return nil, errors.New("there is no ruby")
	}
	dir, err := os.MkdirTemp("", "strangler")
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(railsFiles, "rails")
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, name, filepath.Join(dir, "server.rb"))
	var failure bytes.Buffer
	cmd.Stderr = &failure
	stdout, errOut := cmd.StdoutPipe()
	_, errIn := cmd.StdinPipe() // it ends with this program, however that ends
	stop := func() { cancel(); cmd.Wait(); os.RemoveAll(dir) }
	if err := errors.Join(errOut, errIn, cmd.Start()); err != nil {
		stop()
		return nil, err
	}
	port, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		stop()
		reason, _, _ := strings.Cut(failure.String(), "\n")
		return nil, fmt.Errorf("its Rack program does not start: %s", reason)
	}
	return &ruby{"http://127.0.0.1:" + strings.TrimSpace(port), stop}, nil
}
