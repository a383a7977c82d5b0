//go:build unix

package engines_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
)

// serverVariable names a program of ./server that is built already.
const serverVariable = "BINDERY_TEMPORAL_SERVER"

// server is a Temporal server, with its state in a file of SQLite.
type server struct {
	program, file string
	synchronous   string
	port          int
	cmd           *exec.Cmd
	stdin         io.Closer // the server ends with it
	stderr        *os.File
}

// newServer builds a server in a directory and starts it. What is "off" to be
// synchronous outlives what kills the server, though no power cut.
func newServer(dir, synchronous string) (*server, error) {
	s := &server{program: os.Getenv(serverVariable), file: filepath.Join(dir, "temporal.db"), synchronous: synchronous}
	if s.program == "" {
		s.program = filepath.Join(dir, "server")
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", s.program, ".")
		build.Dir = "server"
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the server: %w\n%s", err, out)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.port = free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		return nil, err
	}
	return s, s.start()
}

func (s *server) address() string { return "127.0.0.1:" + strconv.Itoa(s.port) }

func (s *server) start() (err error) {
	s.cmd = exec.Command(s.program, "-db", s.file, "-port", strconv.Itoa(s.port), "-synchronous", s.synchronous)
	s.cmd.Stderr = os.Stderr
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return err
	}
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		return fmt.Errorf("the server has not started: %w", errors.Join(err, s.cmd.Wait()))
	}
	return nil
}

// kill ends the server as a power cut does.
func (s *server) kill() error {
	if err := s.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = s.cmd.Wait() // its status says that it was killed
	return nil
}

func dial(address string) (client.Client, error) {
	quiet := sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler))
	return client.Dial(client.Options{HostPort: address, Logger: quiet})
}

// shared is the server of those tests that leave it alone.
var shared struct {
	sync.Once
	*server
	client client.Client
	err    error
}

// temporal returns a client of the shared server.
func temporal(t testing.TB) client.Client {
	t.Helper()
	shared.Do(func() {
		dir, err := os.MkdirTemp("", "temporal")
		if err == nil {
			shared.server, err = newServer(dir, "off")
		}
		if err == nil {
			shared.client, err = connect(shared.address())
		}
		shared.err = err
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.client
}

// connect waits until the server knows its namespace.
func connect(address string) (c client.Client, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if c, err = dial(address); err == nil {
			return c, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

func closeShared() {
	if shared.client != nil {
		shared.client.Close()
	}
	if shared.server != nil {
		_ = shared.kill()
		_ = os.RemoveAll(filepath.Dir(shared.file))
	}
}
