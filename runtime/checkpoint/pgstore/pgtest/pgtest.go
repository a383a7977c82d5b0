//go:build unix

// Package pgtest starts a PostgreSQL server of its own for tests and
// benchmarks: in a temporary directory, on a Unix socket, with the durability
// settings of a real one.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNotInstalled is returned where there are no PostgreSQL programs.
var ErrNotInstalled = errors.New("PostgreSQL is not installed (Debian: apt-get install postgresql)")

// Server is a running server.
type Server struct {
	bin  string
	dir  string
	who  *syscall.Credential // nil: the user we are
	cmd  *exec.Cmd
	log  bytes.Buffer
	exit chan struct{} // closed when the server has ended
}

// Start makes a cluster and starts its server. The caller ends it with Close.
// The programs are those of the newest version installed by Debian's packages,
// else those in the PATH.
func Start(ctx context.Context) (s *Server, err error) {
	bin, err := findBin()
	if err != nil {
		return nil, err
	}
	s = &Server{bin: bin}
	if s.dir, err = os.MkdirTemp("", "pgtest"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(s.dir)
		}
	}()
	if err := s.dropPrivileges(); err != nil {
		return nil, err
	}
	initdb := s.command(ctx, "initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := s.Run(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// findBin returns the directory of initdb and postgres.
func findBin() (string, error) {
	installed, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(installed) > 0 {
		version := func(initdb string) int {
			n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
			return n
		}
		return filepath.Dir(slices.MaxFunc(installed, func(a, b string) int { return version(a) - version(b) })), nil
	}
	for _, program := range []string{"initdb", "postgres"} {
		found, err := exec.LookPath(program)
		if err != nil {
			return "", ErrNotInstalled
		}
		installed = append(installed, found)
	}
	return filepath.Dir(installed[0]), nil
}

// dropPrivileges chooses who runs the server: it refuses to run as root. Root
// lends the directory to the user postgres, else nobody.
func (s *Server) dropPrivileges() error {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return err
		}
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return err
	}
	s.who = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(s.dir, int(uid), int(gid))
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, program), args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME="+s.dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.who}
	return cmd
}

// Run starts the server of the cluster, again after Crash, and waits until it
// takes connections.
func (s *Server) Run(ctx context.Context) error {
	s.cmd = s.command(context.WithoutCancel(ctx), "postgres", "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "max_connections=100")
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.exit = make(chan struct{})
	go func() {
		_ = s.cmd.Wait()
		close(s.exit)
	}()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.Conn("public"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.exit:
			return fmt.Errorf("postgres ended at once:\n%s", s.log.String())
		case <-ctx.Done():
			s.Close()
			return fmt.Errorf("postgres takes no connections: %w\n%s", err, s.log.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Conn returns what to connect with, for tables in the given schema.
func (s *Server) Conn(schema string) string {
	return fmt.Sprintf("host=%s user=postgres dbname=postgres search_path=%s", s.dir, schema)
}

// Socket returns the path of the server's Unix socket.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// Crash ends the server without letting it write anything more, as a crash of
// all its processes would.
func (s *Server) Crash() error {
	err := s.cmd.Process.Signal(syscall.SIGQUIT) // "immediate shutdown"
	<-s.exit
	return err
}

// Close stops the server and removes its directory.
func (s *Server) Close() error {
	select {
	case <-s.exit:
	default:
		_ = s.cmd.Process.Signal(syscall.SIGINT) // "fast shutdown"
		select {
		case <-s.exit:
		case <-time.After(20 * time.Second):
			_ = s.cmd.Process.Kill()
			<-s.exit
		}
	}
	return os.RemoveAll(s.dir)
}
