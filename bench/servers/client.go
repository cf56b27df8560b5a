package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
)

// requests are those that every server gets, in turn.
var requests = [][]byte{
	request("GET", "/posts", ""), request("GET", "/posts/1", ""), request("GET", "/posts/17/comments/4", ""),
	request("GET", "/about", ""), request("POST", "/posts", "title=Hello"), request("GET", "/users/9/edit", ""),
}

func request(verb, path, body string) []byte {
	text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: blog.example\r\nUser-Agent: servers\r\nAccept: application/json\r\n", verb, path)
	if body != "" {
		text += fmt.Sprintf("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n", len(body))
	}
	return []byte(text + "\r\n" + body)
}

// A client is a connection that reads no more of an answer than it must.
type client struct {
	net.Conn
	r *bufio.Reader
}

func newClient(addr string) (*client, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &client{c, bufio.NewReader(c)}, nil
}

var (
	errStatus    = errors.New("the answer is not 200")
	lengthHeader = []byte("Content-Length: ")
)

// ask sends a request and reads the answer.
func (c *client) ask(request []byte) error {
	if _, err := c.Write(request); err != nil {
		return err
	}
	length := 0
	for first := true; ; first = false {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return err
		}
		line = bytes.TrimRight(line, "\r\n")
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
			return errStatus
		}
		if digits, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if length, err = strconv.Atoi(string(digits)); err != nil {
				return err
			}
		}
		if len(line) == 0 {
			_, err := io.CopyN(io.Discard, c.r, int64(length))
			return err
		}
	}
}
