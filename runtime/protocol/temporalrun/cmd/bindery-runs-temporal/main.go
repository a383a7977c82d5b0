// Command bindery-runs-temporal is what "bindery runs temporal://..." starts: it
// lists, shows, answers and deletes the runs of protocols on Temporal, and moves
// runs there from the files of a directory.
//
// A place is temporal://HOST:PORT/NAMESPACE; ?queue=QUEUE says which workers take
// what is moved there.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"

	"github.com/bindery-go/bindery/runtime/protocol/runsview"
)

func main() {
	if err := runsview.Program(context.Background(), os.Args[1:], open, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bindery-runs-temporal:", err)
		os.Exit(2)
	}
}

func open(ctx context.Context, name string) (runsview.Place, func(), error) {
	u, err := url.Parse(name)
	if err != nil {
		return nil, nil, err
	}
	if u.Scheme != "temporal" || u.Host == "" {
		return nil, nil, errors.New("a place on Temporal is temporal://HOST:PORT/NAMESPACE: move runs from other stores by way of a directory")
	}
	namespace := strings.Trim(u.Path, "/")
	if namespace == "" {
		namespace = client.DefaultNamespace
	}
	quiet := log.NewStructuredLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))
	c, err := client.DialContext(ctx, client.Options{HostPort: u.Host, Namespace: namespace, Logger: quiet})
	if err != nil {
		return nil, nil, err
	}
	return &place{c, namespace, u.Query().Get("queue")}, c.Close, nil
}
