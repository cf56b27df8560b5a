package serve

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// DevelopmentPort is where a server in development listens, see [ListenDevelopment].
const DevelopmentPort = 8911

// portsTried bounds how many ports are tried.
const portsTried = 100

// ListenDevelopment listens on this machine alone, at the given port or, where
// that is in use, at the next one that is free. The listener tells its address.
// The error says why the last port could not be had.
func ListenDevelopment(port int) (net.Listener, error) {
	if port < 0 || port > 65535 {
		return nil, fmt.Errorf("serve: there is no port %d: use one from 1 to 65535", port)
	}
	last := port
	for ; ; last++ {
		l, err := net.Listen("tcp", net.JoinHostPort("localhost", strconv.Itoa(last)))
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) || last == port+portsTried-1 || last == 65535 {
			return nil, fmt.Errorf("serve: no free port from %d to %d: %w", port, last, err)
		}
	}
}
